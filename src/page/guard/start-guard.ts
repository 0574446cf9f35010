import { askedAddress } from '../../asset/url/asked-address.ts';
import { isPublishingHost } from '../../asset/url/host/publishing-host.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { isOrphaned } from '../../messaging/native.ts';
import { ExtensionGone, send } from '../../messaging/send.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import { ParserHold } from '../hold/parser-hold.ts';
import { watchClipboard } from './clipboard-watch.ts';
import { Curtain, removeEarlierCurtain } from './curtain.ts';
import { Departure } from './departure.ts';
import { Guard } from './guard.ts';
import { InputStop } from './input-stop.ts';
import { type LinkAct, LinkWatch } from './link-watch.ts';
import { type LocalAnswer, lookLocally, onListChange } from './local-look.ts';
import { watchMoves } from './moves.ts';

/**
 * Guards the document of a window. It looks the address up at once, when a prerendered page is shown, when a page
 * returns from the back/forward cache, and when a page changes its address without loading. A page is covered before it
 * enters that cache, so that nothing of it shows on return.
 *
 * Nearly every page is clear, and the list on the device says so within a few milliseconds. So the list is asked first,
 * then the document is held: no script runs, no input arrives and nothing is drawn. Everything else is set up while the
 * answer is on its way, or after it.
 */
export async function startGuard(view: Window): Promise<void> {
  const { document } = view;
  const address = guardedAddress(view);
  if (address === null) return;
  const prerendering = (document as Document & { prerendering?: boolean }).prerendering === true;
  const firstAnswer = lookLocally(address);
  const end = new AbortController();
  const input = new InputStop(document);
  const departure = new Departure(view, end.signal);
  const hold = new ParserHold(document, input);
  const curtain = new Curtain(document, hold, input);
  const parts = { view, address, departure, hold, input, curtain, end };
  end.signal.addEventListener('abort', () => {
    if (!curtain.isUp) input.end();
  });
  // A document that is being opened is still loading when its guard starts (measured, for every type of document).
  if (document.readyState !== 'loading' && !removeEarlierCurtain(document)) {
    await watch(parts, firstAnswer).guard.checkOpenPage();
    return;
  }
  if (prerendering) return guardPrerendered(parts, firstAnswer);
  if (hold.take()) {
    input.raise();
    const answer = await Promise.race([firstAnswer, hold.lapse]);
    if (answer !== 'lapsed' && answer.kind === 'unlisted') {
      // On a host that publishes pages of many people, a page's first script may already change its address.
      if (isPublishingHost(view.location.hostname)) watch(parts);
      else FRAME_TIME.after(() => watch(parts), 0);
      input.drop();
      hold.release();
      return;
    }
  }
  watch(parts, firstAnswer).examine();
}

/**
 * Guards a prerendered document. It is covered until it is shown. Meanwhile it runs, unless the list has a hit or
 * cannot tell: then it is discarded, and checked once it is shown.
 */
async function guardPrerendered(parts: Guarded, firstAnswer: Promise<LocalAnswer>): Promise<void> {
  const { view, curtain, hold } = parts;
  const { guard, examine } = watch(parts);
  view.document.addEventListener('prerenderingchange', () => examine(), { once: true });
  curtain.veil();
  if ((await firstAnswer).kind === 'unlisted') hold.release();
  else guard.giveUp();
}

type Guarded = {
  readonly view: Window;
  /** The document's first address. */
  readonly address: string;
  readonly curtain: Curtain;
  readonly departure: Departure;
  readonly hold: ParserHold;
  readonly input: InputStop;
  /** Aborted once the extension is gone; ends all listeners. */
  readonly end: AbortController;
};

/**
 * Watches a document from now on.
 * @param firstAnswer what the list on the device says about the first address; the page may have taken another one
 *   meanwhile
 */
function watch(
  { view, address, curtain, departure, hold, input, end }: Guarded,
  firstAnswer: Promise<LocalAnswer> | null = null,
) {
  const { signal } = end;
  let unused = firstAnswer;
  let isGivenUp = false;
  const about = (url: string, hits: readonly number[]) => ({
    url: askedAddress(url),
    isHeld: hold.isHeld || isGivenUp,
    hits: [...hits],
  });
  const look = (url: string): Promise<LocalAnswer> => {
    const answer = url === address ? unused : null;
    unused = null;
    return answer ?? lookLocally(url);
  };
  const guard = new Guard({
    curtain,
    url: () => guardedAddress(view) ?? view.location.href,
    look,
    check: async (url, hits) => (await send('guardCheck', about(url, hits))).kind,
    settle: async (url, hits) => (await send('guardSettle', about(url, hits))).kind,
    isFrame: view.top !== view,
    isGone: (error) => error instanceof ExtensionGone,
    giveUp: (isLong) => {
      isGivenUp = isLong && hold.abandon();
      if (!isGivenUp && !input.isLate) return false;
      departure.empty();
      input.listen();
      return true;
    },
    reload: () => view.location.reload(),
    leave: (url) => departure.leave(url),
    wait: (milliseconds) => new Promise<void>((resolve) => FRAME_TIME.after(resolve, milliseconds)),
  });
  const tell: Tell = (name, request) => void send(name, request).catch(() => isOrphaned() && end.abort());
  const unlessOrphaned = (act: () => unknown) => void (isOrphaned() ? end.abort() : act());
  const linkWatch = {
    report: (url: string, act: LinkAct) => tell('linkAhead', { url, act }),
    present: () => tell('personPresent', {}),
    after: FRAME_TIME.after,
  };
  new LinkWatch(view, linkWatch, signal);
  // Events of a press run before timers: the person may have pressed since the hold was released.
  if (view.navigator.userActivation?.hasBeenActive) linkWatch.present();
  const examine = (url?: string) => unlessOrphaned(() => guard.examine(url));
  announceForms(view, tell, signal);
  const clipboard = {
    copied: (selected: string, put: string, byButton: boolean) =>
      tell('clipboardCopied', { selected, clipboard: put, byButton }),
    pasted: (text: string) => tell('clipboardPasted', { text }),
  };
  watchClipboard(view, clipboard, signal);
  view.addEventListener('pagehide', ({ persisted }) => persisted && unlessOrphaned(() => curtain.veil()), { signal });
  view.addEventListener('pageshow', ({ persisted }) => persisted && examine(), { signal });
  watchMoves(view, { from: address, look: lookLocally, examine }, signal);
  // The worker cannot see whose this frame is.
  if (view.top !== view && !isWeb(view)) onListChange(() => unlessOrphaned(() => guard.checkOpenPage()));
  return { guard, examine };
}

/** Sends a message without a reply. If it is lost, the worker still sees the navigation itself. */
type Tell = <N extends 'clipboardCopied' | 'clipboardPasted' | 'formLeaving' | 'linkAhead' | 'personPresent'>(
  name: N,
  request: MessageRequest<N>,
) => void;

/** Milliseconds in which another form is not reported: the background remembers for twice as long. */
const FORM_INTERVAL_MS = 500;

/**
 * Reports forms that are about to be submitted, also by a script. It does not check whether a form is posted: a field
 * named `method` may hide the form's own property, and the request shows the method a moment later.
 */
function announceForms(view: Window, tell: Tell, signal: AbortSignal): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const announce = ({ isTrusted, timeStamp }: Event) => {
    if (!isTrusted || timeStamp - reportedAt < FORM_INTERVAL_MS) return;
    reportedAt = timeStamp;
    tell('formLeaving', {});
  };
  view.addEventListener('formdata', announce, { capture: true, signal });
}

/**
 * The address by which a document is judged. A document without an address of its own (`blob:`, `about:blank`) is
 * judged by its origin if it fills a tab, or a frame in a page of another origin. Elsewhere it is removed with the page
 * around it; null says that it needs no guard.
 */
function guardedAddress(view: Window): string | null {
  if (isWeb(view)) return view.location.href;
  if (view.top !== view && view.frameElement) return null;
  const { origin } = view as Window & { readonly origin: string };
  return /^https?:/.test(origin) ? `${origin}/` : null;
}

const isWeb = ({ location }: Window): boolean => /^https?:$/.test(location.protocol);
