import { rmSync } from 'node:fs';
import { Browser } from '../harness/browser.ts';
import { EXTENSION } from '../harness/build.ts';
import { test as base, expect, untilSynced } from '../harness/test.ts';
import { switchOn, walletExtension } from './wallet.ts';

const VISITS = 20;
const LISTED_SITE = 'drainer.wary.test';
/** Its first script connects, and asks for a signature, in five ways at once, and in a frame of its own. */
const PAGE = `<!doctype html><title>Mint</title><script>
  const say = (what) => navigator.sendBeacon('/said?' + what);
  const calls = [
    ['eth_requestAccounts'], ['wallet_requestPermissions', [{ eth_accounts: {} }]], ['personal_sign', ['0x6869', '0x01']],
    ['eth_sendTransaction', [{ to: '0x1111aaaabbbbccccddddeeeeffff000022223333' }]], ['wallet_connect', []],
  ];
  for (const [method, params] of calls)
    ethereum.request({ method, params }).then(() => say('reached-' + method), ({ code }) => say(code));
  const frame = document.createElement('iframe');
  document.documentElement.append(frame);
  const inFrame = frame.contentWindow.ethereum;
  say(inFrame ? 'framed' : 'no wallet in the frame');
  inFrame.request({ method: 'eth_requestAccounts' }).then(() => say('reached-in-frame'), ({ code }) => say(code));
</script>`;

for (const order of ['before', 'after'] as const)
  base(
    `no call in the first script of a listed page reaches a wallet whose script comes ${order} ours`,
    {
      tag: '@heavy',
    },
    async ({ service, site, relay }) => {
      base.setTimeout(300_000);
      const ours = 'aadgnlheanomimghebdfomflgcldilmd';
      const wallet = walletExtension(order, ours);
      const extension = `${EXTENSION},${wallet}`;
      const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension });
      try {
        await wary.start();
        expect(wary.extensionId).toBe(ours);
        await wary.configure({ apiKey: service.keys.publishable });
        await untilSynced(wary);
        await switchOn(wary);
        site.on(LISTED_SITE, '/', PAGE);
        for (let visit = 0; visit < VISITS; visit += 1) {
          // Else the browser itself stops what this profile has confirmed.
          await wary.send('trafficForget');
          await wary.killWorker();
          const page = await wary.open(`http://${LISTED_SITE}/`);
          await expect(page).toHaveURL(/warning\.html/);
          await page.close();
        }
        const said = site.requestsTo(LISTED_SITE).flatMap(({ path }) => /\/said\?(.*)/.exec(path)?.[1] ?? []);
        expect(site.requestsTo(LISTED_SITE).filter(({ path }) => path === '/').length).toBe(VISITS);
        expect(said.filter((each) => each.startsWith('reached'))).toEqual([]);
        expect(said).toContain('framed');
        expect(said).toContain('4001');
      } finally {
        await wary.remove();
        rmSync(wallet, { recursive: true });
      }
    },
  );
