import { HOST, LISTED, Marks, document as written } from '../harness/page/marks.ts';
import { stopped } from '../harness/page/stopped.ts';
import { expect, test } from '../harness/test.ts';

test('a paused site has no marks until the protection is turned on again, and a stopped site cannot be paused', async ({
  wary,
  site,
}) => {
  site.on(HOST, '/', written(`<p>${LISTED}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.shown()).toBe(1);
  const popup = await wary.popup(tab);
  await popup.getByRole('button', { name: 'More' }).click();
  await popup.getByRole('button', { name: 'Pause on this site until I turn it on' }).click();
  await expect(popup.getByRole('heading', { name: 'Paused on this site' })).toBeVisible();
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
  await popup.getByRole('button', { name: 'Turn on again' }).click();
  await expect(popup.getByRole('heading', { name: 'Paused on this site' })).toBeHidden();
  await popup.close();
  await tab.reload();
  await expect.poll(() => marks.shown()).toBe(1);

  const listed = await wary.open('http://drainer.wary.test/');
  await stopped(listed, 'drainer.wary.test');
  const other = await wary.popup(listed);
  await other.getByRole('button', { name: 'More' }).click();
  await expect(other.getByRole('button', { name: 'Settings' })).toBeVisible();
  await expect(other.getByRole('button', { name: /Pause/ })).toHaveCount(0);
});
