import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { openPanel, openPanelInTab } from '../../reporting/panel.ts';
import type { Ask } from '../ask.ts';
import { Icon } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';
import type { ReportedPage } from './content.ts';

/** Moves the report out of the popup, which closes at the first press elsewhere, to the panel beside the pages. */
export function Beside({ page, ask }: { page: ReportedPage; ask: Ask }) {
  const move = async () => {
    const opening = openPanel({ tabId: page.tabId }).then(
      () => true,
      () => false,
    );
    const { id: windowId } = await browser.windows.getCurrent();
    if (windowId !== undefined) await ask('reportHandOver', { windowId, subject: { url: page.url, text: '' } });
    if (!(await opening)) await openPanelInTab(windowId);
    window.close();
  };
  return (
    <Button kind="quiet" onPress={() => void move()}>
      {i18n.t('report.beside')}
      <Icon name="next" />
    </Button>
  );
}
