import { useEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import type { Ask } from '../ask.ts';
import { Notice } from '../component/notice.tsx';
import { whenInWords } from '../words/time.ts';

type Decision = 'waiting' | 'open' | 'accepted' | 'rejected' | 'refused';

/** What came of a dispute that the person sent about this before; nothing where they sent none. */
export function Disputed({ content, ask }: { content: string; ask: Ask }) {
  const [entry, setEntry] = useState<OutboxEntry | null>(null);
  useEffect(() => {
    // What stands in the outbox cannot be told where the background does not answer; its own page says so.
    ask('outboxList', {}).then(
      ({ entries }) => setEntry(disputeOf(entries, content)),
      () => undefined,
    );
  }, [content]);
  if (entry === null) return null;
  const { state } = entry;
  const note = state.kind === 'sent' ? state.told?.message : undefined;
  return (
    <Notice title={i18n.t('warning.disputed.title', { time: whenInWords(entry.createdAt, Date.now()) })}>
      <p>{i18n.t(`warning.disputed.${decisionOf(entry)}`)}</p>
      {note !== undefined && note !== '' && <p>{note}</p>}
    </Notice>
  );
}

/** The last dispute about something. */
const disputeOf = (entries: readonly OutboxEntry[], content: string): OutboxEntry | null =>
  entries
    .filter(({ item }) => item.kind === 'dispute' && item.draft.content === content)
    .sort((one, other) => other.createdAt - one.createdAt)[0] ?? null;

function decisionOf({ state }: OutboxEntry): Decision {
  if (state.kind !== 'sent') return state.kind;
  const status = state.told?.state;
  return status === 'ACCEPTED' ? 'accepted' : status === 'REJECTED' ? 'rejected' : 'open';
}
