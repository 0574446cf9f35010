import { deskOrigin, fileDispute, fileReport, personKey, signIn, test } from '../e2e/harness/desk.ts';
import { shoot } from './camera.ts';

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
  await page.goto(`${deskOrigin(service)}/desk`);
  await shoot(page, 'desk-sign-in');
  await signIn(page, service, key);
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByRole('button', { name: 'Ask the organization' }).click();
  await page.goto(`${deskOrigin(service)}/desk/reports/${id}`);
  await page.getByLabel('Question').fill('Which search engine was it?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await shoot(page, 'desk-report');
  await page.goto(`${deskOrigin(service)}/desk`);
  await shoot(page, 'desk-queue');
  await page.goto(`${deskOrigin(service)}/desk/disputes/${dispute.id}`);
  await shoot(page, 'desk-dispute');
  await page.goto(`${deskOrigin(service)}/desk/search?q=wallet`);
  await shoot(page, 'desk-search');
  await page.goto(`${deskOrigin(service)}/desk/sessions`);
  await shoot(page, 'desk-sessions');
  await page.goto(`${deskOrigin(service)}/acme/report/${receipt}`);
  await shoot(page, 'portal-question');
});
