import { BUSY, INTERCEPTING, SHARED } from '../e2e/harness/page/hostile.ts';
import { redPart } from '../e2e/harness/page/pixels.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { expect, type FirefoxRig, test } from './test.ts';

/** Lists something, and waits until Firefox stops an entry that was listed after it. */
async function list({ browser: firefox, service }: FirefoxRig, ...words: string[]): Promise<void> {
  const after = `after.${words[0]!.replaceAll('/', '.')}.example`;
  await service.command('block', ...words);
  await service.command('block', after);
  const probe = await firefox.open('about:blank');
  const isStopped = async () => {
    await firefox.send('listSync');
    await probe.visit(`http://${after}/`);
    return (await probe.look(500)) !== null;
  };
  await until(`${after} is stopped`, isStopped, Boolean);
  await probe.close();
}

test('an application that shows a listed page in its own document is stopped before it shows a pixel or gets a key', async ({
  rig,
}) => {
  const { browser: firefox, site, relay } = rig;
  await list(rig, `${SHARED}/claim`, '--page');
  site.on(SHARED, '/', INTERCEPTING);
  const tab = await firefox.open(`http://${SHARED}/`);
  await tab.shows('calm');
  relay.delay = 1_500;
  await tab.evaluate(() => void setTimeout(() => document.querySelector('a')?.click()), undefined);
  let red = 0;
  const watched = async () => {
    const picture = await tab.picture();
    if (picture && redPart(picture) > 0.05) red += 1;
    await tab.type('x');
    return tab.address();
  };
  await until('the warning is shown', watched, (address) => address.includes('warning.html'));
  relay.delay = 0;
  expect(red).toBe(0);
  expect(site.requestsTo(SHARED).map(({ path }) => path)).not.toContain('/ran?key');
  await tab.close();
});

const BEATING = `setInterval(() => navigator.sendBeacon('/beat'), 20);`;
const REFUSALS = {
  'refuses to navigate': `globalThis.navigation?.addEventListener('navigate', (event) => {
      if (event.cancelable && !event.destination.sameDocument) event.preventDefault();
    }, true);
    addEventListener('beforeunload', (event) => event.preventDefault(), true);
    setTimeout(() => history.pushState(null, '', '/claim'), 500);
    ${BEATING}`,
  'keeps itself busy': `setTimeout(() => {
      history.pushState(null, '', '/claim');
      ${BUSY}
    }, 500);`,
};
for (const [name, script] of Object.entries(REFUSALS))
  test(`a frame that takes a listed address of its site and ${name} is removed from its page`, async ({ rig }) => {
    const { browser: firefox, site } = rig;
    // One page of this site is listed.
    const host = 'pages.wary.test';
    site.on(host, '/frame', `<!doctype html><h1>calm</h1><script>${script}</script>`);
    site.on(
      'framing.example',
      '/',
      `<!doctype html><title>framing</title><iframe src="http://${host}/frame"></iframe>`,
    );
    const beats = async () => site.requestsTo(host).filter(({ path }) => path === '/beat').length;
    const tab = await firefox.open('http://framing.example/');
    await until('the frame runs', beats, (count) => count > 0);
    const src = () => tab.evaluate(() => document.querySelector('iframe')?.getAttribute('src') ?? null, undefined);
    await until('the frame is replaced', src, (address) => address === null);
    await until('the notice is there', () => tab.isStopped(), Boolean);
    const before = await beats();
    await firefox.send('healthRead');
    expect(await beats()).toBe(before);
    await tab.close();
  });
