import { LISTED, marked } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('the settings count what was stopped, marked and asked in this week, and start at zero on request', {
  tag: '@smoke',
}, async ({ wary, site, relay }) => {
  await wary.send('statisticsReset');
  relay.crossings.length = 0;
  const stopped = await wary.open('http://drainer.wary.test/claim');
  await expect(stopped.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  const { marks } = await marked(wary, site, `<p>Send to ${LISTED}</p>`);
  // Only what is confirmed is counted.
  await expect.poll(async () => (await marks.see()).badges.map(({ label }) => label)).toEqual(['Scam address']);
  const asked = relay.to('/asset/blocklist/confirm').length;
  expect(asked).toBeGreaterThan(0);

  const counted = async () => (await wary.send<{ weeks: { marked: number }[] }>('statisticsRead')).weeks.at(-1)?.marked;
  await expect.poll(counted).toBe(1);
  const settings = await wary.open(wary.url('settings.html#statistics'));
  const section = settings.locator('#statistics');
  const [all, week] = [section.getByRole('definition').first(), section.getByRole('definition').nth(1)];
  await expect(week).toHaveText(`pages stopped: 1 · addresses marked: 1 · matches checked: ${asked}`);
  await expect(all).toHaveText(await week.innerText());
  await section.getByRole('button', { name: 'Reset counts' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Reset counts' }).click();
  await expect(week).toHaveText('nothing');
});
