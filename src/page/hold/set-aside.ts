export const XHTML = 'http://www.w3.org/1999/xhtml';
/** Elements that load or run something by themselves. */
const LOADING = /^(iframe|frame|object|embed|img|image|video|audio|portal|fencedframe)$/;
/** Elements of which a document has one, and whose handlers are mostly those of its window. */
const PAGE_PART = /^(html|head|body|frameset)$/;

type Place = { readonly element: Element; readonly parent: Node; readonly next: Node | null };

/**
 * The element that the parser of HTML puts into a document before it stops, which is that of the token it was at. One that could run
 * something without waiting as scripts do is kept in a document of its own, in which nothing runs, until it may.
 */
export class SetAside {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  readonly #handled: (types: readonly string[]) => void;
  #places: Place[] = [];
  /** Those of which an event came while they were away. */
  readonly #missed = new WeakSet<EventTarget>();
  #inert: Document | null = null;

  /** @param handled called with the types of events that the root and the body have handlers for */
  constructor(document: Document, handled: (types: readonly string[]) => void) {
    this.#document = document;
    this.#handled = handled;
    this.#observer = new MutationObserver((records) => this.#look(records));
  }

  /** Begins with the root, which is there before any script of ours runs. @param root that of the page itself */
  watch(root: Element | null): void {
    if (root) this.#judge(root);
    // An observer slows down every later change of its document, even after it is disconnected (Chromium 156).
    if (root && this.#isHtmlTag(root)) return;
    for (const node of [this.#document, root])
      if (node) this.#observer.observe(node, { childList: true, subtree: true });
  }

  /**
   * Whether the parser is at the tag of the root itself, so that it adds nothing else before it stops. A root that the parser of HTML
   * made up, because the document begins with another tag, has no attributes (HTML Standard, section 13.2.6.4.2).
   */
  #isHtmlTag(root: Element): boolean {
    return !(this.#document instanceof XMLDocument) && root.hasAttributes() && root.firstChild === null;
  }

  /** Does work of our own on the document. */
  unseen(work: () => void): void {
    this.#look(this.#observer.takeRecords());
    work();
    this.#observer.takeRecords();
  }

  /** Leaves everything where it is, for a document that is given up. */
  drop(): void {
    this.#observer.disconnect();
    this.#places = [];
    this.#inert = null;
  }

  /** Puts everything back where it was. */
  end(): void {
    this.#observer.disconnect();
    for (const { element, parent, next } of this.#places.reverse()) {
      parent.insertBefore(this.#document.adoptNode(element), next?.parentNode === parent ? next : null);
      if (this.#missed.has(element)) revive(element);
    }
    this.#places = [];
    this.#inert = null;
  }

  #look(records: readonly MutationRecord[]): void {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) this.#judge(node);
  }

  #judge(element: Element): void {
    const types = element.getAttributeNames().flatMap((name) => (/^on/i.test(name) ? [name.slice(2)] : []));
    if (element.namespaceURI === XHTML && PAGE_PART.test(element.localName)) this.#handled(types);
    // What was added below an element that is set aside by now went with it, as everything does in XML.
    else if (element.ownerDocument === this.#document && (types.length > 0 || LOADING.test(element.localName)))
      this.#keep(element, types);
  }

  #keep(element: Element, types: readonly string[]): void {
    const parent = element.parentNode;
    if (parent === null) return;
    this.#places.push({ element, parent, next: element.nextSibling });
    this.#inert ??= this.#document.implementation.createHTMLDocument('');
    // A handler that is called where nothing runs is taken for one that says nothing, and stays so.
    for (const type of types) this.#inert.addEventListener(type, this.#miss, { capture: true });
    this.#inert.body.append(element);
  }

  readonly #miss = (event: Event): void => {
    event.stopImmediatePropagation();
    if (event.target) this.#missed.add(event.target);
  };
}

/** Has an element do once more what it did in vain while it was away. A `javascript:` frame does not: no script of ours may load one. */
function revive(element: Element): void {
  if (element instanceof HTMLMediaElement) element.load();
  if (element instanceof HTMLDetailsElement && element.open)
    element.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
}

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
