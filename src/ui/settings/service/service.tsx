import { useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import type { MessageRequest } from '../../../messaging/catalogue.ts';
import { BRAND } from '../../../organization/current.ts';
import type { ServiceProblem } from '../../../settings/service/service-problem.ts';
import { Card } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Field } from '../../component/input/field.tsx';
import { Actions, Form } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { managedWords, originWords, type SectionProps, type SettingsInForce } from '../governed.tsx';
import { addressField, isOwnKey, serviceChoice } from './service-choice.ts';

/** Where the list comes from, and the key for it. Both are tried before they are stored. */
export function Service({ settings, onChanged }: SectionProps) {
  const ask = useAsk();
  const [address, setAddress] = useState(addressField(settings));
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState<'address' | 'key' | null>(null);
  const { problem, isBusy, press } = useAction();
  const [outcome, setOutcome] = useState<string | null>(null);
  const [attention, setAttention] = useState(0);
  const brand = BRAND.shortName;

  const write = async (request: MessageRequest<'serviceWrite'>) => {
    setOutcome(null);
    const { stored, organization, problem } = await ask('serviceWrite', request);
    if (!stored) throw new Error(problem ? serviceProblemInWords(problem) : '');
    setKey('');
    setAddress(request.serviceUrl ?? '');
    await onChanged();
    setOutcome(
      i18n.t(organization ? 'settings.serviceStoredFor' : 'settings.serviceStored', {
        organization: organization ?? '',
      }),
    );
  };
  const save = () => {
    const choice = serviceChoice({ address, key }, settings);
    setOutcome(choice.kind === 'unchanged' ? i18n.t('settings.serviceUnchanged') : null);
    setWrong(choice.kind === 'wrong' ? choice.field : null);
    if (choice.kind === 'wrong') setAttention(attention + 1);
    if (choice.kind === 'write') void press(() => write(choice.request));
  };

  const ownService = settings.serviceUrl.origin === 'person' || isOwnKey(settings);
  const managed = { address: managedWords(settings, 'serviceUrl'), key: managedWords(settings, 'keyIsSet') };
  const isManaged = managed.address !== undefined && managed.key !== undefined;
  return (
    <Card title={i18n.t('settings.service')}>
      <p class="small quiet">{i18n.t('settings.serviceHint')}</p>
      <Form onSubmit={save}>
        <Field
          label={i18n.t('settings.serviceUrl')}
          kind="url"
          code
          maxLength={2048}
          value={address}
          placeholder={BRAND.serviceUrl}
          managed={managed.address}
          hint={originWords(settings, 'serviceUrl').setBy}
          problem={wrong === 'address' ? i18n.t('settings.serviceUrlWrong') : undefined}
          attention={wrong === 'address' ? attention : 0}
          onInput={setAddress}
        />
        <Field
          label={i18n.t('settings.key')}
          kind="password"
          code
          maxLength={512}
          value={key}
          managed={managed.key}
          hint={keyHint(settings, brand)}
          problem={wrong === 'key' ? i18n.t('settings.keyAgain') : undefined}
          attention={wrong === 'key' ? attention : 0}
          onInput={setKey}
        />
        {problem && <Notice tone="danger" title={i18n.t('settings.failed', { problem })} />}
        {outcome && problem === null && <Notice tone="ok" title={outcome} />}
        <Actions>
          {!isManaged && (
            <Button submits busy={isBusy}>
              {i18n.t(isBusy ? 'settings.serviceChecking' : 'settings.serviceSave')}
            </Button>
          )}
          {ownService && (
            <ConfirmedButton
              label={i18n.t('settings.serviceReset', { brand })}
              title={i18n.t('settings.serviceResetTitle')}
              busy={isBusy}
              onConfirm={() => void press(() => write({ serviceUrl: null, apiKey: null }))}
            >
              <p>{i18n.t('settings.serviceResetHint', { brand })}</p>
            </ConfirmedButton>
          )}
        </Actions>
      </Form>
    </Card>
  );
}

function keyHint(settings: SettingsInForce, brand: string): string {
  if (!settings.keyIsSet.value) return i18n.t('settings.keyNone');
  return settings.keyIsSet.origin === 'brand' ? i18n.t('settings.keyBrands', { brand }) : i18n.t('settings.keySet');
}

/** Why a service is not used, and what to do, in a sentence or two. */
function serviceProblemInWords({ kind, detail, address }: ServiceProblem): string {
  if (kind === 'address') return i18n.t('settings.serviceUrlWrong');
  if (kind === 'managed' && detail === '') return i18n.t('problem.managed');
  const blanks = { brand: BRAND.shortName, address, scopes: detail, status: detail, manager: detail };
  return i18n.t(`settings.serviceProblem.${kind}`, blanks);
}
