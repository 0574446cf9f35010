import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { type Ask, problemOf } from '../ask.ts';
import { Dialog } from '../component/dialog.tsx';
import { Empty } from '../component/empty.tsx';
import { Button } from '../component/input/button.tsx';
import { Stack } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { Rows } from '../component/row.tsx';
import { DamagedRow } from './damaged.tsx';
import { EntryRow } from './entry.tsx';

const REFRESH_MS = 2_000;
type OutboxState = MessageReply<'outboxList'>;

/** Every report and dispute of this browser and where it stands. */
export function Outbox({ ask }: { ask: Ask }) {
  const state = useSignal<OutboxState | null>(null);
  const problem = useSignal<string | null>(null);
  const sending = useSignal(false);
  /** The id of the row that is about to be discarded. */
  const doomed = useSignal<string | null>(null);

  const take = async (answer: Promise<OutboxState>) => {
    try {
      state.value = await answer;
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
  const discard = async (id: string) => {
    doomed.value = null;
    try {
      await ask('outboxDiscard', { id });
      await take(ask('outboxList', {}));
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  const doom = (id: string) => () => {
    doomed.value = id;
  };
  const { entries = [], damaged = [] } = state.value ?? {};
  const empty = entries.length + damaged.length === 0;

  return (
    <Stack>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      {state.value && empty && <Empty title={i18n.t('outbox.empty')} hint={i18n.t('outbox.emptyHint')} />}
      {entries.some(({ state }) => state.kind === 'waiting') && (
        <div>
          <Button busy={sending.value} onPress={() => void sendNow()}>
            {i18n.t(sending.value ? 'report.sending' : 'action.sendNow')}
          </Button>
        </div>
      )}
      {!empty && (
        <Rows label={i18n.t('outbox.title')}>
          {damaged.map((row) => (
            <DamagedRow key={row.key} row={row} onDiscard={doom(row.key)} />
          ))}
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onDiscard={doom(entry.id)} />
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
