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

  const settings = await wary.open(wary.url('settings.html#statistics'));
  const section = settings.locator('#statistics');
  const week = section.getByRole('row', { name: 'This week' }).getByRole('cell');
  await expect(week).toHaveText(['1', '1', '0', String(asked)]);
  await expect(section.getByRole('columnheader', { name: 'pages stopped' })).toBeVisible();
  await section.getByRole('button', { name: 'Reset counts' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Reset counts' }).click();
  await expect(week).toHaveText(['0', '0', '0', '0']);
});
