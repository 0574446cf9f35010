import type { Page } from '@playwright/test';
import type { Browser } from '../harness/browser.ts';
import { document, LISTED } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';
import { switchOn, WALLET } from './wallet.ts';

const HOST = 'app.example';
const CLEAN = '0x1111aaaabbbbccccddddeeeeffff000022223333';
type Scope = { readonly reached: unknown[]; readonly ethereum: { request(call: object): Promise<string> } };
const reached = (page: Page) => page.evaluate(() => (globalThis as unknown as Scope).reached.length);
/** Asks the wallet of a page to send something; answers what the page got. */
const send = (page: Page, to: string): Promise<string> =>
  page.evaluate(
    (to) =>
      (globalThis as unknown as Scope).ethereum
        .request({ method: 'eth_sendTransaction', params: [{ from: to, to, value: '0x1' }] })
        .catch(({ code, message }: { code: number; message: string }) => `${code} ${message}`),
    to,
  );
const REFUSED = '4001 User rejected the request.';
const GONE_ON = 'done by eth_sendTransaction';

/** Opens a page with a wallet, of which a request has been looked at: what that takes is loaded then. */
async function open(wary: Browser): Promise<Page> {
  const page = await wary.open(`http://${HOST}/`);
  expect(await send(page, CLEAN)).toBe(GONE_ON);
  return page;
}

/** Asks to pay a listed address, and answers the page of the window in which the person decides. */
async function askListed(wary: Browser, page: Page): Promise<{ decision: Page; answer: Promise<string> }> {
  const opened = wary.context.waitForEvent('page');
  const answer = send(page, LISTED);
  const decision = await opened;
  await expect(decision.getByRole('heading', { level: 1 })).toHaveText('This request involves a listed scam');
  return { decision, answer };
}

test.beforeEach(async ({ wary, site }) => {
  site.on(HOST, '/', document(WALLET));
  await switchOn(wary);
});

test('a request to a listed address waits for the person, who reads whom it would pay', { tag: '@smoke' }, async ({
  wary,
}) => {
  const page = await open(wary);
  const first = await askListed(wary, page);
  await expect(
    first.decision.getByText(`${HOST} asks your wallet to send money to 0xBaD0…0001. 0xBaD0…0001 is on the blocklist.`),
  ).toBeVisible();
  await expect(first.decision.getByText(LISTED)).toBeVisible();
  // A window may be gone before the click, or the key, has ended.
  await first.decision
    .getByRole('button', { name: 'Reject request' })
    .click()
    .catch(() => undefined);
  expect(await first.answer).toBe(REFUSED);
  const second = await askListed(wary, page);
  await second.decision.keyboard.press('Escape').catch(() => undefined);
  expect(await second.answer).toBe(REFUSED);
  const third = await askListed(wary, page);
  await third.decision.close();
  expect(await third.answer).toBe(REFUSED);
  expect(await reached(page)).toBe(1);
  const { weeks } = await wary.send<{ weeks: { wallet: number }[] }>('statisticsRead');
  expect(weeks.at(-1)?.wallet).toBe(3);
});

test('a decision is taken although the worker ended meanwhile, and "Send anyway" works a moment later', async ({
  wary,
}) => {
  const page = await open(wary);
  const { decision, answer } = await askListed(wary, page);
  await wary.killWorker();
  await decision.bringToFront();
  const button = decision.getByRole('button', { name: 'Send anyway' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click().catch(() => undefined);
  expect(await answer).toBe(GONE_ON);
});
