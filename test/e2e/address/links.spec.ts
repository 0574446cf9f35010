import { LISTED as ADDRESS, HOST, Marks, document as written } from '../harness/page/marks.ts';
import { stopped } from '../harness/page/stopped.ts';
import { expect, test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';

test('a link to a site that this profile has met is marked without a question, until links are not to be marked', async ({
  wary,
  site,
  relay,
}) => {
  const met = await wary.open(`http://${LISTED}/`);
  await stopped(met, LISTED);
  await met.close();
  const links = `<p><a href="http://${LISTED}/mint">Mint</a> <a href="http://other.test/">Other</a></p>`;
  site.on(HOST, '/', written(links));
  const asked = () => relay.crossings.filter(({ path }) => path.endsWith('/confirm')).length;
  const before = asked();
  const tab = await wary.open(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(async () => (await marks.links()).boxes.length).toBe(1);
  expect(asked()).toBe(before);
  await wary.send('settingsWrite', { markLinks: false });
  site.on(HOST, '/', written(`${links}<p>${ADDRESS}</p>`));
  await tab.reload();
  await expect.poll(() => marks.underlined()).toEqual([ADDRESS]);
  expect((await marks.links()).boxes).toEqual([]);
  await wary.send('settingsWrite', { markLinks: true });
});
