import { useSignal } from '@preact/signals';
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
import { type Ask, problemOf } from '../../page/ask.ts';
import type { Tone } from '../../words/verdict.ts';
import { managedWords, originWords } from '../governed.tsx';
import { addressField, isOwnKey, type SettingsInForce, serviceChoice } from './service-choice.ts';

type ServiceProps = { settings: SettingsInForce; ask: Ask; onChanged: () => Promise<void> };

/** Where the list comes from, and the key for it. Both are tried before they are stored. */
export function Service({ settings, ask, onChanged }: ServiceProps) {
  const address = useSignal(addressField(settings));
  const key = useSignal('');
  const wrong = useSignal<'address' | 'key' | null>(null);
  const busy = useSignal(false);
  const outcome = useSignal<{ tone: Tone; text: string } | null>(null);
  const [attention, setAttention] = useState(0);
  const brand = BRAND.shortName;

  const write = async (request: MessageRequest<'serviceWrite'>) => {
    busy.value = true;
    try {
      const { stored, organization, problem } = await ask('serviceWrite', request);
      if (stored) {
        key.value = '';
        address.value = request.serviceUrl ?? '';
        await onChanged();
      }
      outcome.value = stored
        ? {
            tone: 'ok',
            text: organization
              ? i18n.t('settings.serviceStoredFor', { organization })
              : i18n.t('settings.serviceStored'),
          }
        : {
            tone: 'danger',
            text: i18n.t('settings.serviceRefused', { problem: problem ? serviceProblemInWords(problem) : '' }),
          };
    } catch (error) {
      outcome.value = { tone: 'danger', text: i18n.t('settings.failed', { problem: problemOf(error) }) };
    }
    busy.value = false;
  };
  const save = () => {
    const choice = serviceChoice({ address: address.value, key: key.value }, settings);
    outcome.value = choice.kind === 'unchanged' ? { tone: 'plain', text: i18n.t('settings.serviceUnchanged') } : null;
    wrong.value = choice.kind === 'wrong' ? choice.field : null;
    if (choice.kind === 'wrong') setAttention(attention + 1);
    if (choice.kind === 'write') void write(choice.request);
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
          value={address.value}
          placeholder={BRAND.serviceUrl}
          managed={managed.address}
          hint={originWords(settings, 'serviceUrl').setBy}
          problem={wrong.value === 'address' ? i18n.t('settings.serviceUrlWrong') : undefined}
          attention={wrong.value === 'address' ? attention : 0}
          onInput={(written) => {
            address.value = written;
          }}
        />
        <Field
          label={i18n.t('settings.key')}
          kind="password"
          code
          maxLength={512}
          value={key.value}
          managed={managed.key}
          hint={keyHint(settings, brand)}
          problem={wrong.value === 'key' ? i18n.t('settings.keyAgain') : undefined}
          attention={wrong.value === 'key' ? attention : 0}
          onInput={(written) => {
            key.value = written;
          }}
        />
        {outcome.value && <Notice tone={outcome.value.tone} title={outcome.value.text} />}
        <Actions>
          {!isManaged && (
            <Button submits busy={busy.value}>
              {i18n.t(busy.value ? 'settings.serviceChecking' : 'settings.serviceSave')}
            </Button>
          )}
          {ownService && (
            <Button onPress={() => void write({ serviceUrl: null, apiKey: null })}>
              {i18n.t('settings.serviceReset', { brand })}
            </Button>
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
  const brand = BRAND.shortName;
  switch (kind) {
    case 'address':
      return i18n.t('settings.serviceUrlWrong');
    case 'keyForm':
      return i18n.t('settings.serviceProblem.keyForm');
    case 'otherAddress':
      return i18n.t('settings.serviceProblem.otherAddress');
    case 'person':
      return i18n.t('settings.serviceProblem.person', { brand });
    case 'more':
      return i18n.t('settings.serviceProblem.more', { brand, scopes: detail });
    case 'less':
      return i18n.t('settings.serviceProblem.less', { scopes: detail });
    case 'refused':
      return i18n.t('settings.serviceProblem.refused');
    case 'error':
      return i18n.t('settings.serviceProblem.error', { address, status: detail });
    case 'malformed':
      return i18n.t('settings.serviceProblem.malformed', { address });
    case 'timeout':
      return i18n.t('settings.serviceProblem.timeout', { address });
    case 'offline':
      return i18n.t('settings.serviceProblem.offline', { address });
    case 'managed':
      return detail === '' ? i18n.t('problem.managed') : i18n.t('settings.serviceProblem.managed', { manager: detail });
  }
}
