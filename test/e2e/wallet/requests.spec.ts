import type { Page } from '@playwright/test';
import type { Browser } from '../harness/browser.ts';

import { document, LISTED } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const HOST = 'app.example';
const CLEAN = '0x1111aaaabbbbccccddddeeeeffff000022223333';
/** A wallet that notes what reaches it, announced as EIP-6963 says. */
const WALLET = `<script>
  globalThis.reached = [];
  const provider = { request: async ({ method, params }) => (reached.push([method, params]), 'done by ' + method) };
  window.ethereum = provider;
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: { uuid: '1', name: 'Stub', icon: '', rdns: 'stub' }, provider }) }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
</script>`;

type Reached = [method: string, params: unknown][];
const reached = (page: Page) => page.evaluate(() => (globalThis as unknown as { reached: Reached }).reached);

/** Asks the wallet of a page to send; answers what the page got. */
const send = (page: Page, to: string): Promise<string> =>
  page.evaluate(
    (to) =>
      (globalThis as unknown as { ethereum: { request(call: object): Promise<string> } }).ethereum
        .request({ method: 'eth_sendTransaction', params: [{ from: '0x01', to, value: '0x1' }] })
        .then(
          (value) => value,
          (error: { code: number; message: string }) => `${error.code} ${error.message}`,
        ),
    to,
  );

const switchOn = (wary: Browser) => wary.send('settingsWrite', { checkWallets: true });

test('a request to a listed address waits for the person, who is told whom it would pay', async ({ wary, site }) => {
  await switchOn(wary);
  site.on(HOST, '/', document(WALLET));
  const page = await wary.open(`http://${HOST}/`);
  expect(await send(page, CLEAN)).toBe('done by eth_sendTransaction');
  const opened = wary.context.waitForEvent('page');
  const answer = send(page, LISTED);
  const decision = await opened;
  await expect(decision.getByRole('heading', { level: 1 })).toHaveText('This request names a listed scam');
  await expect(decision.getByText(`${HOST} asks your wallet to send money to 0xBaD0…0001.`)).toBeVisible();
  await decision.getByRole('button', { name: 'Do not send' }).click();
  expect(await answer).toBe('4001 User rejected the request.');
  expect((await reached(page)).length).toBe(1);
});
