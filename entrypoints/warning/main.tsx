import { browser } from 'wxt/browser';
import { i18n } from '../../src/language/i18n.ts';
import { send } from '../../src/messaging/send.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { EmptyWarning, FrameNotice } from '../../src/ui/warning/layout.tsx';
import { goBack, goOnBack } from '../../src/ui/warning/navigation/go-back.ts';
import { answerGoBackRequests } from '../../src/ui/warning/navigation/go-back-request.ts';
import { openTarget } from '../../src/ui/warning/navigation/open-target.ts';
import { WarningPage } from '../../src/ui/warning/page.tsx';
import { WarningState } from '../../src/ui/warning/state.ts';
import { targetOf } from '../../src/ui/warning/target/target.ts';

const target = targetOf(location.href);
/** Milliseconds in which the worker answers where it runs; the name of the brand stands there meanwhile. */
const FIRST_ANSWER_TIMEOUT_MS = 80;
const framed = window.top !== window;

// Another address behind the # is another warning.
window.addEventListener('hashchange', () => location.reload());

if (!target) {
  void mountPage(() => i18n.t('warning.invalid'), <EmptyWarning />);
} else if (framed) {
  void mountPage(
    () => i18n.t('warning.documentTitle', { host: target.host }),
    <FrameNotice target={target} pageAddress={location.href} />,
  );
} else {
  goOnBack();
  const state = new WarningState({
    url: target.url,
    ask: send,
    open: openTarget,
    memory: sessionStorage,
    now: Date.now,
  });
  const asked = state.ask();
  const ownTab = browser.tabs.getCurrent().then((tab) => tab?.id);
  void answerGoBackRequests(ownTab, () => void goBack(state.wasLoaded));
  // Drawn once where the answer is there by then: the state before it would only be a frame in between.
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_TIMEOUT_MS))]);
  void mountPage(
    () => i18n.t('warning.documentTitle', { host: target.host }),
    <WarningPage target={target} state={state} />,
  );
}
