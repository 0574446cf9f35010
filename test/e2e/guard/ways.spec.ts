import { PLAIN } from '../../measure/leaks/kind/kinds.ts';
import type { Rig } from '../../measure/leaks/measure.ts';
import { measure } from '../../measure/leaks/measure.ts';
import { startChromium } from '../../measure/leaks/rig.ts';
import { AHEAD, startPage } from '../../measure/leaks/way/ahead.ts';
import { CHROMIUM_WAYS } from '../../measure/leaks/way/index.ts';
import { test as base, expect } from '../harness/test.ts';

/** One browser for all ways in a process of the test runner; each way has its own listed host. */
const test = base.extend<object, { rig: Rig }>({
  rig: [
    async ({ service }, use) => {
      const { rig, stop } = await startChromium(service);
      await use(rig);
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** An application in use stays until its new address is confirmed, and the browser itself shows nothing of a `data:` address. */
const UNPROMISED: ReadonlySet<string> = new Set([
  'page of a shared host that changes its own address to a listed one',
  'data page that a listed page opens in a tab',
]);

/**
 * Ways on which something is listed or allowed take long: `npm run measure -- leaks`, `guard.spec.ts` and `going-on.spec.ts` test
 * them. Only one that nothing else covers is tested here.
 */
const TRIED = CHROMIUM_WAYS.filter(
  ({ own, host, name }) => (own === undefined || host === 'shared') && !UNPROMISED.has(name),
);

// In one process, because starting its service and browser takes as long as ten ways.
test.describe.configure({ mode: 'default' });

/** Every way once, alternating between a running and a stopped worker; `npm run measure -- leaks` tests every combination. */
for (const [at, way] of TRIED.entries()) {
  const state = at % 2 === 0 ? 'worker running' : 'worker stopped';
  test(`${state}, ${way.name}: no pixel and no key of a listed page`, async ({ rig }) => {
    const { counts } = await measure(rig, { way, kind: PLAIN, state, delay: 0 }, at);
    expect(counts).toMatchObject({ visible: 0, pixel: 0, key: 0, click: 0, open: 0 });
  });
}

for (const [at, way] of AHEAD.entries())
  test(`${way.name}: a listed page that was loaded ahead is neither seen nor used`, async ({ rig }) => {
    const { counts } = await measure(rig, { way, kind: PLAIN, state: 'worker running', delay: 0 }, TRIED.length + at);
    expect(counts).toMatchObject({ ahead: 1, visible: 0, pixel: 0, key: 0, open: 0 });
  });

test('a clean prerendered page runs while it is hidden, is visible once it is shown, and is loaded once', async ({
  rig: { browser, site },
}) => {
  const host = 'loaded-ahead.example';
  const paths = () => site.requestsTo(host).map(({ path }) => path);
  site.on(host, '/', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(startPage('prerender', `http://${host}/next`));
  });
  site.on(host, '/go', (_, response) => void response.writeHead(200).end());
  site.on(
    host,
    '/next',
    `<!doctype html><h1>next</h1><script>const tell=(what)=>navigator.sendBeacon('/tell/'+what);
tell(document.prerendering?'ahead':'late');
const look=()=>requestAnimationFrame(()=>!document.prerendering&&getComputedStyle(document.documentElement).opacity==='1'?tell('seen'):look());look()</script>`,
  );
  await browser.open(`http://${host}/`, { isQuiet: true });
  await expect.poll(paths).toContain('/tell/ahead');
  site.on(host, '/go', (_, response) => void response.writeHead(204).end());
  await expect.poll(paths).toContain('/tell/seen');
  expect(paths().filter((path) => path === '/next')).toHaveLength(1);
});
