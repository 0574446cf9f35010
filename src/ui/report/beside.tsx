import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { openPanel, openPanelInTab } from '../../reporting/draft/panel.ts';
import { Icon } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { type Ask, useAsk } from '../page/ask.ts';

/** A page that a person looks at, and the tab that shows it. */
export type ReportedPage = { readonly tabId: number; readonly url: string };

/**
 * Hands a report to the panel beside the pages, or to a tab where the browser opens no panel. Call this before anything is awaited in
 * the turn in which a person acted.
 */
export async function reportBeside(
  where: Parameters<typeof openPanel>[0],
  subject: MessageRequest<'reportHandOver'>['subject'],
  ask: Ask,
): Promise<void> {
  const opening = openPanel(where).then(
    () => true,
    () => false,
  );
  const { id: windowId } = await browser.windows.getCurrent();
  if (windowId !== undefined) await ask('reportHandOver', { windowId, subject });
  if (!(await opening)) await openPanelInTab(windowId);
}

/** Moves the report out of the popup, which closes at the first press elsewhere, to the panel beside the pages. */
export function Beside({ page }: { page: ReportedPage }) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const move = async () => {
    await reportBeside({ tabId: page.tabId }, { url: page.url, text: '' }, ask);
    window.close();
  };
  return (
    <div>
      <Button kind="quiet" busy={isBusy} onPress={() => void press(move)}>
        {i18n.t('report.beside')}
        <Icon name="next" />
      </Button>
      {problem && <Notice tone="caution" title={problem} />}
    </div>
  );
}
