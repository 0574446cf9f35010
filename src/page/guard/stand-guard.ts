import { isSharedHost } from '../../asset/url/shared-host.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { nativeRuntime } from '../../messaging/native.ts';
import { ExtensionGone, send } from '../../messaging/send.ts';
import { ParserHold } from '../hold/parser-hold.ts';
import { askedAddress } from './asked-address.ts';
import { Curtain } from './curtain.ts';
import { Departure } from './departure.ts';
import { Guard } from './guard.ts';
import { InputStop } from './input-stop.ts';
import { LinkWatch } from './link-watch.ts';
import { type LocalAnswer, lookLocally } from './local-look.ts';
import { watchMoves } from './moves.ts';

/**
 * Puts a guard before the document of a window. It looks at once, when a page that was loaded ahead is shown, and when a
 * page comes back out of the back/forward cache; before a page goes in there it is covered, so that nothing of it shows
 * when it returns. It looks again where a page takes another address without loading one.
 *
 * Nearly every page is clear, and the browser tells that in a few milliseconds. So the question goes out first, then the hold, behind
 * which nothing runs, no input arrives and nothing is drawn; everything else is put in place while the answer is on its way, or after it.
 */
export async function standGuard(view: Window): Promise<void> {
  const { document } = view;
  const asked = guardedAddress(view);
  if (asked === null) return;
  const prerendering = (document as Document & { prerendering?: boolean }).prerendering === true;
  const begun = prerendering ? null : lookLocally(asked);
  const input = new InputStop(document);
  const departure = new Departure(view);
  const hold = new ParserHold(document, input);
  const parts = { view, asked, departure, curtain: new Curtain(document, hold, input) };
  if (begun && hold.take()) {
    input.raise();
    if ((await Promise.race([begun, hold.lapse])) === 'unlisted') {
      // Where pages are many people's, the first script of one may already take another address.
      if (isSharedHost(view.location.hostname)) watch(parts);
      else view.setTimeout(() => watch(parts));
      input.drop();
      hold.release();
      return;
    }
  }
  const { curtain, examine } = watch(parts, begun);
  if (prerendering) {
    curtain.veil();
    document.addEventListener('prerenderingchange', examine, { once: true });
  } else {
    examine();
  }
}

type Watched = {
  readonly view: Window;
  /** The address that the document began with. */
  readonly asked: string;
  readonly curtain: Curtain;
  readonly departure: Departure;
};

/**
 * Watches a document from now on.
 * @param begun what the list on the device is asked about the first address already; a page may have taken another one meanwhile
 */
function watch({ view, asked, curtain, departure }: Watched, begun: Promise<LocalAnswer> | null = null) {
  let first = begun;
  const look = (url: string): Promise<LocalAnswer> => {
    const answer = url === asked ? first : null;
    first = null;
    return answer ?? lookLocally(url);
  };
  const guard = new Guard({
    curtain,
    url: () => guardedAddress(view) ?? view.location.href,
    look,
    check: async (url) => (await send('guardCheck', { url: askedAddress(url) })).kind,
    settle: async (url) => (await send('guardSettle', { url: askedAddress(url) })).kind,
    isFrame: view.top !== view,
    isGone: (error) => error instanceof ExtensionGone,
    leave: (url) => departure.leave(url),
    reload: () => view.location.reload(),
    wait: (milliseconds) => new Promise((resolve) => view.setTimeout(resolve, milliseconds)),
  });
  new LinkWatch(view, {
    tell: (url, act) => tell('linkAhead', { url, act }),
    present: () => tell('personPresent', {}),
    after: (callback, milliseconds) => void view.setTimeout(callback, milliseconds),
  });
  const examine = () => void guard.examine();
  announceForms(view);
  view.addEventListener('pagehide', (event) => {
    if (event.persisted && nativeRuntime()) curtain.veil();
  });
  view.addEventListener('pageshow', (event) => {
    if (event.persisted) examine();
  });
  watchMoves(view, { from: asked, look: lookLocally, examine: (url) => void guard.examine(url) });
  return { curtain, examine };
}

/** Milliseconds in which another form says nothing new: the background remembers for twice as long. */
const SAME_FORM = 500;

/**
 * Tells of forms that are about to be sent, also by a script. Whether one is posted is not asked: a field of the page may stand in
 * front of the form's own `method`, and the request itself tells it a moment later.
 */
function announceForms(view: Window): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const announce = ({ isTrusted, timeStamp }: Event) => {
    if (!isTrusted || timeStamp - toldAt < SAME_FORM) return;
    toldAt = timeStamp;
    tell('formLeaving', {});
  };
  view.addEventListener('formdata', announce, { capture: true });
}

/** Sends word that needs no answer. Where nobody hears it, the navigation itself is looked at all the same. */
const tell = <N extends 'formLeaving' | 'linkAhead' | 'personPresent'>(name: N, request: MessageRequest<N>): void =>
  void send(name, request).catch(() => undefined);

/**
 * The address by which a document is judged. One without an address of its own (`blob:`, `about:blank`) is judged by its
 * origin where it fills a tab; inside a page it goes when that page goes, and null says that it needs no guard.
 */
function guardedAddress(view: Window): string | null {
  const { href, protocol } = view.location;
  if (protocol === 'http:' || protocol === 'https:') return href;
  if (view.top !== view) return null;
  const { origin } = view as Window & { readonly origin: string };
  return /^https?:/.test(origin) ? `${origin}/` : null;
}
