import { expect } from '@playwright/test';
import type { MessageReply } from '../../../src/messaging/catalogue.ts';
import { overview } from '../../../src/ui/popup/overview.fixture.ts';
import { nightlyUnless } from '../nightly.ts';
import { done, settings, troubled } from './answers.ts';
import { type Answers, test } from './extension-page.ts';
import { expectUsable } from './usable.ts';

const HEALTH: readonly (readonly [title: RegExp, health: MessageReply<'healthRead'>])[] = [
  [/ is on$/, overview().health],
  [/only partly protecting you$/, troubled('list-old', { level: 'reduced', remedy: 'check' })],
  [/isn’t protecting you$/, troubled('key-refused', { remedy: 'settings', detail: 'No' })],
];
for (const [title, healthRead] of HEALTH)
  test(`everybody can use the welcome page that says: ${title.source}${nightlyUnless(/isn’t/, title.source)}`, async ({
    open,
  }) => {
    const page = await open('/welcome.html', { answers: { healthRead } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectUsable(page);
  });

test('everybody can use the steps after a scam', async ({ open }) => {
  const page = await open('/steps.html');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectUsable(page);
});

const READY = { kind: 'ready', request: { method: 'POST', url: 'https://service.example/report', bytes: 40 } } as const;
const WELL: Answers = {
  selfTestBegin: { host: 'x.protection-test.invalid', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
  selfTestReport: READY,
  selfTestEnd: done,
  selfTestCheck: { enabled: true, marked: [], refused: [] },
  settingsRead: settings({ protectAddresses: { value: false, origin: 'policy' } }),
};

test('everybody can use the self-test, and one press tests once more', async ({ open }) => {
  const healthRead = troubled('protection-off', { kind: 'list-missing', remedy: 'check' });
  const page = await open('/self-test.html', {
    answers: { ...WELL, healthRead, selfTestReport: { kind: 'waiting', cause: 'noKey' } },
  });
  await page.evaluate(() => {
    const { tabs } = (globalThis as unknown as { chrome: { tabs: { get: unknown } } }).chrome;
    const address = `${location.origin}/warning.html#http://x.protection-test.invalid/`;
    tabs.get = async () => ({ id: 1, status: 'complete', url: address });
  });
  await expect(page.getByText('Reports can’t be sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expectUsable(page);
  const begun = () => page.sent.filter(({ name }) => name === 'selfTestBegin').length;
  const before = begun();
  await page.getByRole('button', { name: 'Test again' }).dblclick();
  await expect(page.getByText('Reports can’t be sent')).toBeVisible();
  expect(begun()).toBe(before + 1);
});
