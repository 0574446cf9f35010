export const XHTML = 'http://www.w3.org/1999/xhtml';
/** Elements that load or run something by themselves. */
const LOADING = /^(iframe|frame|object|embed|img|image|video|audio|portal|fencedframe)$/;
/** Elements that exist once in a document; most of their handlers are those of the window. */
const PAGE_PART = /^(html|head|body|frameset)$/;

type Place = { readonly element: Element; readonly parent: Node; readonly next: Node | null };

/**
 * Sets aside the element that the HTML parser inserts before it stops, from the token it was processing. An element
 * that could run something without waiting as scripts do is kept in an inert document until it may run.
 */
export class SetAside {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  readonly #handled: (types: readonly string[]) => void;
  #places: Place[] = [];
  /** Elements that missed an event while they were set aside. */
  readonly #missed = new WeakSet<EventTarget>();
  #inert: Document | null = null;

  /** @param handled called with the event types that the root and the body have handlers for */
  constructor(document: Document, handled: (types: readonly string[]) => void) {
    this.#document = document;
    this.#handled = handled;
    this.#observer = new MutationObserver((records) => this.#look(records));
  }

  /** Starts with the root, which exists before any of our scripts runs. @param root the page's own root */
  watch(root: Element | null): void {
    if (root) this.#judge(root);
    // An observer slows down every later change of its document, even after it is disconnected (Chromium 156).
    if (root && this.#isHtmlTag(root)) return;
    for (const node of [this.#document, root])
      if (node) this.#observer.observe(node, { childList: true, subtree: true });
  }

  /**
   * Whether the parser is at the tag of the root itself, so that it adds nothing else before it stops. If the document
   * begins with another tag, the HTML parser creates a root without attributes (HTML Standard, section 13.2.6.4.2).
   */
  #isHtmlTag(root: Element): boolean {
    return !(this.#document instanceof XMLDocument) && root.hasAttributes() && root.firstChild === null;
  }

  /** Runs our own changes to the document, without setting their elements aside. */
  unseen(work: () => void): void {
    this.#look(this.#observer.takeRecords());
    work();
    this.#observer.takeRecords();
  }

  /** Leaves everything where it is, for a discarded document. */
  drop(): void {
    this.#observer.disconnect();
    this.#places = [];
    this.#inert = null;
  }

  /** Puts everything back in place. */
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
    // Elements added below an element that is already set aside went with it, as always in XML.
    else if (element.ownerDocument === this.#document && (types.length > 0 || LOADING.test(element.localName)))
      this.#keep(element, types);
  }

  #keep(element: Element, types: readonly string[]): void {
    const parent = element.parentNode;
    if (parent === null) return;
    this.#places.push({ element, parent, next: element.nextSibling });
    this.#inert ??= this.#document.implementation.createHTMLDocument('');
    // The browser compiles a handler to nothing if it is called in an inert document, and keeps that result.
    for (const type of types) this.#inert.addEventListener(type, this.#miss, { capture: true });
    this.#inert.body.append(element);
  }

  readonly #miss = (event: Event): void => {
    event.stopImmediatePropagation();
    if (event.target) this.#missed.add(event.target);
  };
}

/**
 * Makes an element repeat what it did in vain while it was set aside. A `javascript:` frame does not: our scripts may
 * not load one.
 */
function revive(element: Element): void {
  if (element instanceof HTMLMediaElement) element.load();
  if (element instanceof HTMLDetailsElement && element.open)
    element.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
}

/**
 * Replaces the root of an XML document by a stand-in with an empty body, while the root itself waits in an inert
 * document. The XML parser checks whether to stop only at the end of an element, and runs an ended script unless it is
 * in no document.
 *
 * Such a script is lost: the policy of the content script's isolated world forbids inline scripts, so we cannot
 * recreate it. A document that begins with a script is therefore reloaded, and then parsed without a stand-in.
 */
export class StandInRoot {
  readonly #document: Document;
  #root: Element | null = null;
  #standIn: Element | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** @returns the page's own root, which stays in place in HTML */
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

  /** Puts the root back. @returns false where the document has lost a script and must be reloaded */
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
