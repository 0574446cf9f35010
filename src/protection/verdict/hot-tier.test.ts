import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { FakeList, FakeService, offline, protectionParts } from '../../../test/fixtures/protection.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const EVIL = 'evil.test/';
const SITE = 'https://evil.test/claim';
const hotList = (...expressions: string[]) => {
  const list = new FakeList(...expressions);
  for (const expression of expressions) list.hotExpressions.set(expression, undefined);
  return list;
};

test('an entry of the hot tier is blocked at once, without a question, offline too', async () => {
  const service = new FakeService();
  service.failure = offline();
  const { protection } = await protectionParts(hotList(EVIL), service);
  expect(protection.verdict(SITE)).toMatchObject({ kind: 'blocked', confirmation: 'confirmed', checkedAt: 2_000 });
  expect((await protection.resolve(SITE))?.kind).toBe('blocked');
  expect(service.asked).toEqual([]);
});

test('its words are shown, and kept with the host', async () => {
  const list = hotList(EVIL);
  list.hotExpressions.set(EVIL, { type: 'URL', reason: 'Drains wallets', source: 'Acme' });
  const { protection, hosts } = await protectionParts(list, new FakeService());
  expect(protection.verdict(SITE)).toMatchObject({ reason: 'Drains wallets', source: 'Acme' });
  await protection.resolve(SITE);
  expect(hosts.all).toMatchObject([{ host: 'evil.test', reason: 'Drains wallets' }]);
});

test('an address of the hot tier is known without a question', async () => {
  const service = new FakeService();
  const content = '0x52908400098527886e0f7030069857d2e4169ee7';
  const { protection } = await protectionParts(hotList(`ADDRESS:${content}`), service);
  const verdict = protection.shownVerdict({ type: 'ADDRESS', content });
  expect([verdict.kind, service.asked]).toEqual(['blocked', []]);
});

test('the browser itself stops the next visit', async () => {
  const { protection, rules } = await protectionParts(hotList(EVIL), new FakeService());
  await protection.resolve(SITE);
  expect(rules.stopped).toEqual(['evil.test']);
  const writes = rules.writes.length;
  await protection.resolve(SITE);
  expect(rules.writes).toHaveLength(writes);
});

test('what left the list is let through, though the hot tier still names it', async () => {
  const list = hotList(EVIL);
  const { protection, rules } = await protectionParts(list, new FakeService());
  await protection.resolve(SITE);
  list.set('other.test/');
  await protection.forgetUnlisted();
  await protection.release(SITE, protection.verdict(SITE)!);
  expect([protection.verdict(SITE)?.kind, rules.stopped]).toEqual(['clear', []]);
});

test('an answer of the service is newer than the hot tier and outweighs it', async () => {
  const list = new FakeList(EVIL);
  const { protection } = await protectionParts(list, new FakeService());
  expect((await protection.resolve(SITE))?.kind).toBe('clear');
  list.hotExpressions.set(EVIL, undefined);
  expect(protection.verdict(SITE)?.kind).toBe('clear');
});

test('a site that is listed after the service called it clear is blocked', async () => {
  const list = new FakeList(EVIL);
  const time = { now: 1_000 };
  const { protection } = await protectionParts(list, new FakeService(), { time });
  expect((await protection.resolve(SITE))?.kind).toBe('clear');
  time.now += 2_000;
  list.hotExpressions.set(EVIL, undefined);
  expect(protection.verdict(SITE)?.kind).toBe('blocked');
});

test('a site that is listed while the service answers that it is clear is blocked', async () => {
  const [list, service, time] = [new FakeList(EVIL), new FakeService(), { now: 1_000 }];
  let answer = () => {};
  service.gate = new Promise((resolve) => {
    answer = resolve;
  });
  const { protection } = await protectionParts(list, service, { time });
  const verdict = protection.resolve(SITE);
  await expect.poll(() => service.asked).toHaveLength(1);
  list.hotExpressions.set(EVIL, undefined);
  time.now += 2_000;
  answer();
  expect((await verdict)?.kind).toBe('blocked');
});

test('the words that the service once sent are shown', async () => {
  const list = new FakeList(EVIL);
  const { protection, time } = await protectionParts(list, new FakeService(EVIL));
  await protection.resolve(SITE);
  list.hotExpressions.set(EVIL, undefined);
  time.now += 3_600_000;
  expect(protection.verdict(SITE)).toMatchObject({ kind: 'blocked', reason: 'Drains wallets', source: 'Acme' });
});

test('what the person allowed stays open', async () => {
  const { protection, allowances, rules } = await protectionParts(hotList(EVIL), new FakeService());
  await allowances.grant(EVIL, 'always', undefined);
  expect((await protection.resolve(SITE))?.kind).toBe('permitted');
  expect(rules.stopped).toEqual([]);
});
