import { useSignal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { Card } from '../component/card.tsx';
import { Choice, Toggle } from '../component/input/choice.tsx';
import { Notice } from '../component/notice.tsx';
import { type Ask, problemOf } from '../page/ask.ts';
import { originWords } from './governed.tsx';
import type { SettingsInForce } from './service/service-choice.ts';

type ProtectionProps = { settings: SettingsInForce; ask: Ask; onChanged: () => Promise<void> };

/** What the protection does; every change counts at once. */
export function Protection({ settings, ask, onChanged }: ProtectionProps) {
  const saved = useSignal(false);
  const problem = useSignal<string | null>(null);
  const write = async (part: MessageRequest<'settingsWrite'>) => {
    saved.value = false;
    problem.value = null;
    try {
      await ask('settingsWrite', part);
      await onChanged();
      saved.value = true;
    } catch (error) {
      problem.value = i18n.t('settings.failed', { problem: problemOf(error) });
    }
  };
  /** The browser asks for the permission only in response to a press. */
  const askThenNotify = async (notify: boolean) => {
    const may = !notify || (await browser.permissions.request({ permissions: ['notifications'] }));
    await write({ notify: notify && may });
    if (!may) problem.value = i18n.t('settings.notifyRefused');
  };
  return (
    <Card title={i18n.t('settings.protection')}>
      <Toggle
        label={i18n.t('settings.protectSites')}
        hint={i18n.t('settings.protectSitesHint')}
        on={settings.protectSites.value}
        {...originWords(settings, 'protectSites')}
        onToggle={(protectSites) => void write({ protectSites })}
      />
      <Toggle
        label={i18n.t('settings.protectAddresses')}
        hint={i18n.t('settings.protectAddressesHint')}
        on={settings.protectAddresses.value}
        {...originWords(settings, 'protectAddresses')}
        onToggle={(protectAddresses) => void write({ protectAddresses })}
      />
      <Toggle
        label={i18n.t('settings.noticeLookalikes')}
        hint={i18n.t('settings.noticeLookalikesHint')}
        on={settings.noticeLookalikes.value}
        {...originWords(settings, 'noticeLookalikes')}
        onToggle={(noticeLookalikes) => void write({ noticeLookalikes })}
      />
      <Toggle
        label={i18n.t('settings.noticeSwappedAddresses')}
        hint={i18n.t('settings.noticeSwappedAddressesHint')}
        on={settings.noticeSwappedAddresses.value}
        {...originWords(settings, 'noticeSwappedAddresses')}
        onToggle={(noticeSwappedAddresses) => void write({ noticeSwappedAddresses })}
      />
      <Toggle
        label={i18n.t('settings.notify')}
        hint={i18n.t('settings.notifyHint')}
        on={settings.notify.value}
        {...originWords(settings, 'notify')}
        onToggle={(notify) => void askThenNotify(notify)}
      />
      <Choice
        title={i18n.t('settings.policy')}
        value={settings.failurePolicy.value}
        {...originWords(settings, 'failurePolicy')}
        onChoose={(failurePolicy) => void write({ failurePolicy })}
        options={[
          { value: 'warn', label: i18n.t('settings.warn'), hint: i18n.t('settings.warnHint') },
          { value: 'closed', label: i18n.t('settings.closed'), hint: i18n.t('settings.closedHint') },
          { value: 'open', label: i18n.t('settings.open'), hint: i18n.t('settings.openHint') },
        ]}
      />
      <p class="small quiet settings-saved" role="status">
        {saved.value && i18n.t('settings.saved')}
      </p>
      {problem.value && <Notice tone="danger" title={problem.value} />}
    </Card>
  );
}
