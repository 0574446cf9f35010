const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Stands in the place of the root of an XML document, with an empty body, while the root itself waits where nothing runs. There the
 * parser looks whether it is to stop only where an element ends, and runs the script that this may be, unless it is in no document.
 *
 * Such a script is let go for good: no script may make another one of it either, because the policy of a content script's own world
 * forbids inline ones. So a document that begins with one is loaded again, and then it is read as it stands.
 */
export class StandInRoot {
  readonly #document: Document;
  #root: Element | null = null;
  #standIn: Element | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** @returns the root of the page itself, which stays where it is in HTML */
  put(): Element | null {
    const root = this.#document.documentElement;
    if (root === null || !(this.#document instanceof XMLDocument) || isReload()) return root;
    const standIn = this.#document.createElementNS(XHTML, 'html');
    standIn.append(this.#document.createElementNS(XHTML, 'body'));
    this.#document.replaceChild(standIn, root);
    this.#document.implementation.createHTMLDocument('').createDocumentFragment().append(root);
    this.#root = root;
    this.#standIn = standIn;
    return root;
  }

  /** Puts the root itself back. @returns false where the document has lost a script and is to be loaded again */
  remove(): boolean {
    const [root, standIn] = [this.#root, this.#standIn];
    if (root === null || standIn?.parentNode !== this.#document) return true;
    if (root.matches('script') || root.querySelector('script')) return false;
    this.#document.replaceChild(this.#document.adoptNode(root), standIn);
    this.#root = null;
    this.#standIn = null;
    return true;
  }
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
