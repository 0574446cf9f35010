/** What a link watch tells. Both are replaced in tests. */
export type LinkWatchParts = {
  /** A link is about to be followed, perhaps. */
  readonly tell: (url: string) => void;
  /** The person is using the page; told at most every quarter of a minute. */
  readonly present: () => void;
};

/** Milliseconds in which the same link is not told again. */
const SAME_LINK = 5_000;
/** Milliseconds between two words that the person is here: the browser ends an idle worker after 30 s. */
const PRESENCE = 15_000;
/** Links that are remembered as told. */
const MOST = 64;

/** What precedes following a link with a mouse, a finger or a pen, and a keyboard. */
const BEFORE_A_CLICK = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;
const USE = [...BEFORE_A_CLICK, 'wheel'] as const;

/**
 * Tells of links before they are followed, so that the verdict is there and the worker is awake when the navigation begins. A
 * person who does nothing wakes nobody. Nothing here ever changes an event.
 */
export class LinkWatch {
  readonly #parts: LinkWatchParts;
  readonly #told = new Map<string, number>();
  #presentAt = Number.NEGATIVE_INFINITY;

  constructor(target: EventTarget, parts: LinkWatchParts) {
    this.#parts = parts;
    const options = { capture: true, passive: true };
    for (const type of USE) target.addEventListener(type, (event) => this.#used(event), options);
    target.addEventListener('pageshow', (event) => this.#shown(event), options);
  }

  /** What was told before a page was left does not count when it comes back whole. */
  #shown(event: Event): void {
    if (!(event as PageTransitionEvent).persisted) return;
    this.#told.clear();
    this.#presentAt = Number.NEGATIVE_INFINITY;
  }

  #used(event: Event): void {
    if (!event.isTrusted) return;
    // A page may give the focus to its own links as it likes: that is no sign of a person.
    if (event.type !== 'focusin' && event.timeStamp - this.#presentAt >= PRESENCE) {
      this.#presentAt = event.timeStamp;
      this.#parts.present();
    }
    if (event.type === 'wheel' || (event.type === 'keydown' && (event as KeyboardEvent).key !== 'Enter')) return;
    const url = linkOf(event);
    if (url !== null) this.#tell(url, event.timeStamp);
  }

  #tell(url: string, now: number): void {
    const before = this.#told.get(url);
    if (before !== undefined && now - before < SAME_LINK) return;
    this.#told.delete(url);
    this.#told.set(url, now);
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= MOST) break;
      this.#told.delete(oldest);
    }
    this.#parts.tell(url);
  }
}

type Link = { readonly href?: string | { readonly baseVal: string }; readonly baseURI?: string };

/** The web address that the link under an event leads to, also out of an open shadow tree and in SVG; null where there is none. */
function linkOf(event: Event): string | null {
  for (const target of event.composedPath()) {
    const { href, baseURI } = target as Link;
    if (!(target instanceof Element) || !/^(a|area)$/i.test(target.localName) || href === undefined) continue;
    const address = typeof href === 'string' ? href : href.baseVal;
    const url = URL.canParse(address, baseURI) ? new URL(address, baseURI) : null;
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
  }
  return null;
}
