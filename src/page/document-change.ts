/**
 * Tells whether a document has changed, in nodes, texts or attributes. An iterator of XPath knows that by itself (DOM Level 3 XPath,
 * section 1.3.4, `invalidIteratorState`): what the page does costs nothing, however often it does it, and to ask costs next to nothing.
 */
export class DocumentChange {
  // The one of the document could be hidden by an element that a page names after it.
  readonly #evaluator = new XPathEvaluator();
  #iterators: readonly XPathResult[] = [];
  /** The document that was noted: a frame can be given another one. */
  #noted: Document | null = null;
  #hasEmptyRoot = false;

  /** True where something has changed since `note`, or may have. */
  get happened(): boolean {
    return (
      this.#noted !== document ||
      this.#hasEmptyRoot ||
      this.#iterators.some(({ invalidIteratorState }) => invalidIteratorState)
    );
  }

  /** What changes from now on counts. @param roots shadow roots, which Firefox tells apart from their document */
  note(roots: ReadonlySet<ShadowRoot>): void {
    const places = [document, ...[...roots].map(({ firstChild }) => firstChild)];
    // An iterator takes no root itself, so nothing would tell of the first node of an empty one.
    this.#hasEmptyRoot = places.includes(null);
    this.#noted = document;
    this.#iterators = places.flatMap((place) => (place ? this.#iterator(place) : []));
  }

  #iterator(place: Node): XPathResult {
    return this.#evaluator.evaluate('.', place, null, XPathResult.UNORDERED_NODE_ITERATOR_TYPE, null);
  }
}
