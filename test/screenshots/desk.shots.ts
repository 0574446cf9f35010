import { LANGUAGES } from '../../src/language/languages.ts';
import { deskOrigin, expect, fileDispute, fileReport, personKey, signIn, test } from '../e2e/harness/desk.ts';
import { shootOnce } from './camera.ts';

test('desk', async ({ service, profile }) => {
  await service.command('block', 'honest.example', '--reason', 'Phishing');
  const dispute = await fileDispute(service, {
    content: 'honest.example',
    email: 'owner@honest.example',
    description: 'This is my shop. It has been here for ten years.',
  });
  await fileReport(service, { assets: [{ content: 'https://claim-airdrop.example/start' }] });
  const { id, receipt } = await fileReport(service, {
    assets: [
      { content: `https://wallet-login-${'long'.repeat(12)}.example/connect?wallet=any` },
      { content: '0xbad0000000000000000000000000000000000042' },
      { content: 'https://sites.google.com/view/free-bonus' },
    ],
    title: 'It pretends to be my wallet',
    description: 'A search result led there.\nIt asked for the recovery phrase and I left.',
    contactInfo: 'me@reporter.example',
  });
  const { key } = await personKey(service, 'admin', 'ada@acme.test');
  const page = await (await profile({ script: true })).newPage();
  const pictures = async (pages: Readonly<Record<string, string>>) => {
    for (const language of LANGUAGES)
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${deskOrigin(service)}${path}${path.includes('?') ? '&' : '?'}language=${language}`);
        await shootOnce(page, `${name}-${language}`);
      }
    await page.goto(`${deskOrigin(service)}/desk?language=en`);
  };
  await pictures({ 'desk-sign-in': '/desk' });
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByRole('radio', { name: 'Ask the organization' }).check();
  await page.getByRole('button', { name: 'Ask the organization' }).click();
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByText('Ask the sender').click();
  await page.getByLabel('Question').fill('Which search engine was it?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await pictures({
    'desk-report-asked': `/desk/reports/${id}?done=asked&of=${id}`,
    'desk-queue': '/desk',
    'desk-disputes': '/desk/disputes',
    'desk-dispute': `/desk/disputes/${dispute.id}`,
    'desk-search': '/desk/search?q=wallet',
    'desk-sessions': '/desk/sessions',
    'desk-not-found': '/desk/nothing',
    'portal-question': `/acme/report/${receipt}`,
  });
});

test('an organization at the desk', async ({ service, profile }) => {
  const { key } = await personKey(service, 'admin', 'eva@acme.test');
  const page = await (await profile({ script: true })).newPage();
  await signIn(page, service, key);
  const origin = deskOrigin(service);
  const root = '/desk/organizations/acme';
  await page.goto(`${origin}${root}/own-list`);
  await page.locator('[name=content]').fill('https://gambling.example/bonus');
  await page.locator('[name=reason]').fill('Not for our people');
  await page.getByRole('button', { name: 'Block for your people' }).click();
  // The answers to forms have no address of their own, so each language fills them in again.
  for (const language of [...LANGUAGES].reverse()) {
    await page.goto(`${origin}${root}/keys?language=${language}`);
    await page.locator('[name=label]').fill('Chrome');
    await page.locator('[name=label]').press('Enter');
    await shootOnce(page, `organization-key-made-${language}`);
    await page.goto(`${origin}${root}/detection/new?language=${language}`);
    await page.locator('[name=name]').fill('Wary');
    await page.locator('[name=terms]').fill('wary');
    await page.locator('[formaction$="/preview"]').click();
    await shootOnce(page, `organization-detection-preview-${language}`);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByRole('status')).toContainText('It found');
  const config = new URL(page.url()).pathname;

  const rooms = await page.getByRole('navigation', { name: 'Acme' }).getByRole('link').all();
  const paths = await Promise.all(rooms.map(async (room) => (await room.getAttribute('href')) ?? ''));
  const pages = ['/desk/organizations', ...paths, `${root}/detection/new`, config, `${root}/assets/groups`];
  expect(pages.length).toBeGreaterThan(15);
  const nameOf = (path: string) =>
    path.replace(root, 'organization').replace('/desk/organizations', 'organization-choice');
  for (const language of LANGUAGES) {
    for (const path of pages) {
      await page.goto(`${origin}${path}?language=${language}`);
      await shootOnce(page, `${nameOf(path).replaceAll('/', '-')}-${language}`);
    }
    await page.goto(`${origin}${root}/reports?status=TODO&assetType=URL&query=nothing&language=${language}`);
    await shootOnce(page, `organization-reports-filtered-${language}`);
  }
});

test('the desk of those who run the service', async ({ service, profile }) => {
  const { id } = await fileReport(service, { assets: [{ content: 'https://claim-airdrop.example/start' }] });
  const { key } = await personKey(service, 'admin', 'ada@wary.test', { whole: true });
  const page = await (await profile({ script: true })).newPage();
  await signIn(page, service, key);
  const origin = deskOrigin(service);
  await page.goto(`${origin}/desk/reports/${id}`);
  await page.getByRole('radio', { name: 'Reject' }).check();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.goto(`${origin}/desk/reports/${id}`);
  await shootOnce(page, 'desk-report-decided');
  await page.getByText('Undo this decision').first().click();
  await shootOnce(page, 'desk-undo');
  for (const room of ['additions', 'list', 'sources', 'jobs', 'audit']) {
    await page.goto(`${origin}/desk/${room}`);
    await shootOnce(page, `desk-${room}`);
  }
});
