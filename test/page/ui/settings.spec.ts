import { expect } from '@playwright/test';
import type { Allowance } from '../../../src/protection/allowance/allowance.ts';
import { nightlyUnless } from '../nightly.ts';
import { announcements } from './announcements.ts';
import { done, settings, troubled } from './answers.ts';
import { type Answers, type ExtensionPage, test } from './extension-page.ts';
import { expectUsable, pressTwice } from './usable.ts';

const late = () => new Promise<never>((_, reject) => setTimeout(reject, 300, new Error('No way')));
const times = (page: ExtensionPage, message: string) => page.sent.filter(({ name }) => name === message).length;
const ALLOWANCES: Allowance[] = [
  { id: 'a', expression: 'a.example/', scope: 'always', reason: 'Our shop', createdAt: 0 },
  { id: 'b', expression: 'b.example/', scope: 'day', createdAt: 0, expiresAt: 8e12 },
  { id: 'c', expression: 'c.example/', scope: 'tab', tabId: 1, createdAt: 0 },
];
const request = { at: 0, what: 'blocklistDelta', method: 'GET', url: 'https://service.example/list', headers: {} };
/** A browser in which much has happened. */
const FULL: Answers = {
  allowancesList: { allowances: ALLOWANCES },
  mutedSitesList: { hosts: ['a.example', 'b.example'] },
  trafficRead: {
    requests: [{ ...request, body: '{"prefix":"abcd"}', bytes: 17, status: 200, times: [0], about: ['c.example'] }],
  },
  healthRead: troubled('service-refused', { level: 'reduced', detail: 'Internal server error', remedy: 'check' }),
};
/** An organization that decides everything. */
const managed = (over: Partial<ReturnType<typeof settings>> = {}) => {
  const { managedBy, problems, ...each } = settings();
  const decided = Object.entries(each).map(([name, { value }]) => [name, { value, origin: 'policy' }]);
  return settings({ ...Object.fromEntries(decided), managedBy: 'Acme', problems: ['Key: it has spaces.'], ...over });
};
const section = (page: ExtensionPage, name: string) => page.locator(`#${name}`);
/** Shows every section, by a search for what each of them has. */
async function showAll(page: ExtensionPage): Promise<void> {
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('e');
  await expect(section(page, 'statistics').getByRole('term').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Language' })).toBeVisible();
}

for (const [state, answers] of [
  ['as the product comes', {}],
  ['of a browser in which much has happened', FULL],
  ['that an organization decides', { settingsRead: managed({ reports: { value: false, origin: 'policy' } }) }],
] as const)
  test(`everybody can use the settings ${state}${nightlyUnless(/happened/, state)}`, async ({ open }) => {
    const page = await open('/settings.html', { answers });
    await expect(page.getByRole('region', { name: 'Protection', exact: true })).toBeVisible();
    await expectUsable(page);
    await showAll(page);
    await expectUsable(page);
  });

test('everybody can use what opens in the settings', { tag: '@nightly' }, async ({ open }) => {
  const page = await open('/settings.html', { answers: FULL });
  await showAll(page);
  await page.getByRole('button', { name: 'Change: a.example' }).click();
  await section(page, 'traffic').getByRole('button').first().click();
  const file = { format: 'allowed-sites', version: 1, sites: [{ site: 'd.example', until: null }] };
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 's.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await expect(page.getByRole('button', { name: 'Allow 1 site' })).toBeFocused();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Reset counts' }).click();
  await expectUsable(page);
});

test('everybody can use the settings while the background is silent, and it is asked again by a press', async ({
  open,
}) => {
  const page = await open('/settings.html', { answers: { settingsRead: late } });
  await expect(page.getByText('No way.').first()).toBeVisible();
  page.answer({ settingsRead: settings() });
  await pressTwice(page, 'Try again');
  await expect(page.getByRole('region', { name: 'Protection', exact: true })).toBeVisible();
  expect(times(page, 'settingsRead')).toBeLessThan(4);
});

test('a switch or a choice that is not stored says so and keeps what is in force', async ({ open }) => {
  const page = await open('/settings.html', { answers: { settingsWrite: () => new Promise(() => {}) } });
  const chosen = page.getByRole('radio', { name: 'Stop it, but let me continue' });
  await page.getByRole('radio', { name: 'Open the site' }).click();
  await expect(chosen).toBeChecked();
  page.answer({ settingsWrite: late });
  await page.reload();
  for (const press of [
    () => page.getByRole('switch', { name: 'Stop listed sites' }).click(),
    () => page.getByRole('radio', { name: 'Open the site' }).click(),
    () => page.getByRole('radio', { name: 'Open the site' }).click(),
  ]) {
    await press();
    await expect(chosen).toBeChecked();
    await expect(page.getByText('Not saved: No way.')).toBeVisible();
    await expect(chosen).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Stop listed sites' })).toBeChecked();
  }
  expect(times(page, 'settingsWrite')).toBe(4);
});

test('notifications that the browser refuses are reported, the page follows what is changed elsewhere, and the permission is given back', async ({
  open,
}) => {
  const page = await open('/settings.html');
  const notify = page.getByRole('switch', { name: 'Tell me when something changes' });
  await page.evaluate(() => {
    const { permissions } = (globalThis as unknown as { chrome: { permissions: { request: unknown } } }).chrome;
    permissions.request = () => Promise.reject(new Error('Not in a press'));
  });
  await notify.click();
  await expect(page.getByText('Not in a press')).toBeVisible();
  await expect(notify).not.toBeChecked();
  page.answer({ settingsRead: settings({ notify: { value: true, origin: 'person' } }) });
  await expect(notify).toBeChecked();
  await notify.click();
  await expect.poll(() => page.calls()).toContainEqual(expect.stringContaining('permissions.remove'));
});

test('a screen reader hears what was saved, refused and found in the settings', async ({ open }) => {
  const page = await open('/settings.html');
  await expect(page.getByRole('region', { name: 'Protection', exact: true })).toBeVisible();
  const said = await announcements(page);
  await page.getByRole('switch', { name: 'Warn about sites that imitate others' }).click();
  await expect.poll(said).toEqual(['status: Saved']);
  await page.getByRole('link', { name: 'Service' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('service.example');
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^alert: Write an address that begins with https/);
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('privacy');
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^status: \d sections? found$/);
});

test('a search shows what it finds, leaves the rest out and keeps what is written in it', async ({ open }) => {
  const page = await open('/settings.html#service');
  const address = page.getByRole('textbox', { name: 'Address' });
  const find = page.getByRole('textbox', { name: 'Find a setting' });
  await address.fill('https://mine.example');
  await find.fill('language');
  await expect(page.getByRole('region', { name: 'Service' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Language' })).toBeVisible();
  await find.fill('xylophone');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Language' })).toBeVisible();
  await expectUsable(page);
  await find.fill('listed sites');
  await expect(page.getByRole('switch', { name: 'Stop listed sites' })).toBeVisible();
  const marked = () =>
    [...CSS.highlights.get('found')!].map(({ startContainer, startOffset, endOffset }) =>
      startContainer.nodeValue!.slice(startOffset, endOffset).toLowerCase(),
    );
  await expect.poll(async () => new Set(await page.evaluate(marked))).toEqual(new Set(['listed', 'sites']));
  await page.getByRole('link', { name: 'Service' }).click();
  await expect(find).toHaveValue('');
  await expect(address).toHaveValue('https://mine.example');
});

test('the navigation shows one page at a time, also at an address and by the way back', async ({ open }) => {
  const page = await open('/settings.html#statistics');
  await expect(page.getByRole('link', { name: 'What was sent' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'About' }).press('Enter');
  await expect(page.getByRole('region')).toHaveAccessibleName('About');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible();
});

test('an address or key of a service is checked once, and what is wrong is said at its field', async ({ open }) => {
  const own = {
    keyIsSet: { value: true, origin: 'person' },
    serviceUrl: { value: 'https://a.example', origin: 'person' },
  } as const;
  const page = await open('/settings.html#service', { answers: { settingsRead: settings(own), serviceWrite: late } });
  const address = page.getByRole('textbox', { name: 'Address' });
  const save = page.getByRole('button', { name: 'Check and save' });
  await save.click();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await address.fill('service.example');
  await save.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/begins with https/);
  await address.fill('https://service.example');
  await save.click();
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused();
  await page.getByLabel('Key', { exact: true }).fill('key');
  await pressTwice(page, 'Check and save');
  await expect(page.getByText('Not saved: No way.')).toBeVisible();
  expect(times(page, 'serviceWrite')).toBe(1);
  page.answer({ serviceWrite: { stored: true, organization: 'Acme' } });
  await page.getByRole('button', { name: /^Use what came with/ }).click();
  await expect(page.getByRole('dialog').getByText('can’t show the key again')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(times(page, 'serviceWrite')).toBe(1);
  await save.click();
  await expect(page.getByText('Saved. The service answers as Acme.')).toBeVisible();
});

test('allowed sites are changed, removed, restored and added with the keyboard, each once', async ({ open }) => {
  const page = await open('/settings.html#allowed', { answers: FULL });
  const revoke = () => {
    page.answer({ allowancesList: { allowances: ALLOWANCES.slice(1) } });
    return done;
  };
  page.answer({ allowanceRevoke: revoke, allowancesPut: { stored: [false] } });
  const change = page.getByRole('button', { name: 'Change: a.example' });
  await change.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Why you allowed it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  // Escape at once, before the panel is painted.
  await change.evaluate(async (button: HTMLElement) => {
    button.click();
    const field = () => button.closest('li')!.querySelector<HTMLElement>('input[type=text]');
    // Components are rendered in a microtask, and painted later.
    for (let turn = 0; turn < 100 && !field(); turn += 1) await Promise.resolve();
    field()!.focus();
    field()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await expect(change).toHaveAttribute('aria-expanded', 'false');
  await expect(change).toBeFocused();
  await page.getByRole('button', { name: 'Block again: a.example' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  const put = () => {
    page.answer(FULL);
    return { stored: [true] };
  };
  page.answer({ allowancesPut: put });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Block again: a.example' })).toBeFocused();
  const file = { format: 'allowed-sites', version: 1, sites: [{ site: 'd.example', until: null }] };
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 's', mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('not a file of ours');
  await expect(page.getByText('This file can’t be read')).toBeVisible();
  const before = times(page, 'allowancesPut');
  const slow = () => new Promise<{ stored: [true] }>((resolve) => setTimeout(resolve, 300, { stored: [true] }));
  page.answer({ allowancesPut: slow });
  await choose(JSON.stringify(file));
  await pressTwice(page, 'Allow 1 site');
  await expect(page.getByText('1 site was added')).toBeVisible();
  expect(times(page, 'allowancesPut')).toBe(before + 1);
});

test('who takes a site out of a list goes on at the next one', async ({ open }) => {
  const page = await open('/settings.html#allowed', { answers: FULL });
  page.answer({ mutedSitesList: ({ of }) => ({ hosts: of === 'marks' ? [] : ['b.example'] }) });
  await page.reload();
  page.answer(FULL);
  await page.reload();
  const again = (host: string) => page.getByRole('button', { name: `Warn me again: ${host}` });
  await expect(again('a.example')).toBeVisible();
  const left = ['b.example', 'a.example'];
  const restore = () => {
    left.pop();
    page.answer({ mutedSitesList: { hosts: [...left] } });
    return done;
  };
  page.answer({ mutedSiteRestore: restore });
  await again('a.example').press('Enter');
  await expect(again('b.example')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(again('b.example')).toHaveCount(0);
  await expect(page.locator(':focus')).not.toHaveCount(0);
});

test('what is read once is read again by a press, and forgotten after a question', async ({ open }) => {
  const page = await open('/settings.html#traffic', {
    answers: { ...FULL, trafficForget: late, statisticsReset: late },
  });
  for (const [name, message] of [
    ['Erase', 'trafficForget'],
    ['Reset counts', 'statisticsReset'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByText('No way.').first()).toBeVisible();
    expect(times(page, message)).toBe(1);
  }
});
