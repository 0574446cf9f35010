import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { FakeList, FakeService, offline, protectionParts } from '../../../test/fixtures/protection.ts';
import type { AllowedEntry } from '../../settings/catalogue.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
const EVERYTHING = ['evil.test/', 'evil.test/kit', 'part.evil.test/', `ADDRESS:${ADDRESS}`];
const MIDNIGHT = Date.parse('2027-02-01T00:00:00Z');

async function allowing(...allowList: AllowedEntry[]) {
  const list = new FakeList(...EVERYTHING);
  const service = new FakeService(...EVERYTHING);
  const time = { now: MIDNIGHT - 1 };
  const parts = await protectionParts(list, service, { time });
  Object.assign(parts.settings, { allowList });
  const kind = async (url: string) => (await parts.protection.resolve(url, 1))?.kind;
  return { ...parts, list, service, kind };
}
const entry = (content: string, until?: string): AllowedEntry => ({
  content,
  reason: 'Our supplier',
  ...(until ? { until } : {}),
});

test('a site that the organization allows opens offline too, and nobody is asked', async () => {
  const { protection, service } = await allowing(entry('https://Evil.test/'));
  service.failure = offline();
  expect(await protection.resolve('https://evil.test/a?b', 1)).toMatchObject({
    kind: 'permitted',
    expression: 'evil.test/',
  });
  expect(protection.organizationEntryOf('https://evil.test/a?b')).toEqual(entry('https://Evil.test/'));
  expect(service.asked).toEqual([]);
});

test('it does not cover narrower entries of their own, nor the site of an allowed page', async () => {
  const site = await allowing(entry('evil.test'));
  expect(await site.kind('https://evil.test/kit')).toBe('blocked');
  expect(await site.kind('https://part.evil.test/')).toBe('blocked');
  expect(site.protection.organizationEntryOf('https://evil.test/kit')).toBeNull();
  const page = await allowing(entry('evil.test/kit'));
  expect(await page.kind('https://evil.test/kit')).toBe('permitted');
  expect(await page.kind('https://evil.test/')).toBe('blocked');
  const both = await allowing(entry('evil.test'), entry('evil.test/kit'));
  expect(await both.kind('https://evil.test/kit')).toBe('permitted');
});

test('an address that it allows is not marked as blocked', async () => {
  const { protection } = await allowing(entry(ADDRESS.toUpperCase().replace('0X', '0x')));
  const [verdict] = await protection.resolveShown([{ type: 'ADDRESS', content: ADDRESS }], 1);
  expect(verdict?.kind).toBe('permitted');
});

test('it ends by itself after its last day, and with the policy', async () => {
  const { kind, time, settings, protection } = await allowing(entry('evil.test', '2027-01-31'));
  expect(await kind('https://evil.test/')).toBe('permitted');
  time.now = MIDNIGHT;
  expect(await kind('https://evil.test/')).toBe('blocked');
  Object.assign(settings, { allowList: [entry('evil.test')] });
  expect(await kind('https://evil.test/')).toBe('permitted');
  Object.assign(settings, { allowList: [] });
  expect(await kind('https://evil.test/')).toBe('blocked');
  expect(protection.organizationEntryOf('https://evil.test/')).toBeNull();
});

test('what the organization’s own list blocks is blocked without a general list too', async () => {
  const { protection, list } = await allowing(entry('other.test'));
  list.missing = true;
  list.ownExpressions.add('evil.test/');
  expect(protection.verdict('https://evil.test/', 1)).toMatchObject({ kind: 'blocked' });
});

test('what the organization’s own list blocks goes before it', async () => {
  const { protection, list } = await allowing(entry('evil.test'));
  list.ownExpressions.add('evil.test/');
  expect(await protection.resolve('https://evil.test/', 1)).toMatchObject({ kind: 'blocked' });
  expect(protection.organizationEntryOf('https://evil.test/')).toBeNull();
});
