import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { countInWords, numberInWords } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { isMeant } from '../../reporting/outcome/history-file.ts';
import { tallyOf } from '../../reporting/outcome/standing.ts';
import { Empty, Rows } from '../component/card.tsx';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Stack } from '../component/input/form.tsx';
import { later } from '../component/later.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { tallyInWords } from '../words/outbox.ts';
import { HistoryActions } from './history.tsx';
import { DamagedRow, EntryRow } from './rows.tsx';

/** Loaded when a person opens an entry: to say why one was refused it knows every address family. */
const EntryPage = later(async () => (await import('./page.tsx')).EntryPage);

const REFRESH_INTERVAL_MS = 2_000;
/** From so many on they can be searched. */
const MIN_ENTRIES_FOR_SEARCH = 4;
type OutboxState = MessageReply<'outboxList'>;

/**
 * Every report and dispute of this browser and where it stands; one of them with all that is known of it.
 * @param first the id of the entry that is shown first; null or absent for all of them
 * @param onLeave where Escape leads from that entry, because the person came to it from there; absent for the list
 */
export function Outbox({ first = null, onLeave }: { first?: string | null; onLeave?: (() => void) | undefined }) {
  const ask = useAsk();
  const [state, setState] = useState<OutboxState | null>(null);
  const action = useAction();
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState(first);
  /** The entry that the person came back from: the way there takes the focus again. */
  const [from, setFrom] = useState<string | null>(null);

  const search = (next: string) => {
    // A row that is found again does not take the focus out of the field.
    setFrom(null);
    setWords(next);
  };
  const read = () => ask('outboxList', {}).then(setState);
  const unread = usePolling(read, REFRESH_INTERVAL_MS);
  const problem = action.problem ?? unread;
  const sendNow = () => ask('outboxSend', {}).then(setState);
  const discard = (id: string) => ask('outboxDiscard', { id }).then(read);
  // An entry whose answer cannot be asked for now stays as it is.
  useEffect(() => void ask('outboxRefresh', {}).then(setState, () => undefined), []);
  const { entries = [], damaged = [] } = state ?? {};
  const entry = entries.find(({ id }) => id === opened);
  if (entry) {
    const close = () => {
      setFrom(entry.id);
      setOpened(null);
    };
    return (
      <EntryPage
        key={entry.id}
        entry={entry}
        onState={setState}
        onClose={close}
        onEscape={entry.id === first && onLeave ? onLeave : close}
      />
    );
  }

  const empty = entries.length + damaged.length === 0;
  const shown = entries.filter((one) => isMeant(one, words.trim()));
  const tally = tallyOf(entries);
  return (
    <Stack>
      {problem && <Notice tone="caution" title={problem} />}
      {state && empty && <Empty title={i18n.t('outbox.empty')} hint={i18n.t('outbox.emptyHint')} />}
      {tally.blocked > 0 && <Notice tone="ok" title={tallyInWords(tally)} />}
      {entries.some(({ state }) => state.kind === 'waiting') && (
        <div>
          <Button busy={action.isBusy} onPress={() => void action.press(sendNow)}>
            {i18n.t(action.isBusy ? 'report.sending' : 'action.sendNow')}
          </Button>
        </div>
      )}
      {entries.length >= MIN_ENTRIES_FOR_SEARCH && (
        <div>
          <Field label={i18n.t('outbox.search')} value={words} maxLength={200} onInput={search} />
          <p class="small quiet" role="status">
            {words.trim() !== '' &&
              countInWords('outbox.found', shown.length, [numberInWords(shown.length), numberInWords(entries.length)])}
          </p>
        </div>
      )}
      {!empty && (
        <Rows label={i18n.t('outbox.title')}>
          {damaged.map((row) => (
            <DamagedRow key={row.key} row={row} onDiscard={() => void action.press(() => discard(row.key))} />
          ))}
          {shown.map((one) => (
            <EntryRow key={one.id} entry={one} focused={one.id === from} onOpen={() => setOpened(one.id)} />
          ))}
        </Rows>
      )}
      {entries.length > 0 && <HistoryActions entries={entries} onErased={read} />}
    </Stack>
  );
}
