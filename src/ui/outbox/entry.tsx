import { i18n } from '#i18n';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { Address } from '../component/address.tsx';
import { Badge } from '../component/badge.tsx';
import { Button } from '../component/input/button.tsx';
import { Row } from '../component/row.tsx';
import { decisionInWords, ENTRY_TONES, problemsOf, progressInWords, subjectOf } from '../words/outbox.ts';

/** One report or dispute: what it is about, where it stands, and why. One that was refused can be discarded. */
export function EntryRow({ entry, onDiscard }: { entry: OutboxEntry; onDiscard: () => void }) {
  const { content, more } = subjectOf(entry);
  const { kind } = entry.state;
  const decision = decisionInWords(entry);
  return (
    <Row
      action={
        kind === 'refused' && (
          <Button label={`${i18n.t('action.discard')}: ${content}`} onPress={onDiscard}>
            {i18n.t('action.discard')}
          </Button>
        )
      }
    >
      <p>
        <Badge tone={ENTRY_TONES[kind]}>{i18n.t(`entry.${kind}`)}</Badge>{' '}
        <span class="quiet">{i18n.t(`entry.${entry.item.kind}`)}</span>
      </p>
      <p>
        <Address value={content} /> {more && <span class="small quiet">{more}</span>}
      </p>
      <p class="small quiet">{progressInWords(entry, Date.now())}</p>
      {decision && <p class="small">{decision}</p>}
      {problemsOf(entry).map((problem) => (
        <p key={problem} class="small">
          {problem}
        </p>
      ))}
    </Row>
  );
}
