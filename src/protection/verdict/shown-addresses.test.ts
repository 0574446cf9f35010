import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { FakeList, FakeService, protectionParts } from '../../../test/fixtures/protection.ts';
import type { Asset } from '../../asset/type.ts';
import type { ProtectionWorker } from '../worker.ts';
import { shownAddresses } from './shown-addresses.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const CONTENTS = Array.from({ length: 40 }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
const EXPRESSIONS = CONTENTS.map((content) => `ADDRESS:${content}`);
const assetsOf = (contents: readonly string[]): Asset[] => contents.map((content) => ({ type: 'ADDRESS', content }));
const PARTS = { onShown: () => undefined, isUnmarked: async () => false };
const tab = (id: number) => ({ tab: { id } });

async function addresses(service = new FakeService(...EXPRESSIONS), contents = CONTENTS) {
  const list = new FakeList(...contents.map((content) => `ADDRESS:${content}`));
  const parts = await protectionParts(list, service);
  const { protection, settings } = parts;
  const worker = { ready: Promise.resolve(), protection, settingsOn: () => settings } as unknown as ProtectionWorker;
  return { shown: shownAddresses({ ...PARTS, worker }), service, list, ...parts };
}
/** What kinds of verdict a page in a tab gets. */
const resolve = async (shown: ReturnType<typeof shownAddresses>, contents: readonly string[], tabId: number) =>
  (await shown.assetsCheck({ assets: assetsOf(contents), confirms: true }, tab(tabId))).marked
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'checking');

test('on a site without marks nothing is looked up', async () => {
  const { protection, settings } = await addresses();
  const worker = { ready: Promise.resolve(), protection, settingsOn: () => settings } as unknown as ProtectionWorker;
  const shown = shownAddresses({ ...PARTS, worker, isUnmarked: async ({ tab }) => tab?.id === 2 });
  const [here, there] = [1, 2].map((id) =>
    shown.assetsCheck({ assets: assetsOf(CONTENTS.slice(0, 1)), confirms: false }, tab(id)),
  );
  expect(await here).toMatchObject({ enabled: true, marked: [{ kind: 'checking' }] });
  expect(await there).toMatchObject({ enabled: false, marked: [] });
});

test('what is known already is marked at once, and nothing is asked about it again', async () => {
  const { shown, list, service } = await addresses();
  await resolve(shown, CONTENTS.slice(0, 1), 1);
  list.hotExpressions.set(EXPRESSIONS[1]!, { type: 'ADDRESS', reason: 'Drainer' });
  const { marked } = await shown.assetsCheck({ assets: assetsOf(CONTENTS.slice(0, 3)), confirms: false }, tab(2));
  expect(marked.map(({ kind }) => kind)).toEqual(['blocked', 'blocked', 'checking']);
  expect(service.asked).toHaveLength(1);
});

test('a site over its budget keeps the rest amber', async () => {
  const many = Array.from({ length: 80 }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
  const { shown } = await addresses(new FakeService(), many);
  const amber = async (confirms: boolean) =>
    (await shown.assetsCheck({ assets: assetsOf(many), confirms }, tab(1))).marked.map(({ kind }) => kind);
  expect((await amber(false)).length).toBe(80);
  expect(await amber(true)).toEqual(Array.from({ length: 20 }, () => 'checking'));
});

test.each(['open', 'warn', 'closed'] as const)(
  'an address that cannot be confirmed is marked as such, whatever happens to sites then (%s)',
  async (failurePolicy) => {
    const service = new FakeService(...EXPRESSIONS);
    service.failure = new Error('No answer');
    const { shown, settings, time } = await addresses(service);
    Object.assign(settings, { failurePolicy });
    expect(await resolve(shown, CONTENTS.slice(0, 1), 1)).toEqual(['unconfirmed']);
    service.failure = null;
    time.now += 3_600_000;
    expect(await resolve(shown, CONTENTS.slice(0, 1), 1)).toEqual(['blocked']);
  },
);

test('what fails the check of its family is not looked up, and is said to be no address', async () => {
  const { shown } = await addresses();
  const wrong = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5';
  const reply = await shown.assetsCheck(
    { assets: assetsOf([wrong, 'TransactionReceiptBuilderFactory', CONTENTS[0]!]), confirms: false },
    tab(1),
  );
  expect(reply.refused).toEqual([wrong, 'TransactionReceiptBuilderFactory']);
  expect(reply.marked.map(({ asset }) => asset.content)).toEqual([CONTENTS[0]]);
});

test('every spelling of a listed address is answered for, each as the page has it', async () => {
  const raw = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
  const spellings = [
    raw,
    'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
  ];
  const list = new FakeList(`ADDRESS:${raw}`);
  const parts = await protectionParts(list, new FakeService(`ADDRESS:${raw}`));
  const { protection, settings } = parts;
  const worker = { ready: Promise.resolve(), protection, settingsOn: () => settings } as unknown as ProtectionWorker;
  const shown = shownAddresses({ ...PARTS, worker });
  const { marked } = await shown.assetsCheck({ assets: assetsOf(spellings), confirms: false }, tab(1));
  expect(marked.map(({ asset, family }) => [asset.content, family])).toEqual(spellings.map((one) => [one, 'TON']));
  expect(await resolve(shown, spellings, 1)).toEqual(['blocked', 'blocked', 'blocked']);
});

test('names are looked up as what they are: an ENS name as an address, one below base.eth as a Basename', async () => {
  const names = ['ADDRESS:evil.eth', 'BASENAME:evil.base.eth'];
  const parts = await protectionParts(new FakeList(...names), new FakeService(...names));
  const worker = { ready: Promise.resolve(), protection: parts.protection, settingsOn: () => parts.settings };
  const shown = shownAddresses({ ...PARTS, worker: worker as unknown as ProtectionWorker });
  const { marked, refused } = await shown.assetsCheck(
    { assets: assetsOf(['evil.eth', 'evil.base.eth', 'a.eth']), confirms: false },
    tab(1),
  );
  expect(marked.map(({ asset, family }) => [asset.content, family])).toEqual([
    ['evil.eth', 'ENS name'],
    ['evil.base.eth', 'Basename'],
  ]);
  expect(refused).toEqual(['a.eth']);
});

test('a link counts as known only where this device itself knows that its site is listed, and nothing is asked', async () => {
  const service = new FakeService('evil.test/');
  const { protection, settings } = await protectionParts(new FakeList('evil.test/', 'likely.test/'), service);
  const worker = { ready: Promise.resolve(), protection, settingsOn: () => settings } as unknown as ProtectionWorker;
  const shown = shownAddresses({ ...PARTS, worker });
  await protection.resolve('https://evil.test/', 1);
  const hosts = ['evil.test', 'www.evil.test', 'likely.test', 'good.test'];
  const listed = async () =>
    (await shown.linksCheck({ hosts }, tab(1))).listed.map(({ host, isKnown }) => [host, isKnown]);
  const entries = [
    ['evil.test', true],
    ['www.evil.test', true],
    ['likely.test', false],
  ];
  expect(await listed()).toEqual(entries);
  expect(service.asked).toHaveLength(1);
  Object.assign(settings, { markLinks: false });
  expect(await listed()).toEqual([]);
});
