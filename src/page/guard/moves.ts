import { isPublishingHost } from '../../asset/url/host/publishing-host.ts';
import { withoutFragment } from './asked-address.ts';
import type { LocalAnswer } from './local-look.ts';

type NavigateEvent = Event & {
  readonly hashChange: boolean;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
};

type MovesParts = {
  /** The address under which the document was looked up already. */
  readonly from: string;
  readonly look: (url: string) => Promise<LocalAnswer>;
  readonly examine: (url: string) => void;
};

/**
 * Has a document examined that takes another address without being loaded (HTML Standard, section 7.2.6). The `navigate` event comes
 * before that for what `history` does; a page that intercepts a navigation keeps its document as well, which `currententrychange` alone
 * tells, before the page's own handler is called. Listeners of `navigation` outlive a document that the page opens again. A browser
 * without these events leaves it to the worker, which learns of it a moment later.
 *
 * On a host where pages are many people's every address is examined behind the curtain. Elsewhere the list on the device is asked first,
 * so that nothing flickers where an application goes from view to view.
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
        if (answer === 'hit') examine(url);
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
