import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { Address } from '../component/address.tsx';
import { Disclosure } from '../component/disclosure.tsx';
import { Host } from '../component/host.tsx';
import { Icon, TONE_ICONS } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Mark } from '../component/mark.tsx';
import { DisputeForm } from '../dispute/form.tsx';
import { Submission } from '../submission.ts';
import { lineOf } from '../words/locale.ts';
import { momentInWords } from '../words/time.ts';
import { confirmationInWords, failureInWords, listingInWords, toneOf } from '../words/verdict.ts';
import { Details } from './details.tsx';
import { Proceed } from './proceed.tsx';
import type { WarningState } from './state.ts';
import type { Target } from './target.ts';

type StoppedProps = {
  described: MessageReply<'warningDescribe'>;
  target: Target;
  state: WarningState;
  ask: Ask;
  drafts: DraftStore;
  onLeave: () => void;
};
type Panel = 'dispute' | 'why' | 'proceed';

/** A site that was stopped: what, why, and the ways on. The way back comes first. */
export function Stopped({ described, target, state, ask, drafts, onLeave }: StoppedProps) {
  const { verdict, policy, lookalike } = described;
  const panel = useSignal<Panel | null>(null);
  const submission = useMemo(() => new Submission(ask), []);
  const unconfirmed = verdict.kind === 'unconfirmed';
  const show = (name: Panel) => (open: boolean) => {
    panel.value = open ? name : null;
  };
  useEffect(
    () => () => {
      state.occupied = false;
    },
    [],
  );
  state.occupied = panel.value === 'dispute' || panel.value === 'proceed';
  return (
    <main class={`warning warning-stopped tone-${toneOf(verdict)}`}>
      <div class="warning-top">
        <Mark />
        <p class="small quiet">
          {lineOf([
            verdict.list && verdict.list.currentAt > 0
              ? i18n.t('warning.listOf', { time: momentInWords(verdict.list.currentAt) })
              : null,
            confirmationInWords(verdict),
          ])}
        </p>
      </div>
      <h1 class="warning-heading">
        <Icon name={TONE_ICONS[toneOf(verdict)]} />
        {i18n.t(unconfirmed ? 'warning.unconfirmed' : 'warning.stopped')}
      </h1>
      <div>
        <p class="warning-host">
          <Host host={target.host} large />
        </p>
        {lookalike !== null && (
          <p>{i18n.t('warning.lookalike', { original: lookalike.original, host: lookalike.host })}</p>
        )}
        {target.after !== '/' && (
          <p class="small quiet">
            <Address value={target.url} host={{ before: target.before, name: target.host }} />
          </p>
        )}
      </div>
      {unconfirmed ? (
        <p>
          {i18n.t('warning.unconfirmedHint')} {failureInWords(verdict)}
          {policy === 'closed' && ` ${i18n.t('warning.closedHint')}`}
        </p>
      ) : (
        <p>{listingInWords(verdict, Date.now())}</p>
      )}
      {verdict.allowedAbove !== undefined && (
        <p>
          {i18n.t('warning.allowedAbove', {
            allowed: verdict.allowedAbove.replace(/\/$/, ''),
            host: verdict.asset.content,
          })}
        </p>
      )}
      <div class="warning-actions">
        <Button kind="primary" focused onPress={onLeave}>
          {i18n.t('warning.goBack')}
        </Button>
        {unconfirmed && <Button onPress={() => void state.retry()}>{i18n.t('action.retry')}</Button>}
      </div>
      <div class="warning-ways">
        <Disclosure label={i18n.t('warning.disputeLink')} open={panel.value === 'dispute'} onToggle={show('dispute')}>
          <DisputeForm
            content={verdict.asset.content}
            subject={verdict.asset.content}
            drafts={drafts}
            submission={submission}
            onClose={() => show('dispute')(false)}
          />
        </Disclosure>
        <Disclosure label={i18n.t('warning.why')} open={panel.value === 'why'} onToggle={show('why')}>
          <Details verdict={verdict} />
        </Disclosure>
        {!(unconfirmed && policy === 'closed') && (
          <Disclosure label={i18n.t('warning.proceedLink')} open={panel.value === 'proceed'} onToggle={show('proceed')}>
            <Proceed target={target} ask={ask} state={state} onClose={() => show('proceed')(false)} />
          </Disclosure>
        )}
      </div>
    </main>
  );
}
