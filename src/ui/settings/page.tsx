import type { Signal } from '@preact/signals';
import { i18n } from '#i18n';
import type { Ask } from '../ask.ts';
import { Card } from '../component/card.tsx';
import { Button } from '../component/input/button.tsx';
import { Mark } from '../component/mark.tsx';
import { Notice } from '../component/notice.tsx';
import { Outbox } from '../outbox/list.tsx';
import { About } from './about.tsx';
import { Allowed } from './allowed.tsx';
import { HealthCard } from './health.tsx';
import { Muted } from './muted.tsx';
import { Protection } from './protection.tsx';
import { Service } from './service.tsx';
import type { SettingsInForce } from './service-choice.ts';
import './page.css';

type SettingsPageProps = {
  settings: Signal<SettingsInForce | null>;
  problem: Signal<string | null>;
  ask: Ask;
  onRead: () => Promise<void>;
};

/** Everything that can be set, and everything that is kept, on one page. */
export function SettingsPage({ settings, problem, ask, onRead }: SettingsPageProps) {
  const { value } = settings;
  return (
    <main class="settings">
      <header class="settings-head">
        <Mark />
        <h1 class="settings-title">{i18n.t('settings.title')}</h1>
      </header>
      {problem.value && (
        <Notice
          tone="caution"
          title={problem.value}
          action={<Button onPress={() => void onRead()}>{i18n.t('action.retry')}</Button>}
        />
      )}
      {value?.problems.map((damage) => (
        <Notice key={damage} tone="caution" title={damage} />
      ))}
      {value && <Protection settings={value} ask={ask} onChanged={onRead} />}
      <HealthCard ask={ask} />
      <Card title={i18n.t('settings.allowed')}>
        <Allowed ask={ask} />
      </Card>
      <Muted ask={ask} />
      <Card title={i18n.t('settings.outbox')}>
        <Outbox ask={ask} />
      </Card>
      {value && <Service settings={value} ask={ask} onChanged={onRead} />}
      <About />
    </main>
  );
}
