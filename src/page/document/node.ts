/**
 * Reads properties of the page's nodes through the prototypes' getters. A form field hides the form's property of the
 * same name, even from extension scripts, and a named element does so on its document.
 */
function getterOf<Owner extends object, Name extends keyof Owner>(owner: () => Owner, name: Name) {
  // Resolved on first use: tests without a DOM load this module too.
  let get: ((this: Owner) => Owner[Name]) | undefined;
  return (of: Owner): Owner[Name] => {
    get ??= Object.getOwnPropertyDescriptor(owner(), name)!.get as (this: Owner) => Owner[Name];
    return get.call(of);
  };
}

export const baseOf = getterOf(() => Node.prototype, 'baseURI');
export const childNodesOf = getterOf(() => Node.prototype, 'childNodes');
export const firstChildOf = getterOf(() => Node.prototype, 'firstChild');
export const nextSiblingOf = getterOf(() => Node.prototype, 'nextSibling');
export const nodeTypeOf = getterOf(() => Node.prototype, 'nodeType');
export const parentNodeOf = getterOf(() => Node.prototype, 'parentNode');
export const parentElementOf = getterOf(() => Node.prototype, 'parentElement');
export const localNameOf = getterOf(() => Element.prototype, 'localName');
export const slotOf = getterOf(() => Element.prototype, 'assignedSlot');
const textContentOf = getterOf(() => Node.prototype, 'textContent');

/** The concatenated texts of a node, including scripts and styles. */
export const textOf = (node: Node): string => textContentOf(node) ?? '';

export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);
export const contains = (node: Node, other: Node | null): boolean => Node.prototype.contains.call(node, other);
export const matches = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);
export const closest = (element: Element, selector: string): Element | null =>
  Element.prototype.closest.call(element, selector);
export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);
export const attributeNamesOf = (element: Element): string[] => Element.prototype.getAttributeNames.call(element);
export const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
export const isVisible = (element: Element, options: CheckVisibilityOptions): boolean =>
  Element.prototype.checkVisibility.call(element, options);
