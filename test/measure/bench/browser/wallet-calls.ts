import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import build, { EXTENSION } from '../../../e2e/harness/build.ts';
import { storeSettings } from '../../../e2e/harness/settings.ts';
import { LocalServer } from '../../../fixtures/local-server.ts';
import { median, percentile, printRows } from '../row.ts';
import { BareChromium } from './devtools.ts';
import { idOfPackage, ListedBrowser } from './listed-browser.ts';

/** `npm run measure -- calls [--rounds N] [--peer FOLDER …]`: what the wallet check adds to a page and to calls, beside other extensions. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, peer: { type: 'string', multiple: true, default: [] } },
});
const PAGE = `<!doctype html><script>first = performance.now(); ethereum = { request: async ({ method }) => method }</script>${'<script>0</script><p>Text</p>'.repeat(100)}`;
const PAYMENT = JSON.stringify([{ from: `0x${'a1'.repeat(20)}`, to: `0x${'b2'.repeat(20)}`, value: '0x1' }]);
const MEASURE = `(async () => {
  const timeOf = async (method, params, count) => {
    const start = performance.now();
    for (let at = 0; at < count; at += 1) await ethereum.request({ method, params });
    return (performance.now() - start) / count;
  };
  const times = { 'first inline script': [first - performance.getEntriesByType('navigation')[0].responseStart] };
  times['eth_chainId'] = [await timeOf('eth_chainId', [], 2000)];
  times['eth_sendTransaction, the first'] = [await timeOf('eth_sendTransaction', ${PAYMENT}, 1)];
  await new Promise((resolve) => setTimeout(resolve, 1500));
  times['eth_sendTransaction, another'] = [];
  while (times['eth_sendTransaction, another'].length < 100) times['eth_sendTransaction, another'].push(await timeOf('eth_sendTransaction', ${PAYMENT}, 1));
  return times;
})()`;

await build();
const server = await new LocalServer((_, response) => response.end(PAGE)).start();
const browsers = new Map<string, BareChromium>();
for (const peer of ['no extension', ...values.peer]) {
  const load = peer === 'no extension' ? [] : [`--disable-extensions-except=${peer}`, `--load-extension=${peer}`];
  const browser = new BareChromium();
  await browser.start([...load, `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${server.port}`]);
  browsers.set(basename(peer), browser);
}
for (const checkWallets of [false, true]) {
  const { chromium } = await ListedBrowser.open({ folder: EXTENSION, entries: 100_000, sites: server.port });
  const settings = await chromium.tab(`chrome-extension://${idOfPackage(EXTENSION)}/settings.html`);
  await settings.evaluate(storeSettings(JSON.stringify({ checkWallets })));
  browsers.set(checkWallets ? 'Wary with the wallet check' : 'Wary', chromium);
}
const figures = new Map<string, number[]>();
for (let round = -2; round < Number(values.rounds); round += 1)
  for (const [name, browser] of browsers) {
    const tab = await browser.tab('about:blank');
    await tab.send('Performance.enable');
    await tab.send('Page.navigate', { url: `http://app${round + 2}.bench.test/` });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { metrics } = (await tab.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
    const spent = (what: string) => [1_000 * metrics.find((metric) => metric.name === what)!.value];
    // Script time goes by the clock, so that it grows with what else the machine does; the other counts the processor alone.
    const page = {
      'script time of the page': spent('ScriptDuration'),
      'processor time of its thread': spent('ThreadTime'),
    };
    const times = { ...page, ...(await tab.evaluate<Record<string, number[]>>(MEASURE)) };
    for (const [what, taken] of Object.entries(round < 0 ? {} : times)) {
      const key = `${what}\t${name}`;
      figures.set(key, [...(figures.get(key) ?? []), ...taken]);
    }
    await tab.close();
  }
const rows = [...figures].sort().map(([key, times]) => {
  const [group = '', name = ''] = key.split('\t');
  return { group, name, value: median(times), p95: percentile(times, 0.95), unit: 'ms' };
});
printRows(rows);
for (const browser of browsers.values()) await browser.stop();
process.exit(0);
