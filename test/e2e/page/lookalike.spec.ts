import { visit } from '../harness/browser.ts';
import { Marks } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const IMPOSTOR = 'metamask-claim.example';

test('a site that looks like a wallet’s gets a notice on the page and in the popup, and is not stopped', {
  tag: '@smoke',
}, async ({ wary, site, relay }) => {
  const tab = await wary.open(`http://${IMPOSTOR}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.notice()).toContain('This isn’t metamask.io');
  expect(await marks.notice()).toContain(`You’re on ${IMPOSTOR}.`);
  expect(site.ran(IMPOSTOR)).toBe(true);
  expect(relay.crossings.filter(({ path }) => path.includes('confirm'))).toEqual([]);
  // The page sees that there is a notice, but not its content.
  expect(await tab.evaluate(() => document.documentElement.outerHTML)).not.toContain('This isn’t');

  const popup = await wary.popup(tab);
  await expect(popup.getByText('This isn’t metamask.io')).toBeVisible();
  await expect(popup.getByRole('link', { name: 'Go to metamask.io' })).toHaveAttribute('href', 'https://metamask.io/');
  await popup.close();

  await tab.bringToFront();
  const led = tab.waitForRequest('https://metamask.io/');
  await marks.pressInCard('Go to metamask.io');
  await led;
});

test('the warning of a listed site that imitates another one leads to the real one', { tag: '@smoke' }, async ({
  wary,
  service,
}) => {
  const host = 'metamask-airdrop.example';
  await service.command('block', host, '--reason', 'Phishing');
  const tab = await wary.open('about:blank');
  await expect(async () => {
    await wary.send('listSync');
    await visit(tab, `http://${host}/`);
    await expect(tab.getByRole('link', { name: 'Go to the real metamask.io' })).toHaveAttribute(
      'href',
      'https://metamask.io/',
      { timeout: 2_000 },
    );
  }).toPass();
  await service.command('unblock', host);
});

test('the lookalike notice is shown once, and not on a site for which the user dismissed it, until that is undone', async ({
  wary,
}) => {
  const tab = await wary.open(`http://${IMPOSTOR}/`);
  const marks = new Marks(tab);
  const comes = async (host: string) => {
    await tab.goto(`http://${host}/`);
    await expect.poll(() => marks.notice()).toContain(`You’re on ${host}.`);
  };
  await expect.poll(() => marks.notice()).not.toBeNull();
  await marks.pressInCard('Don’t warn me here again');
  expect(await marks.notice()).toBeNull();

  // Sites are checked in order, so the notice about the second site shows that the first had none.
  await tab.goto(`http://${IMPOSTOR}/again`);
  expect(await marks.notice()).toBeNull();
  await comes('coinbase-support.example');
  await marks.pressInCard('Close');

  const settings = await wary.open(wary.url('settings.html#allowed'));
  await settings.getByRole('button', { name: `Warn me again: ${IMPOSTOR}` }).click();
  await expect(settings.getByText('Sites where you turned off lookalike warnings')).toHaveCount(0);
  await comes(IMPOSTOR);
});

test('no lookalike notice is shown when notices are switched off', async ({ wary, service }) => {
  await wary.configure({ apiKey: service.keys.publishable, noticeLookalikes: false });
  const tab = await wary.open(`http://${IMPOSTOR}/`);
  const popup = await wary.popup(tab);
  await expect(popup.getByText('No known scam')).toBeVisible();
  await expect(popup.getByText(/^This isn’t/)).toHaveCount(0);
  expect(await new Marks(tab).notice()).toBeNull();
});
