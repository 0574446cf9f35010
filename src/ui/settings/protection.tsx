import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { BRAND } from '../../organization/current.ts';
import { Card } from '../component/card.tsx';
import { Button } from '../component/input/button.tsx';
import { Choice, Switch } from '../component/input/choice.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { MAY_STOP_FILES, useStoppedFiles } from '../page/stopped-files.ts';
import { originWords, type SectionProps } from './governed.tsx';

const SWITCHES = [
  'protectSites',
  'protectAddresses',
  'markLinks',
  'noticeLookalikes',
  'noticeSwappedAddresses',
  'checkWallets',
  'notify',
] as const;
type SwitchName = (typeof SWITCHES)[number];
const hintOf = (name: SwitchName) =>
  i18n.t(
    name === 'checkWallets' && import.meta.env.FIREFOX ? 'settings.checkWalletsHintFirefox' : `settings.${name}Hint`,
  );
const NOTIFICATIONS: { permissions: ['notifications'] } = { permissions: ['notifications'] };

/** What the protection does; every change counts at once. */
export function Protection({ settings, onChanged }: SectionProps) {
  const ask = useAsk();
  const [isSaved, setSaved] = useState(false);
  const [mustReload, setMustReload] = useState(false);
  const { problem, press } = useAction();
  const files = useStoppedFiles();
  const write = async (part: MessageRequest<'settingsWrite'>) => {
    setSaved(false);
    await ask('settingsWrite', part);
    await onChanged();
    setSaved(true);
  };
  const turn = async (name: SwitchName, isOn: boolean) => {
    // The browser asks for the permission only in response to a press.
    if (name === 'notify' && isOn && !(await browser.permissions.request(NOTIFICATIONS)))
      throw new Error(i18n.t('settings.notifyRefused'));
    await write({ [name]: isOn } as Partial<Record<SwitchName, boolean>>);
    if (name === 'checkWallets') setMustReload(isOn);
    // A permission that this build requires cannot be given back.
    if (name === 'notify' && !isOn) await browser.permissions.remove(NOTIFICATIONS).catch(() => false);
  };
  return (
    <Card title={i18n.t('settings.protection')}>
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={i18n.t(`settings.${name}`)}
          hint={hintOf(name)}
          on={settings[name].value}
          {...originWords(settings, name)}
          onToggle={(isOn) => void press(() => turn(name, isOn))}
        />
      ))}
      {MAY_STOP_FILES && (
        <Switch
          label={i18n.t('settings.stopFiles')}
          hint={i18n.t('settings.stopFilesHint', { brand: BRAND.shortName })}
          on={files.isStopped === true}
          onToggle={(isOn) => void press(() => files.turn(isOn))}
        />
      )}
      <Choice
        title={i18n.t('settings.policy')}
        value={settings.failurePolicy.value}
        {...originWords(settings, 'failurePolicy')}
        onChoose={(failurePolicy) => void press(() => write({ failurePolicy }))}
        options={[
          { value: 'warn', label: i18n.t('settings.warn'), hint: i18n.t('settings.warnHint') },
          { value: 'closed', label: i18n.t('settings.closed'), hint: i18n.t('settings.closedHint') },
          { value: 'open', label: i18n.t('settings.open'), hint: i18n.t('settings.openHint') },
        ]}
      />
      {mustReload && (
        <Notice
          title={i18n.t('wallet.reload')}
          action={<Button onPress={() => void press(reloadPages)}>{i18n.t('wallet.reloadAll')}</Button>}
        >
          {i18n.t('wallet.reloadHint')}
        </Notice>
      )}
      <p class="small quiet settings-saved" role="status">
        {isSaved && i18n.t('settings.saved')}
      </p>
      {problem && <Notice tone="danger" title={i18n.t('settings.failed', { problem })} />}
    </Card>
  );
}

async function reloadPages(): Promise<void> {
  const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  await Promise.all(tabs.map(({ id }) => browser.tabs.reload(id!)));
}
