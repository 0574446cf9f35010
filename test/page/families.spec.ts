import { expect } from '@playwright/test';
import { canonicalAddress } from '../../src/asset/address/address.ts';
import { ADDRESS_FAMILIES } from '../../src/asset/address/family.ts';
import { document as written } from '../e2e/harness/page/marks.ts';
import real from '../fixtures/real-addresses.json' with { type: 'json' };
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

/** Families that need a keyword beside them, and such a keyword. */
const WORDS: Readonly<Record<string, string>> = {
  solana: 'Token on Solana',
  near: 'NEAR account',
  move: 'Account on Sui',
};

/** Looks for addresses as the content script does, and records which ones it asks about. */
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

const FAMILIES = Object.entries(real.addresses);
const wordOf = (family: string) => WORDS[family] ?? 'Pay';

const PLACES: Readonly<Record<string, (address: string, word: string) => string>> = {
  'running text': (address, word) => `<p>${word}: (${address}), please.</p>`,
  'styled parts': (address, word) =>
    `<p>${word}: <b>${address.slice(0, 6)}</b><span>${address.slice(6, -6)}</span><b>${address.slice(-6)}</b> now</p>`,
  'styled parts right after a label': (address, word) =>
    `<dl><dt>${word}</dt><dd><b>${address.slice(0, 6)}</b><span>${address.slice(6, -6)}</span><b>${address.slice(-6)}</b></dd></dl>`,
  'the cell after a label': (address, word) =>
    `<table><tr><th>${word}</th><td><code>${address}</code></td></tr></table>`,
  links: (address, word) => `<p><a href="https://explorer.example/account/${address}?tab=1">${word}</a></p>`,
  'shadow roots': (address, word) =>
    `<div><template shadowrootmode="open"><p>${word} <code>${address}</code></p></template></div>`,
};

test('there are at least fifty real addresses of every family', () => {
  // Names are not addresses of a chain: `ens.test.ts` reads those.
  const families = ADDRESS_FAMILIES.map(({ name }) => name).filter((name) => name !== 'ens');
  expect(Object.keys(real.addresses).sort()).toEqual(families.sort());
  for (const [family, addresses] of FAMILIES) {
    const contents = new Set(addresses.map((address) => canonicalAddress(address)));
    expect(contents.has(null), family).toBe(false);
    expect(contents.size, family).toBeGreaterThanOrEqual(50);
  }
});

for (const [place, paragraph] of Object.entries(PLACES))
  test(`real addresses of every family are found in ${place}`, { tag: '@nightly' }, async ({ open }) => {
    // A name split into parts reads as separate words.
    const families = FAMILIES.filter(([family]) => family !== 'near' || !place.startsWith('styled parts'));
    const body = families.flatMap(([family, addresses]) =>
      addresses.map((address) => paragraph(address, wordOf(family))),
    );
    const { run } = await open(written(body.join('')));
    await run(record);
    const missing = async () => {
      const found = new Set((await run(asked)).map((content) => canonicalAddress(content)));
      return families.flatMap(([family, addresses]) =>
        addresses.filter((address) => !found.has(canonicalAddress(address))).map((address) => `${family}: ${address}`),
      );
    };
    await expect.poll(missing).toEqual([]);
  });
