import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import type { MessageReply } from '../../../messaging/catalogue.ts';
import { BRAND } from '../../../organization/current.ts';
import { ALLOWANCE_SCOPES, type AllowanceScope } from '../../../protection/allowance/allowance.ts';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Field } from '../../component/input/field.tsx';
import { Actions, Stack } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { type Ask, problemOf } from '../../page/ask.ts';
import type { WarningState } from '../state.ts';
import type { Target } from '../target/target.ts';
import { ArmedButton } from './armed-button.tsx';

type ProceedProps = { target: Target; opening: Opening; ask: Ask; state: WarningState; onClose: () => void };

type Opening = MessageReply<'warningDescribe'>['opening'];

/** What a person lets through in a private window counts for its tab alone. */
const lastingScopes = () =>
  [
    { value: 'day', label: i18n.t('warning.proceed.day'), hint: i18n.t('warning.proceed.dayHint') },
    { value: 'always', label: i18n.t('warning.proceed.always'), hint: i18n.t('warning.proceed.alwaysHint') },
  ] as const;

/** The second, deliberate step to a stopped site. The decision is stored before anything is opened. */
export function Proceed({ target, opening, ask, state, onClose }: ProceedProps) {
  const scope = useSignal<AllowanceScope>('tab');
  const reason = useSignal('');
  const attention = useSignal(0);
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const asksWhy = opening.who === 'withReason';
  const panel = useRef<HTMLDivElement>(null);
  const isOffered = (wanted: AllowanceScope) =>
    ALLOWANCE_SCOPES.indexOf(wanted) <= ALLOWANCE_SCOPES.indexOf(opening.longest);
  // The button is not armed before all of it is in sight.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const open = async () => {
    if (busy.value) return;
    if (asksWhy && reason.value.trim() === '') {
      attention.value += 1;
      return;
    }
    busy.value = true;
    try {
      await ask('warningProceed', {
        url: target.url,
        scope: scope.value,
        ...(asksWhy ? { reason: reason.value } : {}),
      });
      state.open();
    } catch (error) {
      problem.value = problemOf(error);
      busy.value = false;
    }
  };
  return (
    <div ref={panel}>
      <Stack>
        <div>
          <h2>{i18n.t('warning.proceed.title', { host: target.host })}</h2>
          <p>{i18n.t('warning.proceed.risk', { brand: BRAND.shortName })}</p>
        </div>
        <Choice
          title={i18n.t('warning.proceed.scope')}
          value={scope.value}
          onChoose={(chosen) => {
            scope.value = chosen;
          }}
          options={[
            { value: 'tab', label: i18n.t('warning.proceed.tab'), hint: i18n.t('warning.proceed.tabHint') },
            ...(browser.extension.inIncognitoContext ? [] : lastingScopes().filter(({ value }) => isOffered(value))),
          ]}
        />
        {asksWhy && (
          <Field
            label={i18n.t('warning.proceed.reason')}
            hint={i18n.t('warning.proceed.reasonHint', { name: opening.by || BRAND.name })}
            problem={
              attention.value > 0 && reason.value.trim() === '' ? i18n.t('warning.proceed.reasonMissing') : undefined
            }
            attention={attention.value}
            maxLength={500}
            value={reason.value}
            onInput={(written) => {
              reason.value = written;
            }}
          />
        )}
        {problem.value && <Notice tone="danger" title={i18n.t('warning.proceed.failed', { problem: problem.value })} />}
        <ArmedButton panel={panel} busy={busy.value} onPress={() => void open()}>
          {i18n.t('warning.proceed.confirm', { host: target.host })}
        </ArmedButton>
        <Actions>
          <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
        </Actions>
      </Stack>
    </div>
  );
}
