import type { Page } from '@playwright/test';
import { readLanguages } from '../../../src/language/catalogue.ts';
import {
  deskOrigin,
  expect,
  fileDispute,
  fileReport,
  personKey,
  pressAccessKey,
  signIn,
  test,
} from '../harness/desk.ts';
import { findings } from '../harness/page/axe.ts';

// In one process: its service and its browser take as long as a test.
test.describe.configure({ mode: 'default' });

/** Presses the Tab key until an element whose text or id begins so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (
      (await focused.count()) > 0 &&
      ((await focused.textContent())?.trim() || (await focused.getAttribute('id')) || '').startsWith(name)
    )
      return;
  }
  throw new Error(`The tabulator does not lead to ${name}`);
}

/** The findings of axe on a page, and whether the page is wider than 320 pixels. */
async function faultsOf(page: Page, origin: string, path: string): Promise<string[]> {
  await page.goto(`${origin}${path}`);
  const found = (await findings(page)).map((finding) => `${path} ${finding}`);
  await page.setViewportSize({ width: 320, height: 700 });
  const beyond = await widthBeyond(page);
  if (beyond > 0) found.push(`${path} is ${beyond} pixels too wide`);
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

/** The pages that are wider than 320 pixels in a language other than English. */
async function tooWide(page: Page, origin: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 320, height: 700 });
  for (const { name } of readLanguages().slice(1)) {
    for (const path of paths) {
      await page.goto(`${origin}${path}${path.includes('?') ? '&' : '?'}language=${name}`);
      await expect(page.locator('html')).toHaveAttribute('lang', name);
      const beyond = await widthBeyond(page);
      if (beyond > 0) found.push(`${path} in ${name} is ${beyond} pixels too wide`);
    }
  }
  return found;
}

const widthBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the keyboard alone leads from the sign-in through the queue to decisions, without any script', async ({
  service,
  profile,
}) => {
  const { id, receipt } = await fileReport(service, {
    assets: [{ content: 'keyboard.example' }],
    title: 'By keyboard',
  });
  const { key } = await personKey(service, 'reviewer', 'keys@acme.test');
  const page = await (await profile()).newPage();
  await page.goto(`${deskOrigin(service)}/desk`);
  await expect(page.getByLabel('Your key')).toBeFocused();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await tabTo(page, 'By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible();

  await tabTo(page, 'Ask the sender');
  await page.keyboard.press('Enter');
  await tabTo(page, 'question');
  await page.keyboard.type('Where did you see it?');
  await tabTo(page, 'Ask');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(`Report ${id} waits for the reporter’s answer`);

  const reporter = await (await profile()).newPage();
  await reporter.goto(`${deskOrigin(service)}/acme/report/${receipt}`);
  await expect(reporter.getByText('Where did you see it?')).toBeVisible();
  await reporter.getByLabel('Your answer').fill('In a message.');
  await reporter.getByRole('button', { name: 'Send the answer' }).click();
  await expect(reporter.getByText('Your answer has been received')).toBeVisible();

  await page.goto(`${deskOrigin(service)}/desk?part=answered`);
  await pressAccessKey(page, 'n');
  await expect(page.getByText('In a message.')).toBeVisible();
  await pressAccessKey(page, 'a');
  await tabTo(page, 'note');
  await page.keyboard.type('Wallet drainer');
  await tabTo(page, 'Approve');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(`Report ${id} has one approval`);
  const second = await personKey(service, 'reviewer', 'second@acme.test');
  const other = await (await profile()).newPage();
  await signIn(other, service, second.key);
  await other.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await expect(other.getByText('approved once, by keys@acme.test')).toBeVisible();
  await pressAccessKey(other, 'a');
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByRole('status')).toContainText(`Report ${id} is approved.`);
  await reporter.goto(`${deskOrigin(service)}/acme/report/${receipt}`);
  await expect(reporter.getByText('on the blocklist now')).toBeVisible();
});

test('Enter outside the buttons decides nothing, and an access key chooses a decision', async ({
  service,
  profile,
}) => {
  const { id } = await fileReport(service, {
    assets: [{ content: 'one-key.example' }, { content: 'two-keys.example' }],
  });
  const { key } = await personKey(service, 'reviewer', 'enter@acme.test');
  const page = await (await profile()).newPage();
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await pressAccessKey(page, 'r');
  await page.getByLabel('one-key.example').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('one-key.example').press('Space');
  await expect(page.getByLabel('one-key.example')).not.toBeChecked();
  await expect(page).toHaveURL(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('status')).toContainText('is rejected');
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
  await expect(section('two-keys.example').getByText('rejected', { exact: true })).toBeVisible();
  await expect(section('one-key.example').getByText('rejected', { exact: true })).toHaveCount(0);
});

test('with scripts, one key leads to the next case, chooses a decision, skips, and searches', async ({
  service,
  profile,
}) => {
  const first = await fileReport(service, { assets: [{ content: 'first-key.example' }] });
  const second = await fileReport(service, { assets: [{ content: 'second-key.example' }] });
  const { key } = await personKey(service, 'reviewer', 'letters@acme.test');
  const page = await (await profile({ script: true })).newPage();
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${first.id}`);
  await expect(page.getByRole('link', { name: 'second-key.example' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(`${deskOrigin(service)}/desk/reports/${second.id}`);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(`${deskOrigin(service)}/desk/reports/${first.id}`);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(page.locator('#note')).toBeFocused();
  await page.keyboard.type('jars');
  await expect(page.locator('#note')).toHaveValue('jars');
  await page.getByLabel('Insert a text').first().selectOption('Wallet drainer');
  await expect(page.locator('#note')).toHaveValue('jars\nWallet drainer');
  await page.getByRole('heading', { name: 'Reports', exact: true }).click();
  await page.keyboard.press('s');
  await expect(page.getByRole('status')).toContainText(`Report ${first.id} is skipped`);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search reports and false alarms')).toBeFocused();
});

test('another site can neither submit a form of the desk nor show the desk in a frame', async ({
  service,
  profile,
}) => {
  const { id } = await fileReport(service, { assets: [{ content: 'cross-site.example' }] });
  const { key } = await personKey(service, 'reviewer', 'cross@acme.test');
  const context = await profile({ script: true });
  const page = await context.newPage();
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  const proposal = (await page.locator('input[name=proposal]').first().getAttribute('value')) ?? '';
  const form = `<form method="post" action="${deskOrigin(service)}/desk/reports/${id}/decision">
    <input name="proposal" value="${proposal}"><input name="decision" value="APPROVE"><button>Win</button></form>
    <iframe src="${deskOrigin(service)}/desk"></iframe>`;
  await context.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body: form }));
  const evil = await context.newPage();
  await evil.goto('http://evil.test/');
  await expect(evil.frameLocator('iframe').getByText('Review desk')).toHaveCount(0);
  await evil.getByRole('button', { name: 'Win' }).click();
  await expect(evil.getByText('This form came from another site. Nothing was changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeVisible();
});

test('a viewer can read and not decide, and after signing out the session is over', async ({ service, profile }) => {
  const { id } = await fileReport(service, {
    assets: [{ content: 'viewed.example' }],
    contactInfo: 'me@reporter.test',
  });
  const viewer = await personKey(service, 'viewer', 'viewer@acme.test');
  const admin = await personKey(service, 'admin', 'admin@acme.test');
  const page = await (await profile()).newPage();
  await signIn(page, service, viewer.key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await expect(page.getByRole('heading', { name: 'viewed.example' }).first()).toBeVisible();
  await expect(page.getByText('a reviewer decides')).toBeVisible();
  await expect(page.getByText('me@reporter.test')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Approve' })).toHaveCount(0);

  const other = await (await profile()).newPage();
  await signIn(other, service, admin.key);
  await other.getByRole('link', { name: 'Sessions' }).click();
  await other.getByRole('button', { name: 'viewer@acme.test' }).click();
  await expect(other.getByRole('status')).toContainText('Session ended');
  await page.reload();
  await expect(page.getByLabel('Your key')).toBeVisible();

  await service.command('keys', 'revoke', admin.id);
  await other.reload();
  await expect(other.getByLabel('Your key')).toBeVisible();
});

test('axe finds nothing on any page of the desk, and every page fits 320 pixels in every language', async ({
  service,
  profile,
}) => {
  await service.command('block', 'disputed.example', '--reason', 'Phishing');
  const dispute = await fileDispute(service, { content: 'disputed.example', email: 'owner@shop.example' });
  const long = `https://a-host-with-a-name-that-does-not-end-${'x'.repeat(40)}.example/${'path/'.repeat(20)}`;
  const { id, receipt } = await fileReport(service, {
    assets: [{ content: long }, { content: 'short.example' }],
    title: 'Everything at once',
    description: 'It asks for the recovery phrase.',
    contactInfo: 'me@reporter.test',
  });
  const { key } = await personKey(service, 'admin', 'axe@acme.test', { whole: true });
  const decided = await fileReport(service, { assets: [{ content: 'decided.example' }] });
  const page = await (await profile({ script: true })).newPage();
  const found: string[] = [];
  const examine = async (path: string) => found.push(...(await faultsOf(page, deskOrigin(service), path)));
  await examine('/desk/sign-in');
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByRole('radio', { name: 'Ask the organization' }).check();
  await page.getByRole('button', { name: 'Ask the organization' }).click();
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByText('Ask the sender').click();
  await page.getByLabel('Question').fill('Where did you see it?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.goto(`${deskOrigin(service)}/desk/reports/${decided.id}`);
  await page.keyboard.press('r');
  await expect(page.locator('#note')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await widthBeyond(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.goto(`${deskOrigin(service)}/desk/reports/${decided.id}`);
  const undo = (await page.getByRole('link', { name: 'Undo this decision' }).getAttribute('href')) ?? '';
  const paths = [
    '/desk',
    `/desk/reports/${id}?done=asked&of=${id}`,
    '/desk/disputes',
    `/desk/disputes/${dispute.id}`,
    '/desk/search?q=everything',
    '/desk/sessions',
    '/desk/additions',
    '/desk/list?content=disputed.example',
    '/desk/jobs',
    '/desk/sources',
    '/desk/audit',
    undo,
    '/desk/nothing',
    `/acme/report/${receipt}`,
  ];
  for (const path of paths) await examine(path);
  found.push(...(await tooWide(page, deskOrigin(service), paths)));
  expect(found).toEqual([]);
});

test('an admin manages an organization with the keyboard alone, without scripts, on accessible pages', async ({
  service,
  profile,
}) => {
  // Two dozen pages are read in both schemes.
  test.setTimeout(300_000);
  const { key } = await personKey(service, 'admin', 'control@acme.test');
  const page = await (await profile()).newPage();
  await signIn(page, service, key);
  await tabTo(page, 'Organizations');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Acme');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Own list');
  await page.keyboard.press('Enter');
  await tabTo(page, 'content');
  await page.keyboard.type('own-block.example');
  await tabTo(page, 'reason');
  await page.keyboard.type('Not for our people');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('It’s blocked for your people');
  await tabTo(page, 'Lift own-block.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('opens for your people again')).toBeVisible();
  await tabTo(page, 'Lift it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('The block is lifted');

  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('What it is for').fill('Build of the walk');
  await page.getByRole('button', { name: 'Create key' }).click();
  const made = (await page.locator('code').textContent()) ?? '';
  await page.getByRole('link', { name: 'Detection' }).click();
  await page.getByRole('link', { name: 'New search' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Names like ours');
  await page.getByLabel('Terms').fill('wary');
  await page.getByRole('button', { name: 'What would it find?' }).click();
  await expect(page.getByRole('status')).toContainText('It would find');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByRole('status')).toContainText('It found');

  const origin = deskOrigin(service);
  const reader = await (await profile({ script: true })).newPage();
  await signIn(reader, service, key);
  const root = '/desk/organizations/acme';
  const rooms = await page.getByRole('navigation', { name: 'Acme' }).getByRole('link').all();
  const paths = await Promise.all(rooms.map(async (room) => (await room.getAttribute('href')) ?? ''));
  expect(paths.length).toBeGreaterThan(10);
  const more = [`${root}/reports?status=TODO&assetType=URL`, `${root}/detection/new`, `${root}/assets/groups`];
  const found: string[] = [];
  const all = ['/desk/organizations', ...paths, ...more];
  for (const path of all) found.push(...(await faultsOf(reader, origin, path)));
  found.push(...(await tooWide(reader, origin, all)));
  expect(found).toEqual([]);
  await reader.goto(`${origin}${root}/keys`);
  await expect(reader.getByText('Build of the walk')).toBeVisible();
  expect(await reader.content()).not.toContain(made);
});
