import { isTextField } from '../text-field.ts';
import { attributeCandidates, candidatesIn, MIN_LENGTH } from './candidate.ts';
import { fieldCandidates } from './field.ts';
import type { Sighting } from './sighting.ts';
import { surroundingsOf } from './surroundings.ts';
import { TextJoin } from './text-join.ts';

/** What the walk needs to know of its surroundings. */
export type WalkContext = {
  readonly sight: (sighting: Sighting) => void;
  /** The shadow root of an element, if it has one that may be read. */
  readonly shadowOf: (element: Element) => ShadowRoot | null;
  /** Called with each shadow root that the walk enters, before it does. */
  readonly enter: (root: ShadowRoot) => void;
};

/** Elements whose children are not read: they show no text, or show it in another way. */
const REJECTED: ReadonlySet<string> = new Set([
  'head',
  'iframe',
  'input',
  'noscript',
  'object',
  'script',
  'style',
  'svg',
  'template',
  'textarea',
]);

/** `Node.ELEMENT_NODE` and `Node.TEXT_NODE`: a look at a global for every node would cost more than the node. */
const ELEMENT = 1;
const TEXT = 3;
const NODES_PER_STEP = 64;
/** Long texts are read in windows, so that no step takes long; windows overlap by more than any address. */
const WINDOW = 65_536;
const OVERLAP = 256;
const MAX_RESTARTS = 3;

/**
 * Reads a subtree in one pass of a TreeWalker and reports every candidate. Yields often; the caller decides when to go
 * on. The page may change in between: where the current node is gone, the walk goes on from its nearest ancestor that is still
 * there.
 */
export function* walk(root: Node, context: WalkContext): Generator<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const seam = new TextJoin<Text>();
  let restarts = 0;
  let count = 0;
  let node: Node | null = root;
  while (node !== null) {
    let descend = true;
    if (node.nodeType === TEXT) {
      const text = node as Text;
      readJoined(text, seam, context);
      for (let from = 0; from < text.length && text.length >= MIN_LENGTH; from += WINDOW) {
        if (from > 0) yield;
        readText(text, from, context);
      }
    } else if (node.nodeType === ELEMENT) {
      const element = node as Element;
      descend = readElement(element, context);
      const shadow = descend ? context.shadowOf(element) : null;
      if (shadow !== null) {
        context.enter(shadow);
        yield* walk(shadow, context);
      }
    }
    count += 1;
    if (count % NODES_PER_STEP === 0) {
      const trail = trailOf(node, root);
      yield;
      const cut = trail.findLastIndex((at, index) => index > 0 && trail[index - 1]?.parentNode !== at);
      if (cut > 0 && restarts < MAX_RESTARTS) {
        restarts += 1;
        walker.currentNode = trail[cut] ?? root;
        descend = true;
      }
      if (!root.isConnected) return;
    }
    node = descend ? walker.nextNode() : nextOutside(walker);
  }
}

function readJoined(node: Text, seam: TextJoin<Text>, { sight }: WalkContext): void {
  const joined = seam.follow(node, () => surroundingsOf(node));
  if (joined === null) return;
  const { candidate, ...range } = joined;
  sight({ candidate, place: { kind: 'text', ...range } });
}

/** Reports candidates in one window of a text; those that end before it were in the window before. */
function readText(node: Text, from: number, { sight }: WalkContext): void {
  const base = Math.max(0, from - OVERLAP);
  for (const candidate of candidatesIn(node.data.slice(base, from + WINDOW), () => surroundingsOf(node))) {
    const startOffset = base + candidate.index;
    const endOffset = startOffset + candidate.length;
    if (endOffset > from) sight({ candidate, place: { kind: 'text', start: node, startOffset, end: node, endOffset } });
  }
}

/** Reads an element's own attributes or value; answers whether what it holds is read too. */
export function readElement(element: Element, context: WalkContext): boolean {
  if (REJECTED.has(element.localName)) {
    if (isTextField(element)) {
      for (const candidate of fieldCandidates(element, 'page')) {
        context.sight({ candidate, place: { kind: 'field', element } });
      }
    }
    return false;
  }
  for (const candidate of attributeCandidates(element, () => surroundingsOf(element))) {
    context.sight({ candidate, place: { kind: 'element', element } });
  }
  return true;
}

/** A node and all that it is inside of, up to the root, nearest first. */
function trailOf(node: Node, root: Node): Node[] {
  const trail: Node[] = [];
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode) trail.push(at);
  return [...trail, root];
}

/** Next node in document order that is not inside the current one. */
function nextOutside(walker: TreeWalker): Node | null {
  for (;;) {
    const sibling = walker.nextSibling();
    if (sibling !== null) return sibling;
    if (walker.parentNode() === null) return null;
  }
}
