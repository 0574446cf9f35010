/** How a person approaches following a link. */
export type LinkAct = 'press' | 'hover';

/** Receives what a link watch sees. Tests replace all of it. */
export type LinkWatchParts = {
  /** A link may be followed soon. */
  readonly report: (url: string, act: LinkAct) => void;
  /** The person is using the page; called at most every 15 seconds. */
  readonly present: () => void;
  readonly after: (callback: () => void, milliseconds: number) => void;
};

/** Milliseconds during which the same link is not reported again. */
const REPEAT_INTERVAL_MS = 5_000;
/** Milliseconds between two presence messages: the browser ends an idle worker after 30 s. */
const PRESENCE_INTERVAL_MS = 15_000;
/** Minimum milliseconds between two reports of hovered links; of those in between, the last one counts. */
const HOVER_INTERVAL_MS = 250;
/** Maximum number of links remembered as reported. */
const MAX_REMEMBERED = 64;

const USE_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'keyup', 'wheel'] as const;

/**
 * Reports links before they are followed, so that the verdict is ready and the worker awake when the navigation begins.
 * Only the person's actions count: a press, a pointer moved across the screen, the Tab key released on a link. A page
 * can focus its own links or move them under a resting pointer; neither counts. Events are never changed.
 */
export class LinkWatch {
  readonly #parts: LinkWatchParts;
  readonly #reported = new Map<string, { readonly at: number; readonly act: LinkAct }>();
  #presentAt = Number.NEGATIVE_INFINITY;
  /** Last position of the pointer on the screen. */
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

  /** Earlier reports no longer count when the page returns from the back/forward cache. */
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

  /** A browser may repeat the event for a resting pointer, because the page below it changed. */
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

/** The web address of the link under an event, also from an open shadow tree and in SVG; null where there is none. */
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
