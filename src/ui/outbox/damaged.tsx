import { i18n } from '#i18n';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { Badge } from '../component/badge.tsx';
import { Button } from '../component/input/button.tsx';
import { Row } from '../component/row.tsx';
import { whenInWords } from '../words/time.ts';

type Damaged = MessageReply<'outboxList'>['damaged'][number];

/** A stored report or dispute that can no longer be read: what is left of it, for the person to save. */
export const DamagedRow = ({ row, onDiscard }: { row: Damaged; onDiscard: () => void }) => (
  <Row action={<Button onPress={onDiscard}>{i18n.t('action.discard')}</Button>}>
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
