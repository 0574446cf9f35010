/** Hides everything, whatever the page does: the specificity outweighs `!important` rules of the page. */
const RULES = [
  `${':root'.repeat(15)}{display:none!important}`,
  `${':root'.repeat(14)}{opacity:0!important}`,
  // The browser draws these above the root. Each has a rule of its own, so that an unknown selector disables only
  // itself.
  ...[':modal', ':popover-open', ':fullscreen', '::backdrop'].map((name) => `${name}{opacity:0!important}`),
];

const TEXT = RULES.join('\n');

/** Removes the style element that a guard of an earlier version left in a page where it could not adopt a sheet. */
export function removeEarlierSheet(document: Document): void {
  for (const element of document.documentElement?.children ?? [])
    if (element.localName === 'style' && element.textContent === TEXT) element.remove();
}

/**
 * The style sheet of a hidden page. It makes the browser recalculate all styles of the page, so only a suspected page
 * gets it.
 */
export class CurtainSheet {
  readonly #document: Document;
  #sheet: CSSStyleSheet | HTMLStyleElement | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Adds the sheet if it is not in the document. */
  ensure(): void {
    if (this.#sheet === null) this.#add();
    else if (this.#sheet instanceof CSSStyleSheet) this.#adopt(this.#sheet);
    else if (!this.#sheet.isConnected) this.#document.documentElement?.append(this.#sheet);
  }

  remove(): void {
    const sheet = this.#sheet;
    this.#sheet = null;
    if (sheet instanceof CSSStyleSheet)
      this.#document.adoptedStyleSheets = this.#document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    else sheet?.remove();
  }

  /**
   * A constructed sheet leaves no trace in the page's tree. Where a content script may not adopt one, an element is
   * used.
   */
  #add(): void {
    try {
      const sheet = new CSSStyleSheet();
      for (const rule of RULES) insertKnown(sheet, rule);
      this.#adopt(sheet);
      this.#sheet = sheet;
    } catch {
      const element = this.#document.createElement('style');
      element.textContent = TEXT;
      this.#document.documentElement?.append(element);
      this.#sheet = element;
    }
  }

  #adopt(sheet: CSSStyleSheet): void {
    const adopted = this.#document.adoptedStyleSheets;
    if (!adopted.includes(sheet)) this.#document.adoptedStyleSheets = [...adopted, sheet];
  }
}

/** A selector that this browser does not know matches nothing that it draws, so its rule is left out. */
function insertKnown(sheet: CSSStyleSheet, rule: string): void {
  try {
    sheet.insertRule(rule);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

export type StyledRoot = Element & { readonly style?: CSSStyleDeclaration };

/**
 * Enforces properties of the root's inline `style` against the page and later restores the page's own values. An inline
 * `!important` declaration outweighs every rule of the page's sheets, in any layer (CSS Cascading and Inheritance 5,
 * section 6.1).
 */
export class RootStyle {
  #root: StyledRoot | null = null;
  /** The page's own values, by property. */
  readonly #own = new Map<string, { value: string; priority: string }>();
  /** The attribute as the page wrote it, and its serialization. */
  #written: { readonly text: string; readonly meaning: string } | null = null;

  /** Sets the root element; a different one starts afresh. */
  take(root: Element | null): void {
    if (root === this.#root) return;
    this.#own.clear();
    this.#root = root;
    const text = root?.getAttribute('style') ?? null;
    this.#written = text === null ? null : { text, meaning: this.#root?.style?.cssText ?? '' };
  }

  /** Sets a property, again if the page has changed it. */
  hold(property: string, held: string): void {
    const style = this.#root?.style;
    if (!style) return;
    const value = style.getPropertyValue(property);
    const priority = style.getPropertyPriority(property);
    if (value === held && priority === 'important' && this.#own.has(property)) return;
    this.#own.set(property, { value, priority });
    style.setProperty(property, held, 'important');
  }

  /** Restores the page's value of one property. */
  release(property: string): void {
    const own = this.#own.get(property);
    const style = this.#root?.style;
    if (!own || !style) return;
    this.#own.delete(property);
    if (own.value === '') style.removeProperty(property);
    else style.setProperty(property, own.value, own.priority);
  }

  /** Restores all values and the attribute. */
  restore(): void {
    for (const property of [...this.#own.keys()]) this.release(property);
    const root = this.#root;
    if (!this.#written && root?.getAttribute('style') === '') root.removeAttribute('style');
    // Restores the page's own spelling, which the page may read. An attribute that parses to nothing is not written:
    // that would apply what the page's own policy had refused.
    if (this.#written?.meaning && root?.style?.cssText === this.#written.meaning)
      root.setAttribute('style', this.#written.text);
    this.#root = null;
  }
}
