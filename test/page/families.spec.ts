import { expect } from '@playwright/test';
import { canonicalAddress } from '../../src/asset/address/address.ts';
import { document as written } from '../e2e/harness/marked.ts';
import real from '../fixtures/real-addresses.json' with { type: 'json' };
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

/** Families that need a word beside them, and a word. */
const WORDS: Readonly<Record<string, string>> = { solana: 'Token mint on Solana', near: 'NEAR account' };

/** Looks for addresses as the content script does, and notes which it asks about. */
function record({ protectAddresses }: typeof Parts): void {
  const runtime = { i18n: { getMessage: (key: string) => key, getUILanguage: () => 'en' } };
  const asked: string[] = [];
  Object.assign(globalThis, { asked, chrome: { runtime: { id: 'here' } } });
  const send = async (name: string, request: { assets?: { content: string }[] }) => {
    if (name === 'assetsCheck') asked.push(...(request.assets ?? []).map(({ content }) => content));
    return { enabled: true, marked: [], refused: [], settled: [] };
  };
  protectAddresses(runtime, send as never, new AbortController());
}
const asked = () => (globalThis as unknown as { asked: string[] }).asked;

for (const [family, addresses] of Object.entries(real.addresses)) {
  const word = WORDS[family] ?? 'Pay';
  const canonical = new Set(addresses.map((address) => canonicalAddress(address)));
  const pages: Readonly<Record<string, (address: string) => string>> = {
    'running text': (address) => `<p>${word}: (${address}), please.</p>`,
    'styled parts': (address) =>
      `<p>${word}: <b>${address.slice(0, 6)}</b><span>${address.slice(6, -6)}</span><b>${address.slice(-6)}</b> now</p>`,
    links: (address) => `<p><a href="https://explorer.example/account/${address}?tab=1">${word}</a></p>`,
    'shadow roots': (address) =>
      `<div><template shadowrootmode="open"><p>${word} <code>${address}</code></p></template></div>`,
  };
  test(`real addresses of ${family} are seen in text, in parts, in links and in shadow roots`, async ({ open }) => {
    for (const [place, page] of Object.entries(pages)) {
      // A name in parts is a sentence of its own to a reader.
      if (family === 'near' && place === 'styled parts') continue;
      const { run } = await open(written(addresses.map(page).join('')));
      await run(record);
      const seen = async () => {
        const found = new Set((await run(asked)).map((content) => canonicalAddress(content)));
        return [...canonical].filter((content) => !found.has(content));
      };
      await expect.poll(seen, { message: place }).toEqual([]);
    }
  });
}
