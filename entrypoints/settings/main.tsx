import { signal } from '@preact/signals';
import { i18n } from '../../src/language/i18n.ts';
import { send } from '../../src/messaging/send.ts';
import { problemOf } from '../../src/ui/page/ask.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import type { SettingsInForce } from '../../src/ui/settings/governed.tsx';
import { SettingsPage } from '../../src/ui/settings/page.tsx';

const settings = signal<SettingsInForce | null>(null);
const problem = signal<string | null>(null);

async function read(): Promise<void> {
  try {
    settings.value = await send('settingsRead', {});
    problem.value = null;
  } catch (error) {
    problem.value = problemOf(error);
  }
}

void mountPage(
  () => i18n.t('settings.title'),
  <SettingsPage settings={settings} problem={problem} ask={send} onRead={read} />,
);
void read();
