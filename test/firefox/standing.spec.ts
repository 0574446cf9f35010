import { html } from '../e2e/harness/site.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { follow } from '../measure/leaks/way/way.ts';
import { expect, type FirefoxRig, test } from './test.ts';

/** A host that looks listed but is not. */
const BANK = 'm595.matrix.test';
const TARGET = `http://${BANK}/transfer`;

test.beforeEach(async ({ rig: { site, relay, browser: firefox } }) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  site.on(BANK, '/session', (_, response) =>
    html(response, '<title>session</title>', {
      'set-cookie': ['strict=1; SameSite=Strict', 'lax=1; SameSite=Lax'] as never,
    }),
  );
  relay.clearHits();
  const tab = await firefox.open(`http://${BANK}/session`);
  await tab.at(`http://${BANK}/session`);
  await tab.close();
});
test.afterEach(({ rig }) => {
  rig.relay.fault = undefined;
});

/** The names of the cookies in the last request for the target. */
const cookies = ({ site }: FirefoxRig): string[] =>
  (site.requestsTo(BANK).findLast(({ path }) => path === '/transfer')?.headers.cookie ?? '')
    .split('; ')
    .map((pair) => pair.split('=')[0]!)
    .sort();

test('a page that sends its tab to the warning opens nothing, and a click sends no more cookies than a link', async ({
  rig,
}) => {
  const { browser: firefox, site } = rig;
  const tab = await firefox.open('http://start.example/');
  const before = site.requestsTo(BANK).length;
  await tab.evaluate((url) => void setTimeout(() => location.assign(url)), `${firefox.url('warning.html')}#${TARGET}`);
  await tab.shows(`Open ${BANK}`);
  expect(site.requestsTo(BANK)).toHaveLength(before);
  await tab.press(`Open ${BANK}`);
  await tab.at(TARGET);
  expect(cookies(rig)).toEqual(['lax']);
  await tab.close();
});

test('a link of another site that is stopped and opened carries no more cookies than before', async ({ rig }) => {
  const { browser: firefox, relay } = rig;
  const host = 'm596.matrix.test';
  relay.fault = undefined;
  const tab = await firefox.open('http://start.example/');
  await follow(tab, `http://${host}/`);
  await tab.at(`${firefox.url('warning.html')}#http://${host}/`);
  await tab.press('Details');
  await tab.press('Open anyway');
  await tab.press(`Open ${host}`);
  await tab.at(`http://${host}/`);
  await until(
    'the site was asked once',
    async () => rig.site.requestsTo(host).filter(({ path }) => path === '/').length,
    (count) => count === 1,
  );
  expect(rig.site.requestsTo(host).find(({ path }) => path === '/')?.headers.referer).toBeUndefined();
  await tab.close();
});
