import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { Card } from '../component/card.tsx';
import { Choice, Toggle } from '../component/input/choice.tsx';
import { Notice } from '../component/notice.tsx';
import { problemOf } from '../page/ask.ts';
import { originWords, type SectionProps } from './governed.tsx';

const SWITCHES = ['protectSites', 'protectAddresses', 'noticeLookalikes', 'noticeSwappedAddresses', 'notify'] as const;
type SwitchName = (typeof SWITCHES)[number];

/** What the protection does; every change counts at once. */
export function Protection({ settings, ask, onChanged }: SectionProps) {
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const write = async (part: MessageRequest<'settingsWrite'>) => {
    setSaved(false);
    setProblem(null);
    try {
      await ask('settingsWrite', part);
      await onChanged();
      setSaved(true);
    } catch (error) {
      setProblem(i18n.t('settings.failed', { problem: problemOf(error) }));
    }
  };
  const turn = async (name: SwitchName, isOn: boolean) => {
    // The browser asks for the permission only in response to a press.
    const may = name !== 'notify' || !isOn || (await browser.permissions.request({ permissions: ['notifications'] }));
    await write({ [name]: isOn && may } as Partial<Record<SwitchName, boolean>>);
    if (!may) setProblem(i18n.t('settings.notifyRefused'));
  };
  return (
    <Card title={i18n.t('settings.protection')}>
      {SWITCHES.map((name) => (
        <Toggle
          key={name}
          label={i18n.t(`settings.${name}`)}
          hint={i18n.t(`settings.${name}Hint`)}
          on={settings[name].value}
          {...originWords(settings, name)}
          onToggle={(isOn) => void turn(name, isOn)}
        />
      ))}
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
        {isSaved && i18n.t('settings.saved')}
      </p>
      {problem && <Notice tone="danger" title={problem} />}
    </Card>
  );
}
