import { i18n } from '../../language/i18n.ts';
import { lineOf } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { Address } from '../component/address/address.tsx';
import { Row } from '../component/card.tsx';
import { Button } from '../component/input/button.tsx';
import { Badge } from '../component/notice.tsx';
import { ConfirmedButton } from '../component/panel/confirmed.tsx';
import { progressInWords, standingInWords, subjectOf, toneOfStanding } from '../words/outbox.ts';
import { whenInWords } from '../words/time.ts';

type EntryRowProps = { entry: OutboxEntry; focused: boolean; onOpen: () => void };

/** One report or dispute of the list: what it is about, where it stands, and the way to all that is known of it. */
export function EntryRow({ entry, focused, onOpen }: EntryRowProps) {
  const { content, more } = subjectOf(entry);
  const standing = standingOf(entry);
  const open = i18n.t(standing === 'asked' ? 'outbox.reply' : 'outbox.open');
  return (
    <Row
      action={
        <Button label={`${open}: ${content}`} focused={focused} onPress={onOpen}>
          {open}
        </Button>
      }
    >
      <p>
        <Badge tone={toneOfStanding(standing)}>{standingInWords(entry)}</Badge>{' '}
        {entry.hasNews && <strong class="small">{i18n.t('outbox.new')}</strong>}
      </p>
      <p>
        <Address value={content} /> {more && <span class="small quiet">{more}</span>}
      </p>
      <p class="small quiet">{lineOf([i18n.t(`entry.${entry.item.kind}`), progressInWords(entry, Date.now())])}</p>
    </Row>
  );
}

type Damaged = MessageReply<'outboxList'>['damaged'][number];

/** A stored report or dispute that can no longer be read: what is left of it, for the person to save. */
export const DamagedRow = ({ row, onDiscard }: { row: Damaged; onDiscard: () => void }) => (
  <Row
    action={
      <ConfirmedButton label={i18n.t('action.discard')} title={i18n.t('outbox.discardTitle')} onConfirm={onDiscard}>
        {i18n.t('outbox.discardHint')}
      </ConfirmedButton>
    }
  >
    <p>
      <Badge tone="caution">{i18n.t('entry.damaged')}</Badge>
    </p>
    <p class="small">{i18n.t('entry.damagedHint', { time: whenInWords(row.foundAt, Date.now()) })}</p>
    <details class="small">
      <summary>{i18n.t('entry.damagedRest')}</summary>
      <pre class="rest">{row.rest}</pre>
    </details>
  </Row>
);
