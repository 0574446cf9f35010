import { type Candidate, candidatesIn } from '../../asset/address/shape.ts';
import { mayHoldAddress } from '../../asset/address/sign.ts';
import { generatingElements } from '../document/generated.ts';
import {
  attributeOf,
  childNodesOf,
  closest,
  contains,
  firstChildOf,
  localNameOf,
  matches,
  nextSiblingOf,
  nodeTypeOf,
  parentElementOf,
  parentNodeOf,
  textOf,
} from '../document/node.ts';
import {
  FIELDS,
  isTextField,
  otherDataOf,
  type TextField,
  UNREAD,
  WINDOW_LENGTH,
  WINDOW_OVERLAP,
} from '../document/readable.ts';
import { isTextShown } from '../document/shown-text.ts';
import { addressHolders, elementsOf, shownPartOf, type Tree } from '../document/tree.ts';
import { attributeCandidates, fieldCandidates, MIN_LENGTH, type Sighting } from './candidate.ts';
import { goesOn, isLoose, isPromising, PartedElements, shownSightings, withSource } from './shown-candidates.ts';
import { TextJoin } from './text-join.ts';

/** The inputs of a walk. */
export type WalkContext = {
  readonly sight: (sighting: Sighting) => void;
  /** An element whose content is skipped because the person is writing in it. */
  readonly edited: Element | null;
};

/** `Node.ELEMENT_NODE` and `Node.TEXT_NODE`: reading a global for every node would cost more than the node. */
const ELEMENT = 1;
const TEXT = 3;
const NODES_PER_STEP = 64;
const ELEMENTS_PER_STEP = 128;
/** Characters of neighbouring texts that are tested together; read one by one only where they may hold an address. */
const SECTION_LENGTH = 2_000;
/** Characters kept at the edge of two sections: no address is longer. */
const EDGE_LENGTH = 128;
/** Characters of an EVM address with its sign. */
const EVM_LENGTH = 42;
/** Maximum elements that are read as they are shown in one walk, which takes longer. */
const MAX_PARTED = 100;

/** Reports every candidate in a tree, with many pauses. Changes in between may be missed until the next walk. */
export function* walk(tree: Tree, context: WalkContext): Generator<void> {
  const shown = shownPartOf(tree);
  if (shown !== undefined) yield* new Sections(context, generatingElements(tree)).read(shown);
  yield* readAttributes(tree, context);
}

/** Reads the texts of a tree by sections, which the browser joins much faster than texts can be read. */
class Sections {
  readonly #context: WalkContext;
  #join = new TextJoin<Text>();
  #nodes: Node[] = [];
  #text = '';
  #passed: { readonly nodes: readonly Node[]; readonly end: string } = { nodes: [], end: '' };
  #count = 0;
  readonly #generating: ReadonlySet<Element>;
  /** Elements whose texts may make up an address only as they are shown, and texts in further ones. */
  readonly #parted = new Set<Element>();
  readonly #loose = new Set<Text>();
  readonly #elements = new PartedElements();
  /** Texts with a script or a style behind them. */
  readonly #interrupted = new Set<Text>();
  readonly #found = new Map<Text, Set<string>>();
  /** Addresses of which a part is not shown, each in its element. */
  readonly #partlyShown = new Map<Element, Sighting[]>();

  constructor(context: WalkContext, generating: readonly Element[]) {
    this.#context = context;
    this.#generating = new Set(generating);
    for (const element of generating) this.#parted.add(parentElementOf(element) ?? element);
  }

  *read(parent: Node): Generator<void> {
    yield* this.#divide(parent);
    yield* this.#flush();
    for (const text of this.#loose) {
      if (this.#found.has(text)) continue;
      yield;
      const element = this.#elements.around(text);
      if (element !== null) this.#parted.add(element);
    }
    let left = MAX_PARTED;
    for (const element of this.#parted) {
      yield;
      if (!isPromising(element) && !this.#partlyShown.has(element) && this.#generating.size === 0) continue;
      this.#readShown(element);
      left -= 1;
      if (left === 0) break;
    }
  }

  #readShown(element: Element): void {
    const { edited } = this.#context;
    if (edited !== null && (contains(element, edited) || contains(edited, element))) return;
    const shown = shownSightings(element, this.#generating, () => surroundingsOf(element));
    const others = shown.filter(
      ({ candidate, place }) => place.kind !== 'text' || !this.#found.get(place.start)?.has(candidate.content),
    );
    const partly = this.#partlyShown.get(element) ?? [];
    for (const sighting of others.length > 0 ? others : partly) this.#context.sight(sighting);
  }

  #sight(sighting: Sighting): void {
    if (sighting.place.kind === 'text') this.#note(sighting.place.start, sighting.candidate);
    this.#context.sight(sighting);
  }

  #note(text: Text, { content }: Candidate): void {
    this.#found.set(text, (this.#found.get(text) ?? new Set()).add(content));
  }

  *#divide(parent: Node): Generator<void> {
    let at = 0;
    for (let node: Node | null = firstChildOf(parent); node !== null; node = nodeAfter(node, parent, at), at += 1) {
      this.#count += 1;
      if (this.#count % NODES_PER_STEP === 0) yield;
      // What is not to be read is left out of a section only where it is long: asking every node takes longest.
      const text = textOf(node);
      if (text === '') continue;
      if (text.length > SECTION_LENGTH && nodeTypeOf(node) !== TEXT) {
        if (this.#isLeftAlone(node)) continue;
        yield;
        if (text.length > WINDOW_LENGTH || mayHoldAddress(text)) {
          yield* this.#divide(node);
          continue;
        }
        yield* this.#flush();
        this.#pass([node], text);
        continue;
      }
      this.#nodes.push(node);
      this.#text += text;
      if (this.#text.length > SECTION_LENGTH) yield* this.#flush();
    }
  }

  /** Reads the texts of a section, and those of the previous one if an address crosses its edge. */
  *#flush(): Generator<void> {
    const [nodes, text] = [this.#nodes, this.#text];
    this.#nodes = [];
    this.#text = '';
    if (text.length > WINDOW_LENGTH || mayHoldAddress(this.#passed.end + text)) {
      for (const node of [...this.#passed.nodes, ...nodes]) yield* this.#readTexts(node);
      this.#passed = { nodes: [], end: text.slice(-EDGE_LENGTH) };
    } else {
      this.#pass(nodes, text);
    }
  }

  #pass(nodes: readonly Node[], text: string): void {
    this.#join = new TextJoin<Text>();
    this.#passed = { nodes, end: text.slice(-EDGE_LENGTH) };
  }

  *#readTexts(node: Node): Generator<void> {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let next = nodeTypeOf(node) === TEXT ? (node as Text) : (walker.nextNode() as Text | null);
    let last: Text | null = null;
    while (next !== null) {
      const [before, text]: [Text | null, Text] = [last, next];
      last = text;
      next = walker.nextNode() as Text | null;
      this.#count += 1;
      if (this.#count % NODES_PER_STEP === 0) yield;
      const { parentElement } = text;
      if ((parentElement !== null && closest(parentElement, UNREAD)) || this.#isLeftAlone(text)) {
        if (before !== null) this.#interrupted.add(before);
        continue;
      }
      this.#readJoined(text, next);
      for (let from = 0; from < text.length && text.length >= MIN_LENGTH; from += WINDOW_LENGTH) {
        if (from > 0) yield;
        this.#readText(text, from);
      }
      if ((isLoose(text, before, next) || this.#join.isFull) && !this.#found.has(text)) this.#loose.add(text);
    }
  }

  /** @param next the text behind it: an address that may go on in it is read as it is shown */
  #readJoined(node: Text, next: Text | null): void {
    for (const { candidate, nodes, before, ...range } of this.#join.follow(node, () => surroundingsOf(node))) {
      const isWhole = !nodes.some((each) => each !== node && this.#interrupted.has(each));
      const sighting: Sighting = { candidate, place: isWhole ? { kind: 'text', ...range } : withSource(range) };
      const isOpen = next !== null && goesOn(node, next);
      const isShown = () => this.#isComplete(candidate, before, range.start) || nodes.every(isTextShown);
      const element = !isOpen && isShown() ? null : this.#elements.around(range.start);
      if (element === null) {
        this.#sight(sighting);
        // The shape of others is not certain: with a number before it an address of one family looks like one of another.
        if (candidate.content.startsWith('0x')) for (const each of nodes) this.#note(each, candidate);
        continue;
      }
      this.#parted.add(element);
      if (!isOpen) this.#partlyShown.set(element, [...(this.#partlyShown.get(element) ?? []), sighting]);
    }
  }

  /** Whether nothing touches a candidate of a fixed length, so that with less of it shown no other address would be. */
  #isComplete({ content }: Candidate, before: Text | null, start: Text): boolean {
    const isEvm = content.length === EVM_LENGTH && content.startsWith('0x');
    return isEvm && this.#generating.size === 0 && (before === null || !goesOn(before, start));
  }

  /** Reports candidates in one window of a text; those that end before it were reported with the previous window. */
  #readText(node: Text, from: number): void {
    const base = Math.max(0, from - WINDOW_OVERLAP);
    for (const candidate of candidatesIn(node.data.slice(base, from + WINDOW_LENGTH), () => surroundingsOf(node))) {
      const startOffset = base + candidate.index;
      const endOffset = startOffset + candidate.length;
      if (endOffset > from)
        this.#sight({ candidate, place: { kind: 'text', start: node, startOffset, end: node, endOffset } });
    }
  }

  #isLeftAlone(node: Node): boolean {
    const { edited } = this.#context;
    const type = nodeTypeOf(node);
    if (type !== TEXT && (type !== ELEMENT || matches(node as Element, UNREAD))) return true;
    return edited !== null && contains(edited, node);
  }
}

/** The next child of a parent. If the page has removed this one meanwhile, the one that is now at its index. */
const nodeAfter = (node: Node, parent: Node, index: number): Node | null =>
  parentNodeOf(node) === parent ? nextSiblingOf(node) : (childNodesOf(parent)[index] ?? null);

function* readAttributes(tree: Tree, { sight, edited }: WalkContext): Generator<void> {
  let count = 0;
  const isPause = (): boolean => {
    count += 1;
    return count % ELEMENTS_PER_STEP === 0;
  };
  const isEdited = (element: Element): boolean => edited !== null && contains(edited, element);
  for (const element of elementsOf(tree, FIELDS)) {
    if (isPause()) yield;
    if (!isEdited(element))
      for (const candidate of fieldCandidates(element as TextField, 'page', () => surroundingsOf(element)))
        sight({ candidate, place: { kind: 'field', element: element as TextField } });
  }
  const holding = new Set<Element>();
  for (const element of addressHolders(tree))
    if (element) holding.add(element);
    else yield;
  for (const element of holding) {
    if (isPause()) yield;
    if (isTextField(element) || isEdited(element)) continue;
    const attributes = {
      localName: localNameOf(element),
      getAttribute: (name: string) => attributeOf(element, name),
      otherData: otherDataOf(element),
    };
    for (const candidate of attributeCandidates(attributes, () => surroundingsOf(element)))
      sight({ candidate, place: { kind: 'element', element } });
  }
}

/** Maximum characters read of each thing around an address: a heading, a table row, a card. */
const MAX_SURROUNDING_LENGTH = 600;
/** Maximum levels to search upwards for a row or a card. */
const MAX_LEVELS = 5;

/** What a field is called. */
const LABELS = ['placeholder', 'aria-label', 'name'] as const;

/**
 * The text around a node, for address families that need a keyword nearby: the host and title of the document, the
 * target of a link around the node, the name of a field, and the text of the nearest elements that hold little more than the node.
 */
export function surroundingsOf(node: Node): string {
  const parts = [location.hostname, document.title.slice(0, MAX_SURROUNDING_LENGTH)];
  if (node instanceof Element) parts.push(...LABELS.map((name) => attributeOf(node, name) ?? ''));
  let around = node;
  let at: Node | null = node;
  for (let level = 0; level < MAX_LEVELS && at !== null; level += 1) {
    if (at instanceof HTMLAnchorElement) parts.push(at.href.slice(0, MAX_SURROUNDING_LENGTH));
    const whole = textOf(at);
    if (whole.length > MAX_SURROUNDING_LENGTH) break;
    // The host of a shadow root has no text of its own.
    if (whole !== '') around = at;
    at = parentNodeOf(at) ?? (at instanceof ShadowRoot ? at.host : null);
  }
  return [...parts, ...textsIn(around)].join(' ');
}

/** Text by text: in `Solana</dt><dd>EPj…` no blank ends the word. */
function textsIn(around: Node): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  for (let next = walker.nextNode(); next !== null; next = walker.nextNode()) {
    const parent = parentElementOf(next);
    if (parent === null || !closest(parent, UNREAD)) texts.push((next as Text).data);
  }
  return texts;
}
