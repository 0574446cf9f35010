import { i18n } from '../../language/i18n.ts';
import type { DraftKind } from '../../reporting/draft/draft.ts';
import { Notice } from '../component/notice.tsx';
import { ConfirmedButton } from '../component/panel/confirmed.tsx';
import { useAction } from '../page/action.ts';
import type { Draft } from './draft.ts';

type KeptProps = { draft: Draft<DraftKind>; onDiscarded?: () => void };

/** That what a person writes is kept on this device, and the way to discard it; or why it is not kept. */
export function Kept({ draft, onDiscarded }: KeptProps) {
  const { problem, press } = useAction();
  const discard = () => draft.discard().then(onDiscarded);
  return (
    <>
      {draft.storageProblem.value && (
        <Notice tone="caution" title={i18n.t('submission.draftLost')}>
          {draft.storageProblem.value}
        </Notice>
      )}
      {problem && <Notice tone="caution" title={problem} />}
      {draft.isWritten && draft.storageProblem.value === null && (
        <div>
          <p class="small quiet">{i18n.t('submission.kept')}</p>
          <ConfirmedButton
            kind="quiet"
            label={i18n.t('action.discard')}
            title={i18n.t('outbox.discardTitle')}
            onConfirm={() => void press(discard)}
          >
            {i18n.t('submission.discardHint')}
          </ConfirmedButton>
        </div>
      )}
    </>
  );
}
