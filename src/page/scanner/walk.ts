import { ADDRESS_BEARERS } from '../address-attributes.ts';
import { mayHoldAddress } from '../lookout/sign.ts';
import { isTextField } from '../text-field.ts';
import { elementsOf, shownPartOf, type Tree, textOf } from '../tree.ts';
import { attributeCandidates, candidatesIn, MIN_LENGTH } from './candidate.ts';
import { type Disagreement, disagreementAt } from './disagreement.ts';
import { fieldCandidates } from './field.ts';
import type { Sighting } from './sighting.ts';
import { surroundingsOf } from './surroundings.ts';
import { TextJoin } from './text-join.ts';

/** What a walk needs to know. */
export type WalkContext = {
  readonly sight: (sighting: Sighting) => void;
  /** A shortened address and what is behind it disagree. */
  readonly disagreed: (disagreement: Disagreement) => void;
  /** An element whose inside is left alone: the person is writing in it. */
  readonly edited: Element | null;
};

/** Elements whose texts are not read: they show none, or show it in another way. */
const REJECTED = 'head,iframe,input,noscript,object,script,style,svg,template,textarea';

/** `Node.ELEMENT_NODE` and `Node.TEXT_NODE`: a look at a global for every node would cost more than the node. */
const ELEMENT = 1;
const TEXT = 3;
const NODES_PER_STEP = 64;
const ELEMENTS_PER_STEP = 128;
/** Characters of neighbours that are tested together: only where such a section may hold an address its texts are read one by one. */
const SECTION = 2_000;
/** What stands at the edge of two sections: no address is longer. */
const EDGE = 128;
/** Long texts are read in windows, so that no step takes long; windows overlap by more than any address. */
const WINDOW = 65_536;
const OVERLAP = 256;

/**
 * Reports every candidate in a tree. Yields often; the caller decides when to go on. What the page changes meanwhile may be missed, and is
 * read with the next walk.
 */
export function* walk(tree: Tree, context: WalkContext): Generator<void> {
  const shown = shownPartOf(tree);
  if (shown !== undefined) yield* new Sections(context).read(shown);
  yield* readAttributes(tree, context);
}

/** Reads the texts of a tree, section by section: the browser puts those of a section together much faster than they are read. */
class Sections {
  readonly #context: WalkContext;
  #join = new TextJoin<Text>();
  #nodes: Node[] = [];
  #text = '';
  /** The section before, where it was passed over. */
  #passed: { readonly nodes: readonly Node[]; readonly end: string } = { nodes: [], end: '' };
  #count = 0;

  constructor(context: WalkContext) {
    this.#context = context;
  }

  *read(parent: Node): Generator<void> {
    yield* this.#divide(parent);
    yield* this.#flush();
  }

  *#divide(parent: Node): Generator<void> {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      this.#count += 1;
      if (this.#count % NODES_PER_STEP === 0) yield;
      if (this.#isLeftAlone(node)) continue;
      const text = textOf(node);
      if (text === '') continue;
      if (text.length > SECTION && node.nodeType === ELEMENT) {
        yield;
        if (text.length > WINDOW || mayHoldAddress(text)) {
          yield* this.#divide(node);
          continue;
        }
        yield* this.#flush();
        this.#pass([node], text);
        continue;
      }
      this.#nodes.push(node);
      this.#text += text;
      if (this.#text.length > SECTION) yield* this.#flush();
    }
  }

  /** Reads the texts of a section, and those of the one before it where an address goes over its edge. */
  *#flush(): Generator<void> {
    const [nodes, text] = [this.#nodes, this.#text];
    this.#nodes = [];
    this.#text = '';
    if (text.length > WINDOW || mayHoldAddress(this.#passed.end + text)) {
      for (const node of [...this.#passed.nodes, ...nodes]) yield* this.#readTexts(node);
      this.#passed = { nodes: [], end: text.slice(-EDGE) };
    } else {
      this.#pass(nodes, text);
    }
  }

  #pass(nodes: readonly Node[], text: string): void {
    this.#join = new TextJoin<Text>();
    this.#passed = { nodes, end: text.slice(-EDGE) };
  }

  *#readTexts(node: Node): Generator<void> {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = node.nodeType === TEXT ? (node as Text) : (walker.nextNode() as Text | null);
    for (; text !== null; text = walker.nextNode() as Text | null) {
      this.#count += 1;
      if (this.#count % NODES_PER_STEP === 0) yield;
      const { parentElement } = text;
      if (parentElement?.closest(REJECTED) || this.#isLeftAlone(text)) continue;
      readJoined(text, this.#join, this.#context);
      for (let from = 0; from < text.length && text.length >= MIN_LENGTH; from += WINDOW) {
        if (from > 0) yield;
        readText(text, from, this.#context);
      }
    }
  }

  #isLeftAlone(node: Node): boolean {
    const { edited } = this.#context;
    if (node.nodeType !== TEXT && (node.nodeType !== ELEMENT || (node as Element).matches(REJECTED))) return true;
    return edited?.contains(node) === true;
  }
}

function readJoined(node: Text, join: TextJoin<Text>, { sight }: WalkContext): void {
  const joined = join.follow(node, () => surroundingsOf(node));
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

/** Reports candidates in links, labels and fields. */
function* readAttributes(tree: Tree, { sight, disagreed, edited }: WalkContext): Generator<void> {
  let count = 0;
  for (const element of elementsOf(tree, ADDRESS_BEARERS)) {
    count += 1;
    if (count % ELEMENTS_PER_STEP === 0) yield;
    if (!(element instanceof HTMLElement) || edited?.contains(element)) continue;
    if (isTextField(element))
      for (const candidate of fieldCandidates(element, 'page')) sight({ candidate, place: { kind: 'field', element } });
    else {
      const candidates = attributeCandidates(element, () => surroundingsOf(element));
      for (const candidate of candidates) sight({ candidate, place: { kind: 'element', element } });
      const disagreement = disagreementAt(element, candidates);
      if (disagreement !== null) disagreed(disagreement);
    }
  }
}
