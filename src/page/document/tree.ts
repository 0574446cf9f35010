import { mayHoldAddress } from '../../asset/address/sign.ts';
import type { IdleTime } from './frame-time.ts';
import { attributeOf } from './node.ts';
import { CARRIERS, otherDataOf, READ_ATTRIBUTES, readableText } from './readable.ts';

/** A document or a shadow root, in which elements and texts are searched. */
export type Tree = Document | ShadowRoot;

// From the prototype: a named element of the page can hide the document's own property.
const { querySelectorAll } = Document.prototype;

/** The elements of a tree that match a selector, in order, as of now. */
export const elementsOf = (tree: Tree, selector: string): NodeListOf<Element> =>
  tree instanceof Document ? querySelectorAll.call(tree, selector) : tree.querySelectorAll(selector);

/** The part of a tree that shows text; undefined for a document without elements. */
export const shownPartOf = (tree: Tree): Element | ShadowRoot | undefined =>
  tree instanceof Document ? (elementsOf(tree, 'body')[0] ?? elementsOf(tree, ':root')[0]) : tree;

const ELEMENTS_PER_STEP = 256;

/** The elements of a tree with an attribute that may hold an address, possibly repeated; undefined for a pause. */
export function* addressHolders(tree: Tree): Generator<Element | undefined> {
  const mayHold = (element: Element, name: string) => mayHoldAddress(readableText(attributeOf(element, name)));
  const carries = (element: Element) => otherDataOf(element).some((name) => mayHold(element, name));
  let count = 0;
  for (const [name, selector] of [...READ_ATTRIBUTES, [null, CARRIERS] as const]) {
    yield;
    for (const element of elementsOf(tree, selector)) {
      count += 1;
      if (count % ELEMENTS_PER_STEP === 0) yield;
      if (name === null ? carries(element) : mayHold(element, name)) yield element;
    }
  }
}

/** Minimum milliseconds between two searches for shadow roots in a page without any: they take longer than all else. */
const INTERVAL_MS = 5_000;
/** All elements but forms, whose fields may hide their properties, and the most frequent ones that have no root. */
const POSSIBLE_HOSTS = ':not(form,a,b,br,button,i,img,input,label,li,option,path,script,td,tr,ul)';

/** The known shadow roots of a document. */
export class ShadowRoots {
  readonly known = new Set<ShadowRoot>();
  readonly #shadowOf: (element: Element) => ShadowRoot | null;
  readonly #time: Pick<IdleTime, 'now'>;
  #soughtAt = Number.NEGATIVE_INFINITY;
  #hasChanged = true;

  /** @param shadowOf the root of an element, if it has one that may be read; called for those that may have one */
  constructor(shadowOf: (element: Element) => ShadowRoot | null, time: Pick<IdleTime, 'now'>) {
    this.#shadowOf = shadowOf;
    this.#time = time;
  }

  /** True where the document has changed since the last search and a new search is due. */
  get isDue(): boolean {
    return this.#hasChanged && (this.known.size > 0 || this.#time.now() - this.#soughtAt >= INTERVAL_MS);
  }

  /** Call when the document has changed: searches for roots if due, in roots too, and drops those that are gone. */
  *follow(): Generator<void> {
    this.#hasChanged = true;
    if (!this.isDue) return;
    this.#hasChanged = false;
    this.#soughtAt = this.#time.now();
    for (const root of this.known) if (!root.isConnected) this.known.delete(root);
    const trees: Tree[] = [document];
    let count = 0;
    for (const tree of trees) {
      for (const element of elementsOf(tree, POSSIBLE_HOSTS)) {
        count += 1;
        if (count % ELEMENTS_PER_STEP === 0) yield;
        // Without a call of ours for most elements, which would take longer than the rest. A closed root is sought on
        // custom elements and on those without children.
        if (element.shadowRoot === null && element.hasChildNodes() && !element.localName.includes('-')) continue;
        const root = this.#shadowOf(element);
        if (root === null) continue;
        this.known.add(root);
        trees.push(root);
      }
    }
  }
}
