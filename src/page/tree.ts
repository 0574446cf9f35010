/** A document or a shadow root: where elements and texts are looked for. */
export type Tree = Document | ShadowRoot;

// Of the prototypes: an element of the page can stand in front of what a document or a form says of itself.
const { querySelectorAll } = Document.prototype;
const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!.get as (
  this: Node,
) => string | null;

/** The elements of a tree that a selector matches, in order, as they are now. */
export const elementsOf = (tree: Tree, selector: string): NodeListOf<Element> =>
  tree instanceof Document ? querySelectorAll.call(tree, selector) : tree.querySelectorAll(selector);

/** All texts of a node put together, those of scripts and styles too. */
export const textOf = (node: Node): string => textContent.call(node) ?? '';

/** What of a tree shows texts; undefined for a document without elements. */
export const shownPartOf = (tree: Tree): Element | ShadowRoot | undefined =>
  tree instanceof Document ? (elementsOf(tree, 'body')[0] ?? elementsOf(tree, ':root')[0]) : tree;
