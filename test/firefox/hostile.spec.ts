import { BUSY, INTERCEPTING, SHARED } from '../e2e/harness/page/hostile.ts';
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

test('an application that shows a listed page in its own document is stopped', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  await list(rig, `${SHARED}/claim`, '--page');
  site.on(SHARED, '/', INTERCEPTING);
  const tab = await firefox.open(`http://${SHARED}/`);
  await tab.shows('calm');
  await tab.evaluate(() => void setTimeout(() => document.querySelector('a')?.click()), undefined);
  await until(
    'the warning is shown',
    () => tab.address(),
    (address) => address.includes('warning.html'),
  );
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
  test(`a frame that takes a listed address of its site and ${name} ends, in its place or with its tab`, async ({
    rig,
  }) => {
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
    await until('the notice is there', () => tab.isStopped(), Boolean);
    const before = await beats();
    await firefox.send('healthRead');
    expect(await beats()).toBe(before);
    await tab.close();
  });
