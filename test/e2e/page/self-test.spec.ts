import { Marks } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('the self-test stops a site, marks an address and prepares a report without the service, and leaves nothing behind', {
  tag: '@smoke',
}, async ({ wary, relay }) => {
  const rules = await wary.ruleCount();
  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  relay.crossings.length = 0;
  const page = await wary.open(wary.url('self-test.html'));
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(step('Stopping a listed site')).toContainText('It was stopped before anything loaded');
  await expect(step('Marking a listed address')).toContainText('Press its mark');
  await expect(step('Sending a report')).toContainText('It wasn’t sent');
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('blocked-address')?.size)).toBe(1);
  const marks = new Marks(page);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect.poll(() => marks.shown()).toBe(1);
  await page.getByRole('button', { name: 'Test again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/works$/);
  await expect.poll(() => marks.shown(), 'the second time').toBe(1);
  expect(relay.to('/report/create')).toEqual([]);
  expect(relay.to('/asset/blocklist/confirm')).toEqual([]);
  expect(await wary.ruleCount()).toBe(rules);
});

test('the self-test shows what is switched off, and one click switches it on', async ({ wary }) => {
  await wary.configure({ protectSites: false });
  const page = await wary.open(wary.url('self-test.html'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One thing doesn’t work');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/works$/);
});
