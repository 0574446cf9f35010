import { redPart } from '../e2e/harness/pixels.ts';
import { arrived, putUp } from '../matrix/cell.ts';
import { follow } from '../matrix/way.ts';
import { until } from './tab.ts';
import { expect, test } from './test.ts';

const LISTED = 'drainer.wary.test';

test('a page that nothing stops arrives, runs, is red and hears keys in this measurement', async ({ rig }) => {
  const { firefox, site } = rig;
  putUp(site, 'unlisted.example');
  const tab = await firefox.open('http://start.example/');
  const before = site.seen.length;
  await follow(tab, 'http://unlisted.example/');
  await tab.at('http://unlisted.example/');
  expect(await tab.stoppedWithin(200)).toBe(false);
  await until('a picture is red', tab.picture.bind(tab), (picture) => picture !== null && redPart(picture) > 0.5);
  await tab.type('x');
  await until(
    'the key is heard',
    async () => arrived(site, before, 'unlisted.example').key,
    (keys) => keys > 0,
  );
  expect(arrived(site, before, 'unlisted.example')).toEqual({ request: 1, script: 1, key: 1 });
  await tab.close();
});

test('a listed page is never asked for, and the warning stands in its place', async ({ rig }) => {
  const { firefox, site } = rig;
  await firefox.backgroundEnded();
  const tab = await firefox.open(`http://${LISTED}/claim?x=1#part`);
  await tab.at(`${firefox.url('warning.html')}#http://${LISTED}/claim?x=1#part`);
  await tab.shows('Reported as Wallet drainer');
  expect(site.requestsTo(LISTED)).toEqual([]);
  await tab.close();
});
