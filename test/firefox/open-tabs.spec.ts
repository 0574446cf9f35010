import { LISTED } from '../e2e/harness/page/marks.ts';
import { redPart } from '../e2e/harness/page/pixels.ts';
import type { FirefoxTab } from '../measure/leaks/browser/firefox-tab.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { expect, type FirefoxRig, test } from './test.ts';

const HOST = 'open.example';
const PAGE = `<!doctype html><title>open</title><a href="http://m589.matrix.test/">claim</a><p>Send to ${LISTED}</p><textarea></textarea>`;

test.beforeEach(({ rig }) => rig.site.on(HOST, '/', PAGE));

/** A page in use, with unsaved input. */
async function inUse({ browser: firefox }: FirefoxRig): Promise<FirefoxTab> {
  const tab = await firefox.open(`http://${HOST}/`);
  await tab.evaluate((text) => document.querySelector('textarea')!.setRangeText(text), 'not saved');
  return tab;
}

/** The state of a page in use: its underlines, layers of marks, input, and whether it is covered. */
const seen = (tab: FirefoxTab) =>
  tab.evaluate(
    (name) => ({
      underlined: [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)),
      layers: document.querySelectorAll('html > [popover]').length,
      written: document.querySelector('textarea')?.value,
      covered: getComputedStyle(document.documentElement).opacity !== '1',
    }),
    'blocked-address',
  );
/** One layer of the address, one of the link. */
const USED = { underlined: [LISTED], layers: 2, written: 'not saved', covered: false };

test('a page that was open when the extension is reloaded is marked once, guarded, and keeps what was written', async ({
  rig,
}) => {
  const { browser: firefox, site } = rig;
  const tab = await inUse(rig);
  await expect.poll(() => seen(tab)).toEqual(USED);
  await firefox.reloadExtension();
  await expect.poll(() => seen(tab)).toEqual(USED);
  await tab.front();
  // Marks of the previous version may disappear before this version's appear.
  await expect.poll(() => seen(tab)).toEqual(USED);
  expect(site.requestsTo(HOST).length).toBe(1);
  await tab.close();
});

test('a listed page that was opened while the extension was off is replaced by the warning when it is switched on', async ({
  rig,
}) => {
  const { browser: firefox } = rig;
  await firefox.switchExtension(false);
  const tab = await firefox.open('http://drainer.wary.test/');
  await until('a picture is red', tab.picture.bind(tab), (picture) => picture !== null && redPart(picture) > 0.5);
  await firefox.switchExtension(true);
  await tab.at(`${firefox.url('warning.html')}#http://drainer.wary.test/`);
  await tab.close();
});
