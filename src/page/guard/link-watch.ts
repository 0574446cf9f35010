/** How a person has come near to following a link. */
export type LinkAct = 'press' | 'hover';

/** Where a link watch sends what it sees. All of it is replaced in tests. */
export type LinkWatchParts = {
  /** A link is about to be followed, perhaps. */
  readonly report: (url: string, act: LinkAct) => void;
  /** The person is using the page; called at most every 15 seconds. */
  readonly present: () => void;
  readonly after: (callback: () => void, milliseconds: number) => void;
};

/** Milliseconds in which the same link is not reported again. */
const REPEAT_INTERVAL_MS = 5_000;
/** Milliseconds between two messages that the person is here: the browser ends an idle worker after 30 s. */
const PRESENCE_INTERVAL_MS = 15_000;
/** Milliseconds between two links that are reported because the pointer is over them: of those in between, the last one counts. */
const HOVER_INTERVAL_MS = 250;
/** Links that are remembered as reported. */
const MAX_REMEMBERED = 64;

const USE_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'keyup', 'wheel'] as const;

/**
 * Reports links before they are followed, so that the verdict is there and the worker is awake when the navigation begins. Only a
 * person's act counts: a press, a pointer that was moved over the screen, the Tab key released on a link. A page can focus
 * its own links and move them under a pointer that rests; neither counts. No event is ever changed.
 */
export class LinkWatch {
  readonly #parts: LinkWatchParts;
  readonly #reported = new Map<string, { readonly at: number; readonly act: LinkAct }>();
  #presentAt = Number.NEGATIVE_INFINITY;
  /** Where on the screen the pointer was last. */
  #pointer = '';
  #hovered: string | null = null;
  #hoverWaits = false;

  /** @param signal ends it */
  constructor(target: EventTarget, parts: LinkWatchParts, signal: AbortSignal) {
    this.#parts = parts;
    const options = { capture: true, passive: true, signal };
    for (const type of USE_EVENTS) target.addEventListener(type, (event) => this.#onUse(event), options);
    target.addEventListener('pageshow', (event) => this.#onShown(event), options);
  }

  /** What was reported before does not count when the page comes back out of the back/forward cache. */
  #onShown(event: Event): void {
    if (!(event as PageTransitionEvent).persisted) return;
    this.#reported.clear();
    this.#presentAt = Number.NEGATIVE_INFINITY;
  }

  #onUse(event: Event): void {
    if (!event.isTrusted || (event.type === 'pointermove' && !this.#hasMoved(event as PointerEvent))) return;
    if (event.timeStamp - this.#presentAt >= PRESENCE_INTERVAL_MS) {
      this.#presentAt = event.timeStamp;
      this.#parts.present();
    }
    const { key } = event as KeyboardEvent;
    if (event.type === 'pointermove') this.#hover(linkOf(event));
    else if (event.type === 'keyup' && key === 'Tab') this.#report(linkOf(event), 'hover');
    else if (event.type === 'pointerdown' || (event.type === 'keydown' && key === 'Enter'))
      this.#report(linkOf(event), 'press');
  }

  /** A browser may send the event again for a pointer that rests, because the page below it changed. */
  #hasMoved({ screenX, screenY }: PointerEvent): boolean {
    const before = this.#pointer;
    this.#pointer = `${screenX} ${screenY}`;
    return before !== '' && before !== this.#pointer;
  }

  #hover(url: string | null): void {
    this.#hovered = url;
    if (url === null || this.#hoverWaits) return;
    this.#report(url, 'hover');
    this.#hoverWaits = true;
    this.#parts.after(() => {
      this.#hoverWaits = false;
      if (this.#hovered !== url) this.#hover(this.#hovered);
    }, HOVER_INTERVAL_MS);
  }

  #report(url: string | null, act: LinkAct): void {
    if (url === null) return;
    const now = performance.now();
    const before = this.#reported.get(url);
    if (before && now - before.at < REPEAT_INTERVAL_MS && (before.act === 'press' || act === 'hover')) return;
    this.#reported.delete(url);
    this.#reported.set(url, { at: now, act });
    for (const oldest of this.#reported.keys()) {
      if (this.#reported.size <= MAX_REMEMBERED) break;
      this.#reported.delete(oldest);
    }
    this.#parts.report(url, act);
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
