import { withoutFragment } from '../../asset/url/asked-address.ts';
import { isPublishingHost } from '../../asset/url/host/publishing-host.ts';
import type { LocalAnswer } from './local-look.ts';

type NavigateEvent = Event & {
  readonly hashChange: boolean;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
};

type MovesParts = {
  /** The address that was already looked up for the document. */
  readonly from: string;
  readonly look: (url: string) => Promise<LocalAnswer>;
  readonly examine: (url: string) => void;
};

/**
 * Examines a document that takes another address without being loaded (HTML Standard, section 7.2.6). The `navigate`
 * event fires before `history` changes the address. A page that intercepts a navigation keeps its document too; there
 * only `currententrychange` tells, before the page's own handler runs. Listeners on `navigation` survive
 * `document.open`. In a browser without these events the worker notices a moment later.
 *
 * On a host that publishes pages of many people, every address is examined behind the curtain. Elsewhere the list on
 * the device is asked first, so that an application does not flicker between its views.
 * @param signal ends it
 */
export function watchMoves(view: Window, { from, look, examine }: MovesParts, signal: AbortSignal): void {
  const { navigation } = view as Window & { readonly navigation?: EventTarget };
  const isShared = isPublishingHost(view.location.hostname);
  let looked = withoutFragment(from);
  const moves = (url: string) => {
    if (!/^https?:/.test(url) || withoutFragment(url) === looked) return;
    looked = withoutFragment(url);
    if (isShared) examine(url);
    else
      void look(url).then((answer) => {
        if (answer.kind === 'hit') examine(url);
      });
  };
  const began = (event: Event) => {
    const { destination, hashChange } = event as NavigateEvent;
    if (destination.sameDocument && !hashChange) moves(destination.url);
  };
  navigation?.addEventListener('navigate', began, { signal });
  navigation?.addEventListener('currententrychange', () => moves(view.location.href), { signal });
  moves(view.location.href);
}
