import { expect, test } from 'vitest';
import { FakeList, FakeSession } from '../../../test/fixtures/protection.ts';
import { hashExpression, prefixOf } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/index.ts';
import { isTestHost, SelfTestEntries } from './self-test.ts';

const list = () => new FakeList('evil.test/');
const listed = (view: ReturnType<SelfTestEntries['addedTo']>, expression: string) => {
  const hash = hashExpression(expression);
  return view.has(prefixOf(hash)) && view.hot(hash) !== false;
};

test('a host and an address of a test count as listed, until it ends', async () => {
  const entries = new SelfTestEntries(new FakeSession(), () => 0);
  const view = entries.addedTo(list());
  const { host, address } = await entries.begin();
  expect(isTestHost(host)).toBe(true);
  const [expression] = expressionsOf({ type: 'ADDRESS', content: address });
  expect(listed(view, `${host}/`)).toBe(true);
  expect(listed(view, expression!)).toBe(true);
  await entries.end();
  expect(listed(view, `${host}/`)).toBe(false);
  expect(listed(view, expression!)).toBe(false);
});

test('what a test lists is another thing each time, and counts for two minutes at most', async () => {
  let now = 0;
  const entries = new SelfTestEntries(new FakeSession(), () => now);
  const view = entries.addedTo(list());
  const first = await entries.begin();
  const second = await entries.begin();
  expect(second.host).not.toBe(first.host);
  expect(listed(view, `${first.host}/`)).toBe(false);
  now = second.until;
  expect(listed(view, `${second.host}/`)).toBe(false);
});

test('a test goes on in the next life of the worker', async () => {
  const session = new FakeSession();
  const { host } = await new SelfTestEntries(session, () => 0).begin();
  const woken = new SelfTestEntries(session, () => 0);
  await woken.load();
  expect(listed(woken.addedTo(list()), `${host}/`)).toBe(true);
});

test('a test changes nothing of the list itself', async () => {
  const entries = new SelfTestEntries(new FakeSession(), () => 0);
  const own = list();
  const view = entries.addedTo(own);
  await entries.begin();
  expect(view.has(prefixOf(hashExpression('evil.test/')))).toBe(true);
  expect(view.has(prefixOf(hashExpression('good.test/')))).toBe(false);
  expect(view.info).toEqual(own.info);
});
