import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { historyFile } from '../../reporting/outcome/history-file.ts';
import { downloadJson } from '../component/download.ts';
import { Button } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { ConfirmedButton } from '../component/panel/confirmed.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';

type HistoryActionsProps = { entries: readonly OutboxEntry[]; onErased: () => Promise<unknown> };

/** What can be done with all of the history at once: a file of it, and its end. */
export function HistoryActions({ entries, onErased }: HistoryActionsProps) {
  const ask = useAsk();
  const { problem, press } = useAction();
  const erase = () => ask('outboxErase', {}).then(onErased);
  return (
    <>
      {problem && <Notice tone="caution" title={problem} />}
      <p class="small quiet">{i18n.t('outbox.kept')}</p>
      <Actions>
        <Button onPress={() => downloadJson(i18n.t('outbox.fileName'), historyFile(entries, Date.now()))}>
          {i18n.t('outbox.export')}
        </Button>
        <ConfirmedButton
          kind="quiet"
          label={i18n.t('outbox.eraseAll')}
          title={i18n.t('outbox.eraseAllTitle')}
          onConfirm={() => void press(erase)}
        >
          {i18n.t('outbox.eraseAllHint')}
        </ConfirmedButton>
      </Actions>
    </>
  );
}
