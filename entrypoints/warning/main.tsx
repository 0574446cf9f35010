import { browser } from 'wxt/browser';
import { i18n } from '../../src/language/i18n.ts';
import { send } from '../../src/messaging/send.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { leaveWhenAsked } from '../../src/ui/warning/asked-leave.ts';
import { EmptyWarning, FrameNotice } from '../../src/ui/warning/layout.tsx';
import { leave, leaveAgain } from '../../src/ui/warning/leave.ts';
import { goOn } from '../../src/ui/warning/onward.ts';
import { WarningPage } from '../../src/ui/warning/page.tsx';
import { WarningState } from '../../src/ui/warning/state.ts';
import { targetOf } from '../../src/ui/warning/target.ts';

const target = targetOf(location.href);
/** Milliseconds in which the worker answers where it runs; the name of the brand stands there meanwhile. */
const FIRST_ANSWER_TIMEOUT_MS = 80;
const framed = window.top !== window;

// Another address behind the # is another warning.
window.addEventListener('hashchange', () => location.reload());

if (!target) {
  void mountPage(() => i18n.t('warning.documentTitleEmpty'), <EmptyWarning />);
} else if (framed) {
  void mountPage(
    () => i18n.t('warning.documentTitle', { host: target.host }),
    <FrameNotice target={target} pageAddress={location.href} />,
  );
} else {
  const state = new WarningState({
    url: target.url,
    ask: send,
    open: goOn,
    memory: sessionStorage,
    now: Date.now,
  });
  const asked = state.ask();
  void leaveAgain(target.url, send);
  const ownTab = browser.tabs.getCurrent().then((tab) => tab?.id);
  void leaveWhenAsked(ownTab, () => void leave(target.url, send));
  // Drawn once where the answer is there by then: the state before it would only be a frame in between.
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_TIMEOUT_MS))]);
  void mountPage(
    () => i18n.t('warning.documentTitle', { host: target.host }),
    <WarningPage target={target} state={state} ask={send} />,
  );
}
