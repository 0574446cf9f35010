import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { historyFile } from '../../reporting/outcome/history-file.ts';
import { type Ask, problemOf } from '../ask.ts';
import { downloadJson } from '../component/download.ts';
import { Button } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { Dialog } from '../component/panel/dialog.tsx';

type HistoryActionsProps = { entries: readonly OutboxEntry[]; ask: Ask; onErased: () => Promise<void> };

/** What can be done with all of the history at once: a file of it, and its end. */
export function HistoryActions({ entries, ask, onErased }: HistoryActionsProps) {
  const isErasing = useSignal(false);
  const problem = useSignal<string | null>(null);
  const erase = async () => {
    isErasing.value = false;
    try {
      await ask('outboxErase', {});
      await onErased();
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      <p class="small quiet">{i18n.t('outbox.kept')}</p>
      <Actions>
        <Button onPress={() => downloadJson(i18n.t('outbox.fileName'), historyFile(entries, Date.now()))}>
          {i18n.t('outbox.export')}
        </Button>
        <Button
          kind="quiet"
          onPress={() => {
            isErasing.value = true;
          }}
        >
          {i18n.t('outbox.eraseAll')}
        </Button>
      </Actions>
      {isErasing.value && (
        <Dialog
          title={i18n.t('outbox.eraseAllTitle')}
          action={i18n.t('outbox.eraseAll')}
          onAgree={() => void erase()}
          onClose={() => {
            isErasing.value = false;
          }}
        >
          {i18n.t('outbox.eraseAllHint')}
        </Dialog>
      )}
    </>
  );
}
