import { countInterruptions } from '../../arming/interruptions.ts';
import { askedAddress, warnedAddress, withoutFragment } from '../../asset/url/asked-address.ts';
import { isPublishingHost } from '../../asset/url/host/publishing-host.ts';
import { isOrphaned, nativeRuntime } from '../../messaging/native.ts';
import { ExtensionGone, send } from '../../messaging/send.ts';
import { worldOf } from '../content-script.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import { keepPressesInLayers } from '../document/shadow-root.ts';
import { Guard, type GuardParts } from './guard.ts';
import { lookLocally, mayListHost } from './local-look.ts';
import { followVeil, Veil } from './veil.ts';

type NavigateEvent = Event & {
  readonly hashChange: boolean;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
};
type PrerenderableDocument = Document & { readonly prerendering?: boolean };

/**
 * Guards the document of a window: its address is looked up at once, when the page returns from the back/forward cache, and when the
 * page takes another address without loading. On a page without a hit nothing stays but the listeners for that, and those that
 * keep presses on our own layers. In
 * Firefox requests wait for the verdict before they leave, and the worker sees new addresses: only a page that returns
 * is looked up here.
 * @param parts replaced by tests
 */
export function startGuard(view: Window, parts: Partial<GuardParts> = {}): void {
  keepPressesInLayers(view);
  countInterruptions(view);
  const address = guardedAddress(view);
  if (address === null || isJudgedWithTop(view)) {
    followVeil(view);
    return;
  }
  const world = worldOf(view);
  world.mayListHost = mayListHost;
  const document: PrerenderableDocument = view.document;
  // A document that is being opened is still loading when its guard starts (measured, for every type of document).
  const wasOpen = document.readyState !== 'loading';
  const veil = new Veil(view);
  const guard = new Guard({ ...partsOf(view, veil), ...parts });
  let looked = withoutFragment(address);
  let isInUse = wasOpen;
  const examine = async (url: string) => {
    looked = withoutFragment(url);
    const known = guard.examine(url, isInUse);
    world.pageVerdict = { known, isCovered: () => guard.isCovered };
    await known;
    isInUse = !guard.isCovered;
  };
  view.addEventListener('pagehide', ({ persisted }) => persisted && !isOrphaned() && veil.raise());
  view.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (isOrphaned()) return veil.lift();
    if (guard.hasEnded) return view.location.reload();
    isInUse = false;
    guard.comeBack();
    void examine(guardedAddress(view) ?? address);
  });
  if (import.meta.env.FIREFOX) return;
  const moved = (url: string): void => {
    if (/^https?:/.test(url) && withoutFragment(url) !== looked) void examine(url);
  };
  const { navigation } = view as Window & { readonly navigation?: EventTarget };
  // These listeners survive `document.open`. A page that intercepts a navigation keeps its document, and only the second
  // event tells.
  navigation?.addEventListener(
    'navigate',
    (event) => {
      // A page may cancel any navigation of its own document here (HTML Standard, section 7.2.6.10).
      if (guard.isCovered) return event.stopImmediatePropagation();
      const { destination, hashChange } = event as NavigateEvent;
      if (destination.sameDocument && !hashChange) moved(destination.url);
    },
    { capture: true },
  );
  navigation?.addEventListener('currententrychange', () => moved(view.location.href));
  void examine(address);
}

function partsOf(view: Window, veil: Veil): GuardParts {
  const document: PrerenderableDocument = view.document;
  return {
    veil,
    look: lookLocally,
    check: async (url) => (await send('guardCheck', { url: askedAddress(url) })).kind,
    resolve: async (url, hits, isInUse) =>
      (await send('guardResolve', { url: askedAddress(url), hits: [...hits], isInUse })).kind,
    isFrame: view.top !== view,
    shown: document.prerendering
      ? new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
      : Promise.resolve(),
    isGone: (error) => error instanceof ExtensionGone,
    leave: (url) => {
      const runtime = nativeRuntime();
      // `replace` leaves no entry in the history to return to.
      if (runtime) view.location.replace(`${runtime.getURL('/warning.html')}#${warnedAddress(url)}`);
    },
    waiting: async () => (await send('guardWaiting', {})).words,
    wait: (milliseconds) => new Promise<void>((resolve) => FRAME_TIME.after(resolve, milliseconds)),
  };
}

/**
 * The address by which a document is judged. A document without an address of its own (`blob:`, `about:blank`) is
 * judged by its origin if it fills a tab, or a frame in a page of another origin. Elsewhere it goes with the page
 * around it; null says that it needs no guard.
 */
function guardedAddress(view: Window): string | null {
  if (/^https?:$/.test(view.location.protocol)) return view.location.href;
  if (view.top !== view && view.frameElement) return null;
  const { origin } = view as Window & { readonly origin: string };
  return /^https?:/.test(origin) ? `${origin}/` : null;
}

/**
 * Whether a frame is of the same host as the page in its tab, which is looked up itself. The first call of an extension's
 * API is what a guard costs. Where many people publish, one page of a host says nothing about another.
 */
function isJudgedWithTop(view: Window): boolean {
  const { ancestorOrigins, host, hostname } = view.location;
  const top = ancestorOrigins?.item(ancestorOrigins.length - 1);
  return view.top !== view && !!top && URL.canParse(top) && new URL(top).host === host && !isPublishingHost(hostname);
}
