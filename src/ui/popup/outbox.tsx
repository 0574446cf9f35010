import { i18n } from '#i18n';
import type { Ask } from '../ask.ts';
import { Outbox } from '../outbox/list.tsx';
import { Subview } from './subview.tsx';

export const OutboxView = ({ ask, onBack }: { ask: Ask; onBack: () => void }) => (
  <Subview title={i18n.t('outbox.title')} onBack={onBack}>
    <Outbox ask={ask} />
  </Subview>
);
