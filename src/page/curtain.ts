/** Hides the page, also from rules of its own that say `!important`: the selector outweighs them, the inline style as well. */
const VEIL = `${':root'.repeat(14)}{opacity:0!important}`;
/** What the browser draws above the root, each in a rule of its own so that an unknown one costs only itself. */
const TOP_LAYER = [':modal', ':popover-open', ':fullscreen', '::backdrop'].map(
  (name) => `${name}{opacity:0!important}`,
);
/** Takes everything off the screen, whatever the page does: for a page that is suspected, not for every page. */
const SEAL = `${':root'.repeat(15)}{display:none!important}`;

/** What a person may do to a page; nothing of it reaches one that is not shown. */
const INPUT = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop', 'submit'],
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend'],
];

type StyledRoot = Element & { readonly style?: CSSStyleDeclaration };

/**
 * Stands between a page and the person until the page is known not to be listed. `veil` keeps the layout, so that a clean
 * page notices nothing; `seal` takes the page off the screen. While either is up no input reaches the page.
 */
export class Curtain {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  #level: 'none' | 'veil' | 'seal' = 'none';
  #sheet: CSSStyleSheet | HTMLStyleElement | null = null;
  #root: StyledRoot | null = null;
  /** Inline values of the page's own root, by property, to be put back. */
  readonly #own = new Map<string, { value: string; priority: string }>();
  #hadStyle = false;

  constructor(document: Document) {
    this.#document = document;
    this.#observer = new MutationObserver(() => this.#assert());
    const view = document.defaultView;
    for (const type of INPUT) view?.addEventListener(type, this.#swallow, { capture: true, passive: false });
  }

  get up(): boolean {
    return this.#level !== 'none';
  }

  veil(): void {
    if (this.#level === 'none') this.#raise('veil');
  }

  seal(): void {
    if (this.#level !== 'seal') this.#raise('seal');
  }

  lift(): void {
    if (this.#level === 'none') return;
    this.#level = 'none';
    this.#observer.disconnect();
    this.#removeSheet();
    this.#restoreRoot();
  }

  readonly #swallow = (event: Event): void => {
    if (this.#level === 'none' || !event.isTrusted) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  #raise(level: 'veil' | 'seal'): void {
    this.#removeSheet();
    this.#level = level;
    this.#addSheet(level === 'seal' ? [SEAL, VEIL, ...TOP_LAYER] : [VEIL, ...TOP_LAYER]);
    this.#assert();
  }

  /** Puts everything back that the page took away. Its own changes to the root are kept for later. */
  #assert(): void {
    if (this.#level === 'none') return;
    this.#observer.disconnect();
    if (this.#sheet instanceof CSSStyleSheet && !this.#document.adoptedStyleSheets.includes(this.#sheet))
      this.#document.adoptedStyleSheets = [...this.#document.adoptedStyleSheets, this.#sheet];
    const root = this.#document.documentElement as StyledRoot | null;
    if (root !== this.#root) this.#takeRoot(root);
    this.#hide('opacity', '0');
    if (this.#level === 'seal') this.#hide('display', 'none');
    this.#observer.observe(this.#document, { childList: true });
    if (root) this.#observer.observe(root, { attributes: true, attributeFilter: ['style'] });
  }

  #takeRoot(root: StyledRoot | null): void {
    this.#own.clear();
    this.#root = root;
    this.#hadStyle = root?.hasAttribute('style') ?? false;
  }

  #hide(property: string, hidden: string): void {
    const style = this.#root?.style;
    if (!style) return;
    const value = style.getPropertyValue(property);
    const priority = style.getPropertyPriority(property);
    if (value === hidden && priority === 'important' && this.#own.has(property)) return;
    this.#own.set(property, { value, priority });
    style.setProperty(property, hidden, 'important');
  }

  #restoreRoot(): void {
    const style = this.#root?.style;
    for (const [property, { value, priority }] of this.#own) {
      if (value === '') style?.removeProperty(property);
      else style?.setProperty(property, value, priority);
    }
    if (!this.#hadStyle && this.#root?.getAttribute('style') === '') this.#root.removeAttribute('style');
    this.#own.clear();
    this.#root = null;
  }

  /** A constructed sheet leaves no trace in the page's tree; where a content script may not adopt one, an element does. */
  #addSheet(rules: readonly string[]): void {
    try {
      const sheet = new CSSStyleSheet();
      for (const rule of rules) insertKnown(sheet, rule);
      this.#document.adoptedStyleSheets = [...this.#document.adoptedStyleSheets, sheet];
      this.#sheet = sheet;
    } catch {
      const element = this.#document.createElement('style');
      element.textContent = rules.join('\n');
      this.#document.documentElement?.append(element);
      this.#sheet = element;
    }
  }

  #removeSheet(): void {
    const sheet = this.#sheet;
    this.#sheet = null;
    if (sheet instanceof CSSStyleSheet)
      this.#document.adoptedStyleSheets = this.#document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    else sheet?.remove();
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
