export type StyledRoot = Element & { readonly style?: CSSStyleDeclaration };

/**
 * Holds properties of the root's own `style` against the page, and gives the page back what it had set itself. A
 * declaration there that says `!important` outweighs every rule of the page's sheets, in whatever layer they stand
 * (CSS Cascading and Inheritance 5, section 6.1).
 */
export class RootStyle {
  #root: StyledRoot | null = null;
  /** What the page itself has set, by property. */
  readonly #own = new Map<string, { value: string; priority: string }>();
  /** The attribute as the page wrote it, and what it means. */
  #written: { readonly text: string; readonly meaning: string } | null = null;

  /** The element to hold; another one than before begins again. */
  take(root: Element | null): void {
    if (root === this.#root) return;
    this.#own.clear();
    this.#root = root;
    const text = root?.getAttribute('style') ?? null;
    this.#written = text === null ? null : { text, meaning: this.#root?.style?.cssText ?? '' };
  }

  /** Sets a property, again where the page has set it since. */
  hold(property: string, held: string): void {
    const style = this.#root?.style;
    if (!style) return;
    const value = style.getPropertyValue(property);
    const priority = style.getPropertyPriority(property);
    if (value === held && priority === 'important' && this.#own.has(property)) return;
    this.#own.set(property, { value, priority });
    style.setProperty(property, held, 'important');
  }

  /** Gives one property back. */
  release(property: string): void {
    const own = this.#own.get(property);
    const style = this.#root?.style;
    if (!own || !style) return;
    this.#own.delete(property);
    if (own.value === '') style.removeProperty(property);
    else style.setProperty(property, own.value, own.priority);
  }

  /** Gives everything back, and the element as it was. */
  restore(): void {
    for (const property of [...this.#own.keys()]) this.release(property);
    const root = this.#root;
    if (!this.#written && root?.getAttribute('style') === '') root.removeAttribute('style');
    // Its own spelling, which the page may read. One that means nothing is not written: what a policy of the page refused would hold.
    if (this.#written?.meaning && root?.style?.cssText === this.#written.meaning)
      root.setAttribute('style', this.#written.text);
    this.#root = null;
  }
}
