import { i18n } from '#i18n';
import { send } from '../../src/messaging/send.ts';
import { DraftStore } from '../../src/reporting/draft.ts';
import { mountPage } from '../../src/ui/page.tsx';
import { EmptyWarning } from '../../src/ui/warning/empty.tsx';
import { FrameNotice } from '../../src/ui/warning/frame.tsx';
import { leaveAgain } from '../../src/ui/warning/leave.ts';
import { goOn } from '../../src/ui/warning/onward.ts';
import { WarningPage } from '../../src/ui/warning/page.tsx';
import { WarningState } from '../../src/ui/warning/state.ts';
import { targetOf } from '../../src/ui/warning/target.ts';

const target = targetOf(location.href);
const framed = window.top !== window;

// Another address behind the # is another warning.
window.addEventListener('hashchange', () => location.reload());

if (!target) {
  mountPage(i18n.t('warning.documentTitleEmpty'), <EmptyWarning />);
} else if (framed) {
  mountPage(
    i18n.t('warning.documentTitle', { host: target.host }),
    <FrameNotice target={target} pageAddress={location.href} />,
  );
} else {
  void leaveAgain(target.url, send);
  const state = new WarningState({
    url: target.url,
    ask: send,
    open: goOn,
    memory: sessionStorage,
    now: Date.now,
  });
  mountPage(
    i18n.t('warning.documentTitle', { host: target.host }),
    <WarningPage target={target} state={state} ask={send} drafts={new DraftStore()} />,
  );
}
