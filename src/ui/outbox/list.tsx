import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { type Ask, problemOf } from '../ask.ts';
import { Button } from '../component/button.tsx';
import { Dialog } from '../component/dialog.tsx';
import { Empty } from '../component/empty.tsx';
import { Stack } from '../component/form.tsx';
import { Notice } from '../component/notice.tsx';
import { Rows } from '../component/row.tsx';
import { EntryRow } from './entry.tsx';

const REFRESH_MS = 2_000;

/** Every report and dispute of this browser and where it stands. */
export function Outbox({ ask }: { ask: Ask }) {
  const entries = useSignal<readonly OutboxEntry[] | null>(null);
  const problem = useSignal<string | null>(null);
  const sending = useSignal(false);
  const doomed = useSignal<OutboxEntry | null>(null);

  const take = async (answer: Promise<{ entries: readonly OutboxEntry[] }>) => {
    try {
      entries.value = (await answer).entries;
      problem.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  useEffect(() => {
    void take(ask('outboxList', {}));
    const timer = setInterval(() => void take(ask('outboxList', {})), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  const sendNow = async () => {
    sending.value = true;
    await take(ask('outboxSend', {}));
    sending.value = false;
  };
  const discard = async (entry: OutboxEntry) => {
    doomed.value = null;
    try {
      await ask('outboxDiscard', { id: entry.id });
      await take(ask('outboxList', {}));
    } catch (error) {
      problem.value = problemOf(error);
    }
  };

  return (
    <Stack>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      {entries.value?.length === 0 && <Empty title={i18n.t('outbox.empty')} hint={i18n.t('outbox.emptyHint')} />}
      {entries.value?.some(({ state }) => state.kind === 'waiting') && (
        <div>
          <Button busy={sending.value} onPress={() => void sendNow()}>
            {i18n.t(sending.value ? 'report.sending' : 'action.sendNow')}
          </Button>
        </div>
      )}
      {entries.value && entries.value.length > 0 && (
        <Rows label={i18n.t('outbox.title')}>
          {entries.value.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              onDiscard={() => {
                doomed.value = entry;
              }}
            />
          ))}
        </Rows>
      )}
      {doomed.value && (
        <Dialog
          title={i18n.t('outbox.discardTitle')}
          action={i18n.t('action.discard')}
          onAgree={() => doomed.value && void discard(doomed.value)}
          onClose={() => {
            doomed.value = null;
          }}
        >
          {i18n.t('outbox.discardHint')}
        </Dialog>
      )}
    </Stack>
  );
}
