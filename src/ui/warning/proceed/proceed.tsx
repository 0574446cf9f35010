import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import type { MessageReply } from '../../../messaging/catalogue.ts';
import { BRAND } from '../../../organization/current.ts';
import { ALLOWANCE_SCOPES, type AllowanceScope } from '../../../protection/allowance/allowance.ts';
import { ArmedButton } from '../../component/input/armed-button.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Field } from '../../component/input/field.tsx';
import { Actions, Stack } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import type { WarningState } from '../state.ts';
import type { Target } from '../target/target.ts';

type ProceedProps = { target: Target; opening: Opening; state: WarningState; onClose: () => void };

type Opening = MessageReply<'warningDescribe'>['opening'];

/** What a person lets through in a private window counts for its tab alone. */
const lastingScopes = () =>
  [
    { value: 'day', label: i18n.t('warning.proceed.day'), hint: i18n.t('warning.proceed.dayHint') },
    { value: 'always', label: i18n.t('warning.proceed.always'), hint: i18n.t('warning.proceed.alwaysHint') },
  ] as const;

/** The second, deliberate step to a stopped site. The decision is stored before anything is opened. */
export function Proceed({ target, opening, state, onClose }: ProceedProps) {
  const ask = useAsk();
  const [scope, setScope] = useState<AllowanceScope>('tab');
  const [reason, setReason] = useState('');
  const [attention, setAttention] = useState(0);
  const { problem, isBusy, press } = useAction();
  const asksWhy = opening.who === 'withReason';
  const panel = useRef<HTMLDivElement>(null);
  const isOffered = ({ value }: { value: AllowanceScope }) =>
    ALLOWANCE_SCOPES.indexOf(value) <= ALLOWANCE_SCOPES.indexOf(opening.longest);
  const scopes = browser.extension.inIncognitoContext ? [] : lastingScopes().filter(isOffered);
  // The button is not armed before all of it is in sight.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const lacksReason = asksWhy && reason.trim() === '';
  const open = async () => {
    await ask('warningProceed', { url: target.url, scope, ...(asksWhy ? { reason } : {}) });
    state.open();
  };
  return (
    <div ref={panel}>
      <Stack>
        <div>
          <h2>{i18n.t('warning.proceed.title', { host: target.host })}</h2>
          <p>{i18n.t('warning.proceed.risk', { brand: BRAND.shortName })}</p>
        </div>
        {scopes.length === 0 ? (
          <p>
            {i18n.t('warning.proceed.tab')}. {i18n.t('warning.proceed.tabHint')}
          </p>
        ) : (
          <Choice
            title={i18n.t('warning.proceed.scope')}
            value={scope}
            onChoose={setScope}
            options={[
              { value: 'tab', label: i18n.t('warning.proceed.tab'), hint: i18n.t('warning.proceed.tabHint') },
              ...scopes,
            ]}
          />
        )}
        {asksWhy && (
          <Field
            label={i18n.t('warning.proceed.reason')}
            hint={i18n.t('warning.proceed.reasonHint', { name: opening.by || BRAND.name })}
            problem={attention > 0 && lacksReason ? i18n.t('warning.proceed.reasonMissing') : undefined}
            attention={attention}
            maxLength={500}
            value={reason}
            onInput={setReason}
          />
        )}
        {problem && <Notice tone="danger" title={i18n.t('warning.proceed.failed', { problem })} />}
        <ArmedButton
          panel={panel}
          busy={isBusy}
          onPress={() => (lacksReason ? setAttention(attention + 1) : void press(open))}
        >
          {i18n.t('warning.proceed.confirm', { host: target.host })}
        </ArmedButton>
        <Actions>
          <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
        </Actions>
      </Stack>
    </div>
  );
}
