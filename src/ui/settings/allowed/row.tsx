import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { lineOf } from '../../../language/locale.ts';
import { type Allowance, allowanceOf, MAX_REASON } from '../../../protection/allowance/allowance.ts';
import { Address } from '../../component/address/address.tsx';
import { Row } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Field } from '../../component/input/field.tsx';
import { Actions, Form } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { Panel } from '../../component/panel/panel.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { durationInWords, reachInWords, siteOf } from '../../words/allowance.ts';
import { whenInWords } from '../../words/time.ts';
import type { SettingsInForce } from '../governed.tsx';
import { refusedWords } from './words.ts';

type AllowedRowProps = {
  allowance: Allowance;
  settings: SettingsInForce;
  focused: boolean;
  onRemove: () => void;
  onChanged: () => Promise<void>;
};

/** One allowed site, with a form to change how long and why. */
export function AllowedRow({ allowance, settings, focused, onRemove, onChanged }: AllowedRowProps) {
  const [isOpen, setOpen] = useState(false);
  const now = Date.now();
  const site = siteOf(allowance);
  const close = () => setOpen(false);
  return (
    <Row
      action={
        <>
          <Button label={`${i18n.t('settings.change')}: ${site}`} expanded={isOpen} onPress={() => setOpen(!isOpen)}>
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
      {isOpen && (
        <Panel onClose={close}>
          <ChangeForm allowance={allowance} settings={settings} onClose={close} onChanged={onChanged} />
        </Panel>
      )}
    </Row>
  );
}

type ChangeFormProps = Omit<AllowedRowProps, 'focused' | 'onRemove'> & { onClose: () => void };

function ChangeForm({ allowance, settings, onClose, onChanged }: ChangeFormProps) {
  const ask = useAsk();
  const [until, setUntil] = useState<'kept' | 'day' | 'always'>('kept');
  const [reason, setReason] = useState(allowance.reason ?? '');
  const { problem, isBusy, press } = useAction();
  const now = Date.now();
  const save = async () => {
    const { reason: _, ...before } = allowance;
    const given = until === 'day' ? Date.now() : allowance.createdAt;
    const lasting = until === 'kept' ? before : allowanceOf(allowance.expression, until, { now: given });
    const changed = { ...lasting, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    const { stored } = await ask('allowancesPut', { allowances: [changed] });
    if (!stored[0]) throw new Error(refusedWords(settings, changed));
    await onChanged();
    onClose();
  };
  const submit = () => {
    if (!isBusy) void press(save);
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
    <Form onSubmit={submit}>
      <Choice
        title={i18n.t('settings.howLong')}
        value={until}
        onChoose={setUntil}
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
        value={reason}
        attention={1}
        onEnter={submit}
        onInput={setReason}
      />
      {problem && <Notice tone="danger" title={problem} />}
      <Actions>
        <Button kind="primary" submits busy={isBusy}>
          {i18n.t('settings.save')}
        </Button>
        <Button onPress={onClose}>{i18n.t('action.cancel')}</Button>
      </Actions>
    </Form>
  );
}
