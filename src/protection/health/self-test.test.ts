import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { FakeList, FakeService, FakeSession, protectionParts } from '../../../test/fixtures/protection.ts';
import { hashExpression, prefixOf } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/index.ts';
import { SelfTestEntries } from './self-test.ts';
import { isTestHost } from './test-host.ts';

const listed = (entries: SelfTestEntries, expression: string) => {
  const hash = hashExpression(expression);
  return entries.has(prefixOf(hash)) && entries.hot(hash) !== false;
};

test('a host and an address of a test count as listed, until it ends', async () => {
  const entries = new SelfTestEntries(new FakeSession(), () => 0);
  const { host, address } = await entries.begin();
  expect(isTestHost(host)).toBe(true);
  const [expression] = expressionsOf({ type: 'ADDRESS', content: address });
  expect(listed(entries, `${host}/`)).toBe(true);
  expect(listed(entries, expression!)).toBe(true);
  await entries.end();
  expect(listed(entries, `${host}/`)).toBe(false);
  expect(listed(entries, expression!)).toBe(false);
});

test('what a test lists is another thing each time, and counts for two minutes at most', async () => {
  let now = 0;
  const entries = new SelfTestEntries(new FakeSession(), () => now);
  const first = await entries.begin();
  const second = await entries.begin();
  expect(second.host).not.toBe(first.host);
  expect(listed(entries, `${first.host}/`)).toBe(false);
  now = second.until;
  expect(listed(entries, `${second.host}/`)).toBe(false);
});

test('a test goes on in the next life of the worker', async () => {
  const session = new FakeSession();
  const { host } = await new SelfTestEntries(session, () => 0).begin();
  const woken = new SelfTestEntries(session, () => 0);
  await woken.load();
  expect(listed(woken, `${host}/`)).toBe(true);
});

test('what a test lists is blocked without a question, and nothing else is', async () => {
  const { protection, selfTest } = await protectionParts(new FakeList('evil.test/'), new FakeService());
  const { host } = await selfTest.begin();
  const kindOf = (name: string) => protection.verdict(`http://${name}/`)?.kind;
  expect([host, 'evil.test', 'good.test'].map(kindOf)).toEqual(['blocked', 'checking', 'clear']);
});
