import { LISTED } from '../e2e/harness/page/marks.ts';
import { WALLET } from '../e2e/wallet/wallet.ts';
import { expect, test } from './test.ts';

const HOST = 'dapp.example';
const CLEAN = '0x1111aaaabbbbccccddddeeeeffff000022223333';
type Scope = {
  readonly reached: unknown[];
  readonly ethereum: { request(call: object): Promise<string> };
  answer?: string;
};

/** Has a page ask its wallet to send something; what comes of it is in `answer` then. */
function ask(to: string): void {
  const scope = globalThis as unknown as Scope;
  scope.answer = '';
  scope.ethereum.request({ method: 'eth_sendTransaction', params: [{ to, value: '0x1' }] }).then(
    (value) => {
      scope.answer = value;
    },
    ({ code }: { code: number }) => {
      scope.answer = String(code);
    },
  );
}

test('a request to a listed address waits for the person in Firefox too', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on(HOST, '/', `<!doctype html><title>dapp</title>${WALLET}`);
  await firefox.send('settingsWrite', { checkWallets: true });
  try {
    const tab = await firefox.open(`http://${HOST}/`);
    const answer = () => tab.evaluate(() => (globalThis as unknown as Scope).answer, null);
    await expect(async () => {
      await tab.evaluate(ask, CLEAN);
      await expect.poll(answer).toBe('done by eth_sendTransaction');
    }).toPass();
    const window = await tab.opened(() => tab.evaluate(ask, LISTED));
    const title = () => window?.evaluate(() => document.querySelector('h1')?.textContent, null);
    await expect.poll(title).toBe('This request involves a listed scam');
    await window?.close();
    await expect.poll(answer).toBe('4001');
    await tab.close();
  } finally {
    await firefox.send('settingsWrite', { checkWallets: false });
  }
});
