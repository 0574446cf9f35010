import { expect, test } from 'vitest';
import { type HealthFacts, readHealth } from './health-reader.ts';

const NOW = 1_000_000_000;
const good: HealthFacts = {
  list: {
    token: 't',
    recentToken: 'r',
    entries: 400_000,
    currentAt: NOW - 40_000,
    origin: 'service',
    algoVersion: '2',
    confirmPrefixLength: 4,
  },
  sync: { lastAttemptAt: NOW - 40_000, lastSuccessAt: NOW - 40_000, nextAttemptAt: NOW + 20_000, problem: null },
  sitesProtected: true,
  addressesProtected: true,
  configured: true,
  permitted: true,
  storage: null,
  rules: null,
  confirmation: null,
  now: NOW,
};
const kinds = (facts: Partial<HealthFacts>) => readHealth({ ...good, ...facts }).problems.map(({ kind }) => kind);

test('a protection that works has no problem', () => {
  expect(readHealth(good)).toMatchObject({ enabled: true, problems: [], list: { entries: 400_000 } });
});

test.each([
  ['list-missing', { list: null }],
  ['list-old', { now: NOW + 7 * 3_600_000 }],
  ['list-bundled', { list: { ...good.list!, origin: 'bundled' as const } }],
  ['permission-missing', { permitted: false }],
  ['not-configured', { configured: false }],
  ['confirmation-failing', { confirmation: { detail: 'The service could not be reached' } }],
  ['storage-full', { storage: { kind: 'storage-full' as const, detail: 'No space' } }],
  ['storage-broken', { rules: 'Rule 1 is not valid' }],
  ['list-rejected', { sync: { ...good.sync, problem: { kind: 'list-rejected' as const, detail: 'Wrong digest' } } }],
  ['update-needed', { sync: { ...good.sync, problem: { kind: 'update-needed' as const, detail: 'New rules' } } }],
])('%s is told', (kind, facts) => {
  expect(kinds(facts)).toEqual([kind]);
});

test('a service that is not configured is told once, and only while it is not', () => {
  const sync = { ...good.sync, problem: { kind: 'not-configured' as const, detail: 'Enter an address' } };
  expect(kinds({ sync, configured: false })).toEqual(['not-configured']);
  expect(kinds({ sync })).toEqual([]);
});

test('a protection that is switched off says so', () => {
  expect(readHealth({ ...good, sitesProtected: false, addressesProtected: false }).enabled).toBe(false);
  expect(readHealth({ ...good, sitesProtected: false }).enabled).toBe(true);
});
