/** Hide everything, whatever the page does: the selectors outweigh rules of the page that say `!important`. */
const RULES = [
  `${':root'.repeat(15)}{display:none!important}`,
  `${':root'.repeat(14)}{opacity:0!important}`,
  // What the browser draws above the root, each in a rule of its own so that an unknown one costs only itself.
  ...[':modal', ':popover-open', ':fullscreen', '::backdrop'].map((name) => `${name}{opacity:0!important}`),
];

const TEXT = RULES.join('\n');

/** Removes the element that a guard of an earlier version left in a page, where it could not adopt its sheet. */
export function removeEarlierSheet(document: Document): void {
  for (const element of document.documentElement?.children ?? [])
    if (element.localName === 'style' && element.textContent === TEXT) element.remove();
}

/** The style sheet of a hidden page. It costs the page a whole new calculation of its styles, so only a suspected page gets it. */
export class CurtainSheet {
  readonly #document: Document;
  #sheet: CSSStyleSheet | HTMLStyleElement | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Adds the sheet where it is not in the document, or no longer. */
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

  /** A constructed sheet leaves no trace in the page's tree; where a content script may not adopt one, an element does. */
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

/** Selectors that this browser does not know hide nothing that it could draw. */
function insertKnown(sheet: CSSStyleSheet, rule: string): void {
  try {
    sheet.insertRule(rule);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

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
