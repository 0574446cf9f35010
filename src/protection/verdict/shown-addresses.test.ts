import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeList, FakeService, protectionParts } from '../../../test/fixtures/protection.ts';
import type { Asset } from '../../asset/type.ts';
import type { ProtectionWorker } from '../worker.ts';
import { ShownAddresses } from './shown-addresses.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

const CONTENTS = Array.from({ length: 40 }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
const EXPRESSIONS = CONTENTS.map((content) => `ADDRESS:${content}`);
const assetsOf = (contents: readonly string[]): Asset[] => contents.map((content) => ({ type: 'ADDRESS', content }));
const tab = (id: number) => ({ tab: { id } });

async function addresses(service = new FakeService(...EXPRESSIONS)) {
  const list = new FakeList(...EXPRESSIONS);
  const parts = await protectionParts(list, service);
  const { protection, settings } = parts;
  const worker = { ready: Promise.resolve(), protection, settings } as unknown as ProtectionWorker;
  return { shown: new ShownAddresses(worker, async () => undefined), service, list, ...parts };
}
/** Settles addresses, and returns after how many milliseconds the answer came. */
async function settle(shown: ShownAddresses, contents: readonly string[], tabId: number) {
  let settled: readonly { kind: string }[] | undefined;
  void shown.assetsSettle({ assets: assetsOf(contents) }, tab(tabId)).then((reply) => {
    settled = reply.settled;
  });
  let ms = 0;
  for (; settled === undefined && ms < 30_000; ms += 100) await vi.advanceTimersByTimeAsync(100);
  return { ms, kinds: settled?.map(({ kind }) => kind) };
}

test('a page learns about an address met before no sooner than about one that has to be asked about', async () => {
  const { shown, service } = await addresses();
  await settle(shown, CONTENTS.slice(0, 1), 1);
  const met = await settle(shown, CONTENTS.slice(0, 1), 2);
  expect(service.asked).toHaveLength(1);
  service.gate = new Promise((resolve) => setTimeout(resolve, 1_900));
  const asked = await settle(shown, CONTENTS.slice(1, 2), 2);
  expect(service.asked).toHaveLength(2);
  expect(asked).toEqual(met);
  expect(met).toEqual({ ms: 2_500, kinds: ['blocked'] });
});

test('on a site without marks nothing is looked up', async () => {
  const { protection, settings } = await addresses();
  const worker = { ready: Promise.resolve(), protection, settings } as unknown as ProtectionWorker;
  const none = () => undefined;
  const shown = new ShownAddresses(
    worker,
    async () => undefined,
    none,
    async ({ tab }) => tab?.id === 2,
  );
  const [here, there] = [1, 2].map((id) => shown.assetsCheck({ assets: assetsOf(CONTENTS.slice(0, 1)) }, tab(id)));
  expect(await here).toMatchObject({ enabled: true, marked: [{ kind: 'checking' }] });
  expect(await there).toMatchObject({ enabled: false, marked: [] });
});

test('at first sight both look the same', async () => {
  const { shown } = await addresses();
  await settle(shown, CONTENTS.slice(0, 1), 1);
  const { marked } = await shown.assetsCheck({ assets: assetsOf(CONTENTS.slice(0, 2)) }, tab(2));
  expect(marked.map(({ kind }) => kind)).toEqual(['checking', 'checking']);
});

test('a page over its budget is told no more of what was met before than of what was not', async () => {
  const { shown } = await addresses();
  await settle(shown, CONTENTS.slice(30, 40), 1);
  const { kinds } = await settle(shown, CONTENTS.slice(0, 20), 2);
  expect(kinds).toHaveLength(16);
  expect((await settle(shown, CONTENTS.slice(30, 40), 2)).kinds).toEqual([]);
});

test('a page learns at once what it was told before, and every page what the list itself knows', async () => {
  const { shown, list } = await addresses();
  await settle(shown, CONTENTS.slice(0, 1), 1);
  list.hotExpressions.set(EXPRESSIONS[1]!, { type: 'ADDRESS', reason: 'Drainer' });
  const { marked } = await shown.assetsCheck({ assets: assetsOf(CONTENTS.slice(0, 3)) }, tab(1));
  expect(marked.map(({ kind }) => kind)).toEqual(['blocked', 'blocked', 'checking']);
});

test.each(['open', 'warn', 'closed'] as const)(
  'an address that cannot be confirmed is marked as such, whatever happens to sites then (%s)',
  async (failurePolicy) => {
    const service = new FakeService(...EXPRESSIONS);
    service.failure = new Error('No answer');
    const { shown, settings, time } = await addresses(service);
    Object.assign(settings, { failurePolicy });
    expect((await settle(shown, CONTENTS.slice(0, 1), 1)).kinds).toEqual(['unconfirmed']);
    service.failure = null;
    time.now += 3_600_000;
    expect((await settle(shown, CONTENTS.slice(0, 1), 1)).kinds).toEqual(['blocked']);
  },
);

test('what fails the check of its family is not looked up, and is said to be no address', async () => {
  const { shown } = await addresses();
  const wrong = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5';
  const reply = await shown.assetsCheck(
    { assets: assetsOf([wrong, 'TransactionReceiptBuilderFactory', CONTENTS[0]!]) },
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
  const worker = { ready: Promise.resolve(), protection, settings } as unknown as ProtectionWorker;
  const shown = new ShownAddresses(worker, async () => undefined);
  const { marked } = await shown.assetsCheck({ assets: assetsOf(spellings) }, tab(1));
  expect(marked.map(({ asset, family }) => [asset.content, family])).toEqual(spellings.map((one) => [one, 'TON']));
  expect((await settle(shown, spellings, 1)).kinds).toEqual(['blocked', 'blocked', 'blocked']);
});

test('names are looked up as what they are: an ENS name as an address, one below base.eth as a Basename', async () => {
  const names = ['ADDRESS:evil.eth', 'BASENAME:evil.base.eth'];
  const parts = await protectionParts(new FakeList(...names), new FakeService(...names));
  const worker = { ready: Promise.resolve(), protection: parts.protection, settings: parts.settings };
  const shown = new ShownAddresses(worker as unknown as ProtectionWorker, async () => undefined);
  const { marked, refused } = await shown.assetsCheck(
    { assets: assetsOf(['evil.eth', 'evil.base.eth', 'a.eth']) },
    tab(1),
  );
  expect(marked.map(({ asset, family }) => [asset.content, family])).toEqual([
    ['evil.eth', 'ENS name'],
    ['evil.base.eth', 'Basename'],
  ]);
  expect(refused).toEqual(['a.eth']);
});
