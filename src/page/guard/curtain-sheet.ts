/** Takes everything off the screen, whatever the page does: the selector outweighs rules of its own that say `!important`. */
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

  /** Puts the sheet in place, again where the page has taken it away. */
  keep(): void {
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
