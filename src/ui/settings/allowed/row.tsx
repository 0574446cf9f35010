import { useSignal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { lineOf } from '../../../language/locale.ts';
import { type Allowance, type AllowanceChange, MAX_REASON } from '../../../protection/allowance/allowance.ts';
import { Address } from '../../component/address/address.tsx';
import { Row } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Field } from '../../component/input/field.tsx';
import { Actions, Form } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { Panel } from '../../component/panel/panel.tsx';
import { type Ask, problemOf } from '../../page/ask.ts';
import { durationInWords, reachInWords, siteOf } from '../../words/allowance.ts';
import { whenInWords } from '../../words/time.ts';
import type { SettingsInForce } from '../service/service-choice.ts';
import { refusedWords } from './words.ts';

type AllowedRowProps = {
  allowance: Allowance;
  settings: SettingsInForce;
  ask: Ask;
  focused: boolean;
  onRemove: () => void;
  onChanged: () => Promise<void>;
};

/** One allowed site, with a form to change how long and why. */
export function AllowedRow({ allowance, settings, ask, focused, onRemove, onChanged }: AllowedRowProps) {
  const isOpen = useSignal(false);
  const now = Date.now();
  const site = siteOf(allowance);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <Row
      action={
        <>
          <Button
            label={`${i18n.t('settings.change')}: ${site}`}
            expanded={isOpen.value}
            onPress={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {i18n.t('settings.change')}
          </Button>
          <Button label={`${i18n.t('settings.revoke')}: ${site}`} focused={focused} onPress={onRemove}>
            {i18n.t('settings.revoke')}
          </Button>
        </>
      }
    >
      <Address value={site} />
      <p class="small quiet">
        {lineOf([
          reachInWords(allowance.expression),
          i18n.t('settings.since', { time: whenInWords(allowance.createdAt, now) }),
          durationInWords(allowance, now),
        ])}
      </p>
      {allowance.reason !== undefined && (
        <p class="small">
          {i18n.t('settings.allowedReason')} <bdi>{allowance.reason}</bdi>
        </p>
      )}
      {isOpen.value && (
        <Panel onClose={close}>
          <ChangeForm allowance={allowance} settings={settings} ask={ask} onClose={close} onChanged={onChanged} />
        </Panel>
      )}
    </Row>
  );
}

type ChangeFormProps = {
  allowance: Allowance;
  settings: SettingsInForce;
  ask: Ask;
  onClose: () => void;
  onChanged: () => Promise<void>;
};

function ChangeForm({ allowance, settings, ask, onClose, onChanged }: ChangeFormProps) {
  const until = useSignal<AllowanceChange>('kept');
  const reason = useSignal(allowance.reason ?? '');
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const now = Date.now();
  const save = async () => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      const wanted = { id: allowance.id, until: until.value, reason: reason.value.trim() };
      const { stored } = await ask('allowanceChange', wanted);
      if (!stored) {
        const scope = until.value === 'kept' ? allowance.scope : until.value;
        throw new Error(refusedWords(settings, { scope, reason: reason.value }));
      }
      await onChanged();
      onClose();
    } catch (error) {
      problem.value = problemOf(error);
    }
    busy.value = false;
  };
  // What is let through in a private window ends with its tab.
  const lasting = browser.extension.inIncognitoContext
    ? []
    : [
        { value: 'day' as const, label: i18n.t('settings.dayFromNow') },
        ...(allowance.scope === 'always'
          ? []
          : [{ value: 'always' as const, label: i18n.t('warning.proceed.always') }]),
      ];
  return (
    <Form onSubmit={() => void save()}>
      <Choice
        title={i18n.t('settings.howLong')}
        value={until.value}
        onChoose={(chosen) => {
          until.value = chosen;
        }}
        options={[
          { value: 'kept', label: i18n.t('settings.asNow', { until: durationInWords(allowance, now) }) },
          ...lasting,
        ]}
      />
      <Field
        label={i18n.t('settings.reason')}
        hint={i18n.t('settings.reasonHint')}
        optional
        maxLength={MAX_REASON}
        value={reason.value}
        attention={1}
        onEnter={() => void save()}
        onInput={(written) => {
          reason.value = written;
        }}
      />
      {problem.value && <Notice tone="danger" title={problem.value} />}
      <Actions>
        <Button kind="primary" submits busy={busy.value}>
          {i18n.t('settings.save')}
        </Button>
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
      </Actions>
    </Form>
  );
}
