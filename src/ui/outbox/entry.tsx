import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { standingOf } from '../../reporting/outcome/standing.ts';
import { Address } from '../component/address.tsx';
import { Badge } from '../component/badge.tsx';
import { Button } from '../component/input/button.tsx';
import { Row } from '../component/row.tsx';
import { progressInWords, STANDING_TONES, standingInWords, subjectOf } from '../words/outbox.ts';

type EntryRowProps = { entry: OutboxEntry; focused: boolean; onOpen: () => void };

/** One report or dispute of the list: what it is about, where it stands, and the way to all that is known of it. */
export function EntryRow({ entry, focused, onOpen }: EntryRowProps) {
  const { content, more } = subjectOf(entry);
  return (
    <Row
      action={
        <Button label={`${i18n.t('outbox.open')}: ${content}`} focused={focused} onPress={onOpen}>
          {i18n.t(standingOf(entry) === 'asked' ? 'outbox.reply' : 'outbox.open')}
        </Button>
      }
    >
      <p>
        <Badge tone={STANDING_TONES[standingOf(entry)]}>{standingInWords(entry)}</Badge>{' '}
        <span class="small quiet">{i18n.t(`entry.${entry.item.kind}`)}</span>
        {entry.hasNews && <strong class="small outbox-news">{i18n.t('outbox.new')}</strong>}
      </p>
      <p>
        <Address value={content} /> {more && <span class="small quiet">{more}</span>}
      </p>
      <p class="small quiet">{progressInWords(entry, Date.now())}</p>
    </Row>
  );
}
