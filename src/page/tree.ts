import type { IdleTime } from './frame-time.ts';

/** A document or a shadow root: where elements and texts are looked for. */
export type Tree = Document | ShadowRoot;

// Of the prototype: a page can give an element the name of a property of its document.
const { querySelectorAll } = Document.prototype;

/** The elements of a tree that a selector matches, in order, as they are now. */
export const elementsOf = (tree: Tree, selector: string): NodeListOf<Element> =>
  tree instanceof Document ? querySelectorAll.call(tree, selector) : tree.querySelectorAll(selector);

/** What of a tree shows texts; undefined for a document without elements. */
export const shownPartOf = (tree: Tree): Element | ShadowRoot | undefined =>
  tree instanceof Document ? (elementsOf(tree, 'body')[0] ?? elementsOf(tree, ':root')[0]) : tree;

/** Milliseconds in which a page without shadow roots is not searched for new ones, which takes longer than all the rest. */
const INTERVAL_MS = 5_000;
const ELEMENTS_PER_STEP = 256;

/** The shadow roots of a document, as far as they are known. */
export class ShadowRoots {
  readonly known = new Set<ShadowRoot>();
  readonly #shadowOf: (element: Element) => ShadowRoot | null;
  readonly #time: Pick<IdleTime, 'now'>;
  #soughtAt = Number.NEGATIVE_INFINITY;
  #hasChanged = true;

  /** @param shadowOf the root of an element, if it has one that may be read */
  constructor(shadowOf: (element: Element) => ShadowRoot | null, time: Pick<IdleTime, 'now'>) {
    this.#shadowOf = shadowOf;
    this.#time = time;
  }

  /** True where the document has changed since roots were sought, and it is time to do it again. */
  get isDue(): boolean {
    return this.#hasChanged && (this.known.size > 0 || this.#time.now() - this.#soughtAt >= INTERVAL_MS);
  }

  /** Call where the document has changed: seeks roots, also roots in roots, where it is time for that, and drops those that are gone. */
  *follow(): Generator<void> {
    this.#hasChanged = true;
    if (!this.isDue) return;
    this.#hasChanged = false;
    this.#soughtAt = this.#time.now();
    for (const root of this.known) if (!root.isConnected) this.known.delete(root);
    const trees: Tree[] = [document];
    let count = 0;
    for (const tree of trees) {
      for (const element of elementsOf(tree, '*')) {
        count += 1;
        if (count % ELEMENTS_PER_STEP === 0) yield;
        const root = this.#shadowOf(element);
        if (root === null) continue;
        this.known.add(root);
        trees.push(root);
      }
    }
  }
}
