import { i18n } from '../../language/i18n.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { Notice } from '../component/notice.tsx';
import { whenInWords } from '../words/time.ts';

type DisputedProps = {
  entry: OutboxEntry;
  /** Whether the site has left the list. */
  isLifted?: boolean;
};

/** What came of a dispute that the person sent about the site, with what the reviewers wrote. */
export function Disputed({ entry, isLifted = false }: DisputedProps) {
  const { state } = entry;
  const message = state.kind === 'sent' ? state.review?.message : undefined;
  const decision = decisionOf(entry);
  return (
    <Notice title={i18n.t('warning.disputed.title', { time: whenInWords(entry.createdAt, Date.now()) })}>
      <p>{i18n.t(`warning.disputed.${isLifted && decision === 'accepted' ? 'lifted' : decision}`)}</p>
      {message !== undefined && message !== '' && (
        <>
          <p class="small quiet">{i18n.t('outbox.reviewersSay')}</p>
          <p dir="auto">{message}</p>
        </>
      )}
    </Notice>
  );
}

type Decision = 'waiting' | 'open' | 'accepted' | 'rejected' | 'refused';

function decisionOf({ state }: OutboxEntry): Decision {
  if (state.kind !== 'sent') return state.kind;
  const status = state.review?.state;
  return status === 'ACCEPTED' ? 'accepted' : status === 'REJECTED' ? 'rejected' : 'open';
}
