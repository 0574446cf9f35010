import { beforeEach, describe, expect, test } from 'vitest';
import type { Address } from '../../asset/address/address.ts';
import { CopiedAddresses } from './copied-addresses.ts';

const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const OTHER = '0x1111aaaabbbbccccddddeeeeffff000022223333';
const evm = (content: string): Address => ({ family: 'evm', content });
const MINUTE = 60_000;

let memory: Record<string, unknown>;
let now: number;
beforeEach(() => {
  memory = {};
  now = 1_000_000;
});

/** The memory of a worker that starts now. */
const started = () =>
  new CopiedAddresses({
    session: { get: async (key) => ({ [key]: memory[key] }), set: async (items) => void Object.assign(memory, items) },
    now: () => now,
  });

async function copied(...contents: string[]) {
  const addresses = started();
  for (const content of contents) await addresses.copied(evm(content));
  return addresses;
}

describe('what was pasted', () => {
  test('is what was copied', async () => {
    expect(await (await copied(OWN)).pasted(evm(OWN))).toBeNull();
  });

  test('is reported if it is another address, also by a worker that started since and found a look-alike', async () => {
    expect(await (await copied(OWN)).pasted(evm(OTHER))).toEqual({ kind: 'pasted', first: OWN, second: OTHER });
    expect(await started().pasted(evm(TWIN))).toEqual({ kind: 'pasted', first: OWN, second: TWIN });
  });

  test('is not blamed on this device alone if a copy button of the page may have put it there', async () => {
    const addresses = started();
    await addresses.copied(evm(OWN), true);
    expect(await addresses.pasted(evm(OTHER))).toEqual({ kind: 'button', first: OWN, second: OTHER });
    expect(await addresses.pasted(evm(TWIN))).toEqual({ kind: 'button', first: OWN, second: TWIN });
  });

  test.each<[string, (addresses: CopiedAddresses) => Promise<unknown>, Address]>([
    ['something else was copied since', (addresses) => addresses.copied(null), evm(OTHER)],
    ['it was copied earlier in the session', (addresses) => addresses.copied(evm(OTHER)), evm(OWN)],
    [
      'a page has shown it since, and may have a button that copies',
      (addresses) => addresses.shown([evm(OTHER)]),
      evm(OTHER),
    ],
    [
      'it is of another kind of chain',
      async () => undefined,
      { family: 'tron', content: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' },
    ],
    ['ten minutes have passed', async () => (now += 10 * MINUTE), evm(OTHER)],
  ])('is not reported where %s', async (_, happens, pasted) => {
    const addresses = await copied(OWN);
    await happens(addresses);
    expect(await addresses.pasted(pasted)).toBeNull();
  });

  test('is reported by a worker that started since, which knows what pages have shown before', async () => {
    const before = await copied(OWN);
    now += MINUTE;
    expect(await started().pasted(evm(OTHER))).toEqual({ kind: 'pasted', first: OWN, second: OTHER });
    await before.shown([evm(OTHER)]);
    expect(await started().pasted(evm(OTHER))).toBeNull();
  });

  test('is not reported where pages have shown more addresses since than are remembered', async () => {
    const addresses = await copied(OWN);
    await addresses.shown(
      Array.from({ length: 2_000 }, (_, index) => evm(`0x${(0xabc_0000 + index).toString(16).padStart(40, '1')}`)),
    );
    expect(await addresses.pasted(evm(OTHER))).toBeNull();
  });
});

describe('an address that looks like one that was copied', () => {
  test('is reported where a page shows it, with the one that was copied for ten minutes', async () => {
    const addresses = await copied(OWN);
    expect(await addresses.shown([evm(OTHER), evm(TWIN)])).toEqual({ kind: 'copied', first: OWN, second: TWIN });
    now += 10 * MINUTE;
    expect(await addresses.shown([evm(TWIN)])).toEqual({ kind: 'copied', first: null, second: TWIN });
    expect(await addresses.shown([evm(OWN), evm(OTHER)])).toBeNull();
  });

  test('is reported where it is pasted long after', async () => {
    const addresses = await copied(OWN);
    now += 60 * MINUTE;
    expect(await addresses.pasted(evm(TWIN))).toEqual({ kind: 'pasted', first: null, second: TWIN });
  });
});

test('after ten minutes only hashes are kept, and they differ from session to session', async () => {
  await copied(OWN);
  const first = JSON.stringify(memory);
  expect(first).toContain(OWN);
  now += 10 * MINUTE;
  await started().shown([evm(OTHER)]);
  expect(JSON.stringify(memory)).not.toContain(OWN);
  memory = {};
  await copied(OWN);
  const hashes = (text: string) => text.match(/"whole":"(\w+)"/)?.[1];
  expect(hashes(JSON.stringify(memory))).not.toBe(hashes(first));
});

test('a damaged session starts empty', async () => {
  memory = { copiedAddresses: 7 };
  expect(await started().pasted(evm(OTHER))).toBeNull();
});
