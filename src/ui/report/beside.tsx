import { i18n } from '#i18n';
import type { Ask } from '../ask.ts';
import { Icon } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';
import type { ReportedPage } from './content.ts';
import { reportBeside } from './hand-over.ts';

/** Moves the report out of the popup, which closes at the first press elsewhere, to the panel beside the pages. */
export function Beside({ page, ask }: { page: ReportedPage; ask: Ask }) {
  const move = async () => {
    await reportBeside({ tabId: page.tabId }, { url: page.url, text: '' }, ask);
    window.close();
  };
  return (
    <Button kind="quiet" onPress={() => void move()}>
      {i18n.t('report.beside')}
      <Icon name="next" />
    </Button>
  );
}
