import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { base58 } from '@scure/base';
import { build } from 'vite';
import type { MessageRequest } from '../../../src/messaging/catalogue.ts';
import type * as Parts from '../parts.ts';
import { test as base, callOf } from '../stage.ts';

/** Addresses that the worker of these tests knows as listed, and one that it does not. */
export const LISTED = '0xbad0000000000000000000000000000000000001';
export const CLEAN = '0x1111aaaabbbbccccddddeeeeffff000022223333';
/** 32 bytes, each of them this. */
export const LISTED_BYTE = 0xba;
const LISTED_SOLANA = base58.encode(new Uint8Array(32).fill(LISTED_BYTE));
export const LISTED_TRON = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
/** Nobody ever answers about this one. */
export const SILENT = '0x5555555555555555555555555555555555555555';
const ALL_LISTED = [LISTED, LISTED_SOLANA, LISTED_TRON];

/** How the check stands in a page: `off`, before every other script, or after the wallet's. */
export type Check = 'off' | 'first' | 'last';

type WalletPage = {
  /**
   * Opens a page whose wallet is put in as an extension does, before the page's own scripts.
   * @param wallet source text of the wallet's script
   */
  readonly openWith: (wallet: string, text: string, check: Check) => Promise<Page>;
};

/** A module of the tests as one script, which leaves what it exports under a name. */
export async function bundle(entry: string, name: string): Promise<string> {
  const lib = { entry: join(import.meta.dirname, entry), formats: ['iife' as const], name };
  const result = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error(`${entry} was not built`);
  return built.output[0].code;
}

/** Answers paused calls with the real reader, and a worker that refuses what names a listed address. */
function answerCalls(
  { listen, walletBridge, walletReader, pauseMessages, worldOf }: typeof Parts,
  listed: readonly string[],
  silent: string,
): void {
  const worker = {
    walletReader: async () => {
      worldOf().checkCall = walletReader(location.hostname).check;
      return {};
    },
    walletUsed: async () => ({ buckets: [] }),
    walletRequest: async ({ parties }: MessageRequest<'walletRequest'>) => {
      const names = parties.map(({ content }) => content);
      await new Promise((resolve) => names.includes(silent) || setTimeout(resolve, 20));
      return { answer: names.some((name) => listed.includes(name)) ? 'refuse' : 'go' };
    },
  };
  const sendMessage = ({ name, request }: { name: keyof typeof worker; request: never }) => worker[name](request);
  Object.assign(globalThis, { chrome: { runtime: { id: 'a'.repeat(32), sendMessage } } });
  const check = walletBridge();
  listen(document, check, (state) => document.documentElement.setAttribute('data-wallets', state));
  pauseMessages(window, check);
}

export const test = base.extend<WalletPage, { watch: string }>({
  watch: [
    async ({}, use) => {
      const code = await bundle('../../../src/page/wallet/world/watch.ts', 'watch');
      await use(`(() => { ${code}; watch.watchWallets(); })()`);
    },
    { scope: 'worker' },
  ],
  openWith: async ({ shared, bundle: parts, watch, site }, use) => {
    await use(async (wallet, text, check) => {
      site.on('127.0.0.1', '/', text);
      const page = await shared.newPage();
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      const add = (source: string, worldName?: string) =>
        session.send('Page.addScriptToEvaluateOnNewDocument', { source, ...(worldName ? { worldName } : {}) });
      if (check === 'last') await add(wallet);
      if (check !== 'off') {
        await add(watch);
        await add(`${parts};${callOf(answerCalls, [ALL_LISTED, SILENT])}`, 'content-script');
      }
      if (check !== 'last') await add(wallet);
      await page.goto(`http://127.0.0.1:${site.port}/`);
      return page;
    });
    await Promise.all(shared.pages().map((page) => page.close()));
  },
});
