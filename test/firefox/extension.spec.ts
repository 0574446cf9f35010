import { wordsIn } from '../../src/development/words.ts';
import { reported } from '../e2e/harness/reviewer.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { expect, test } from './test.ts';

type Api = {
  action: { getTitle(place: { tabId: number }): Promise<string> };
  scripting: {
    executeScript(script: {
      target: { tabId: number };
      func: () => Record<string, string> | undefined;
    }): Promise<readonly { result?: Record<string, string> }[]>;
  };
};

const LISTED = '0xBaD0000000000000000000000000000000000001';

test('the list survives the end of the background page', async ({ rig }) => {
  const { browser: firefox, relay } = rig;
  await firefox.stopWorker();
  relay.crossings.length = 0;
  const { list, problems } = await firefox.send<{ list: { origin: string; entries: number }; problems: object[] }>(
    'healthRead',
  );
  expect(list.origin).toBe('service');
  expect(list.entries).toBeGreaterThan(600);
  expect(problems).toEqual([]);
  expect(relay.crossings.filter(({ path }) => path.startsWith('/lists/'))).toEqual([]);
});

test('going back from a warning leads to the page before', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on('start.example', '/', '<!doctype html><h1>start</h1>');
  const tab = await firefox.open('http://start.example/');
  await tab.visit('http://frame.wary.test/');
  await tab.press('Go back');
  await tab.at('http://start.example/');
  await tab.close();
});

test('a listed address in a page is underlined, marked and counted', { tag: '@smoke' }, async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on('marks.example', '/', `<!doctype html><p>Send to <b>${LISTED}</b></p>`);
  const tab = await firefox.open('http://marks.example/');
  const underlined = () =>
    tab.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)), 'blocked-address');
  expect(await until('it is underlined', underlined, ({ length }) => length > 0)).toEqual([LISTED]);
  const tabId = await firefox.tabId('http://marks.example/');
  await until(
    'it is counted',
    async () => (await firefox.send<{ findings: { blocked: number } }>('popupOverview', { tabId })).findings.blocked,
    (blocked) => blocked === 1,
  );
  await tab.close();
});

test('the popup shows what is known about a site, and a report written there reaches the service', {
  tag: '@smoke',
}, async ({ rig }) => {
  test.setTimeout(150_000);
  const { browser: firefox, service } = rig;
  const tab = await firefox.open('http://fresh-drainer.example/connect');
  await tab.at('http://fresh-drainer.example/connect');
  const popup = await firefox.open(firefox.url(`popup.html?tab=${await firefox.tabId(await tab.address())}`));
  await popup.shows('No known scam');
  await popup.press('Report this page');
  await popup.press('Add details');
  await popup.fill('What happened?', 'It asks for my recovery phrase');
  await popup.press('Send report');
  await popup.shows('Report');
  // If the first attempt fails on a busy machine, the second one follows within a minute.
  await expect
    .poll(() => reported(service), { timeout: 90_000 })
    .toContainEqual(expect.stringContaining('fresh-drainer.example'));
  await popup.close();
  await tab.close();
});

test('a chosen language applies at once in the settings, on the button and on marks, and resetting it restores that of the browser', async ({
  rig,
}) => {
  const { browser: firefox, site } = rig;
  const say = wordsIn('ar');
  site.on('spoken.example', '/', `<!doctype html><p>Send to <b>${LISTED}</b></p>`);
  const tab = await firefox.open('http://spoken.example/');
  await until(
    'it is marked',
    () => tab.evaluate((name) => CSS.highlights.get(name)?.size ?? 0, 'blocked-address'),
    (marks) => marks > 0,
  );
  const settings = await firefox.open(firefox.url('settings.html'));
  await settings.shows('Settings');
  await firefox.send('settingsWrite', { language: 'ar' });
  try {
    await settings.shows(say('settings.protection'));
    expect(await settings.evaluate(() => document.documentElement.dir, undefined)).toBe('rtl');
    const tabId = await firefox.tabId('http://spoken.example/');
    // The text of marks is in a closed root, which only the extension can read.
    const said = () =>
      firefox.inside(async (id) => {
        const { action, scripting } = (globalThis as unknown as { browser: Api }).browser;
        const left = () => (globalThis as unknown as { waryTexts?: Record<string, string> }).waryTexts;
        const [answer] = await scripting.executeScript({ target: { tabId: id }, func: left });
        return [await action.getTitle({ tabId: id }), answer?.result?.marks_blocked_title];
      }, tabId);
    await expect.poll(said).toEqual([expect.stringMatching(/\p{Script=Arabic}/u), say('marks.blocked.title')]);
    const later = await firefox.open(firefox.url('steps.html'));
    await later.shows(say('steps.title'));
    await later.close();
  } finally {
    await firefox.send('settingsWrite', { language: 'browser' });
  }
  await settings.shows('Settings');
  await settings.close();
  await tab.close();
});
