import type { Page } from '@playwright/test';
import type { Browser } from '../harness/browser.ts';
import { deskOrigin, personKey, signIn } from '../harness/desk.ts';
import { findings } from '../harness/page/axe.ts';
import type { Service } from '../harness/service.ts';
import { expect, sharingTest } from '../harness/test.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function deskOf(wary: Browser, service: Service, email: string): Promise<Page> {
  const { key } = await personKey(service, 'reviewer', email);
  const desk = await wary.context.newPage();
  await signIn(desk, service, key);
  return desk;
}

sharingTest(
  'what a victim adds about a listed site reaches the reviewers, and their answer the victim',
  async ({ wary, service }) => {
    const panel = await wary.open(wary.url('sidepanel.html'));
    await panel.getByLabel('Add a site, address or account').fill('http://drainer.wary.test/');
    await panel.keyboard.press('Enter');
    await panel.getByLabel('What happened?').fill('It drained 2 ETH from my wallet, tx 0x1234');
    await panel.locator('input[type=file]').setInputFiles({ name: 'seen.png', mimeType: 'image/png', buffer: PICTURE });
    await expect(panel.getByRole('button', { name: 'Remove seen.png' })).toBeVisible();
    await panel.getByRole('button', { name: 'Send report' }).click();
    await expect(panel.getByText('Added. Reviewers will read it.')).toBeVisible();

    const desk = await deskOf(wary, service, 'additions@acme.test');
    await desk.getByRole('link', { name: 'Additions' }).click();
    expect(await findings(desk)).toEqual([]);
    await desk.getByRole('link', { name: 'drainer.wary.test' }).last().click();
    await expect(desk.getByText('It drained 2 ETH from my wallet, tx 0x1234')).toBeVisible();
    await expect(desk.getByRole('img', { name: 'seen.png' })).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await desk.getByLabel('Message to the sender').fill('Thank you. We told the exchange.');
    await desk.getByRole('button', { name: 'Mark as read' }).click();
    await expect(desk.getByText(/is read\./)).toBeVisible();

    const settings = await wary.open(wary.url('settings.html#outbox'));
    const history = settings.getByRole('region', { name: 'Your reports' });
    await expect(history.getByText('Added and read')).toBeVisible();
    await history.getByRole('button', { name: /^Details: .*drainer\.wary\.test/ }).click();
    await expect(history.getByText('Thank you. We told the exchange.')).toBeVisible();
  },
);

sharingTest(
  'an accepted dispute is shown within one poll by warning, list, popup and toolbar button alike',
  async ({ wary, service }) => {
    const host = 'accepted-dispute.example';
    await service.command('block', host, '--reason', 'Phishing');
    const warning = await wary.context.newPage();
    await expect(async () => {
      await wary.send('listSync');
      await warning.goto(`http://${host}/`).catch(() => undefined);
      await expect(warning.getByRole('button', { name: 'Go back to safety' })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const opened = await wary.open(`http://${host}/`);
    await opened.getByRole('button', { name: 'Details' }).click();
    await opened.getByRole('button', { name: 'Open anyway' }).click();
    await opened.getByRole('button', { name: `Open ${host}` }).click();
    await expect.poll(() => wary.toolbarTitle(opened)).toContain('you opened');
    await warning.bringToFront();
    await warning.getByRole('button', { name: 'Report a false alarm' }).click();
    await warning.getByLabel('Why is this a false alarm?').fill('My shop for ten years.');
    await warning.getByRole('button', { name: 'Send to reviewers' }).click();
    await expect(warning.getByText('Sent to the reviewers')).toBeVisible();
    await warning.getByRole('button', { name: 'Close' }).click();

    const desk = await deskOf(wary, service, 'accepts@acme.test');
    await desk.goto(`${deskOrigin(service)}/desk/disputes`);
    await desk.getByRole('link', { name: host }).click();
    await desk.getByRole('radio', { name: 'Accept: take it off' }).check();
    await desk.getByLabel('Message to the sender').fill('We listed it by mistake, sorry.');
    await desk.getByRole('button', { name: 'Accept: take it off' }).click();
    await expect(desk.getByText(/is accepted: it’s off the list/)).toBeVisible();

    await expect(async () => {
      await wary.send('listSync');
      expect(JSON.stringify(await wary.send('outboxList'))).toContain('ACCEPTED');
    }).toPass();
    await warning.bringToFront();
    await expect(warning.getByRole('heading', { name: 'This site is no longer blocked' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(warning.getByText('Your report took it off the blocklist')).toBeVisible();
    await expect(warning.getByText('We listed it by mistake, sorry.')).toBeVisible();
    for (const tab of [warning, opened]) await expect.poll(() => wary.toolbarTitle(tab)).not.toMatch(/stopped|opened/);
    const popup = await wary.popup(warning);
    await expect(popup.getByText('No known scam')).toBeVisible();
    const settings = await wary.open(wary.url('settings.html#outbox'));
    const history = settings.getByRole('region', { name: 'Your reports' });
    await expect(history.getByText('No longer blocked')).toBeVisible();
  },
);
