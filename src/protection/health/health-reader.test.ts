import { describe, expect, test } from 'vitest';
import { StorageFailure } from '../../storage/failure.ts';
import { HEALTH_PROBLEMS } from './health.ts';
import { type HealthFacts, readHealth } from './health-reader.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const list = {
  token: 't',
  recentToken: 'r',
  entries: 400_000,
  currentAt: NOW - 40_000,
  origin: 'service' as const,
  algoVersion: '2',
  confirmPrefixLength: 4,
};
const sync = {
  lastAttemptAt: NOW - 40_000,
  lastSuccessAt: NOW - 40_000,
  nextAttemptAt: NOW + 20_000,
  problem: null,
};
const good: HealthFacts = {
  list,
  sync,
  sitesProtected: true,
  addressesProtected: true,
  pausedEverywhere: false,
  switchesManaged: false,
  configured: true,
  policyKey: null,
  permitted: true,
  barred: false,
  alwaysPrivate: false,
  storage: null,
  rules: null,
  walletCheck: null,
  confirmation: null,
  now: NOW,
};
const failing = (kind: NonNullable<HealthFacts['sync']['problem']>['kind']) => ({
  sync: { ...sync, problem: { kind, detail: 'Why' } },
});
const since = (hours: number) => ({ list: { ...list, currentAt: NOW - hours * HOUR } });
const bundled = { list: { ...list, origin: 'bundled' as const } };

test('a protection that works has no problem', () => {
  expect(readHealth(good)).toMatchObject({ level: 'protected', problems: [], list: { entries: 400_000 } });
});

/** The problem, the remaining protection, the first reason shown, and the remedy. */
const TABLE: readonly (readonly [string, Partial<HealthFacts>, string, string, string | null])[] = [
  [
    'everything is off',
    { sitesProtected: false, addressesProtected: false },
    'unprotected',
    'protection-off',
    'switch-on',
  ],
  ['sites are off', { sitesProtected: false }, 'reduced', 'sites-off', 'switch-on'],
  ['the browser refuses the wallet check', { walletCheck: 'Why' }, 'reduced', 'wallet-check', null],
  ['a policy bars extensions from the site', { barred: true }, 'reduced', 'site-barred', null],
  ['every window is private', { alwaysPrivate: true }, 'reduced', 'always-private', null],
  ['everything is paused', { pausedEverywhere: true }, 'unprotected', 'paused', 'resume'],
  ['addresses are off', { addressesProtected: false }, 'reduced', 'addresses-off', 'switch-on'],
  ['a policy switches sites off', { sitesProtected: false, switchesManaged: true }, 'reduced', 'sites-off', null],
  ['sites may not be seen', { permitted: false }, 'unprotected', 'permission-missing', 'permission'],
  ['there is no list', { list: null }, 'unprotected', 'list-missing', 'check'],
  ['the list is empty', { list: { ...list, entries: 0 } }, 'unprotected', 'list-empty', 'check'],
  ['the list has unknown rules', { list: { ...list, algoVersion: '3' } }, 'unprotected', 'update-needed', null],
  ['the list is old', since(7), 'reduced', 'list-old', 'check'],
  ['the list is of last month', since(720), 'unprotected', 'list-old', 'check'],
  ['the list is that of the package', bundled, 'reduced', 'list-bundled', 'check'],
  [
    'the key of the policy is not used, and another one is',
    { policyKey: 'It belongs to a person.' },
    'protected',
    'policy-key',
    null,
  ],
  ['no key is set', { configured: false }, 'reduced', 'not-configured', 'settings'],
  [
    'no key is set and there is no list',
    { configured: false, list: null },
    'unprotected',
    'not-configured',
    'settings',
  ],
  ['the key is refused', failing('key-refused'), 'reduced', 'key-refused', 'settings'],
  [
    'the key is refused and there is no list',
    { ...failing('key-refused'), list: null },
    'unprotected',
    'key-refused',
    'settings',
  ],
  [
    'the key is refused and the list is empty',
    { ...failing('key-refused'), list: { ...list, entries: 0 } },
    'unprotected',
    'key-refused',
    'settings',
  ],
  [
    'the key is refused and the list is of last month',
    { ...failing('key-refused'), ...since(720) },
    'unprotected',
    'key-refused',
    'settings',
  ],
  ['newer rules, and the list still counts', failing('update-needed'), 'reduced', 'update-needed', null],
  [
    'the service is away, the list is fresh',
    failing('service-unreachable'),
    'protected',
    'service-unreachable',
    'check',
  ],
  [
    'the service is away for an hour',
    { ...failing('service-unreachable'), ...since(1) },
    'reduced',
    'service-unreachable',
    'check',
  ],
  [
    'the service is away, and the clock was set back since the list came',
    { ...failing('service-unreachable'), ...since(-24) },
    'reduced',
    'list-old',
    'check',
  ],
  [
    'the service answers with an error for an hour',
    { ...failing('service-refused'), ...since(1) },
    'reduced',
    'service-refused',
    'check',
  ],
  ['a new list was damaged', failing('list-rejected'), 'reduced', 'list-rejected', 'check'],
  ['matches cannot be confirmed', { confirmation: { detail: 'Away' } }, 'reduced', 'confirmation-failing', 'check'],
  ['the disk is full', { storage: new StorageFailure('full', {}) }, 'reduced', 'storage-full', 'check'],
  ['the storage is broken', { storage: new StorageFailure('broken', {}) }, 'reduced', 'storage-broken', null],
  ['the rules are refused', { rules: 'Rule 1 is not valid' }, 'reduced', 'storage-broken', null],
];

describe('what is left of the protection where', () => {
  test.each(TABLE)('%s', (_, facts, level, kind, remedy) => {
    const health = readHealth({ ...good, ...facts });
    expect(health).toMatchObject({ level });
    expect(health.problems[0]).toMatchObject({ level, kind, remedy });
  });

  test('each of them is in this table', () => {
    expect(new Set(TABLE.map(([, , , kind]) => kind))).toEqual(new Set(HEALTH_PROBLEMS));
  });
});

test('each problem is reported once, and nothing is left out because there is something worse', () => {
  const facts = { ...good, ...failing('key-refused'), list: null, rules: 'Why', confirmation: { detail: 'Why' } };
  const kinds = readHealth(facts).problems.map(({ kind }) => kind);
  expect(kinds).toEqual(['key-refused', 'list-missing', 'confirmation-failing', 'storage-broken']);
});

test('a service that is not configured is reported once, and only while it is not', () => {
  const kinds = (facts: Partial<HealthFacts>) => readHealth({ ...good, ...facts }).problems.map(({ kind }) => kind);
  expect(kinds({ ...failing('not-configured'), configured: false })).toEqual(['not-configured']);
  expect(kinds(failing('not-configured'))).toEqual([]);
});

test('a browser that keeps nothing is one problem: that it stored nothing is its consequence', () => {
  const storage = new StorageFailure('broken', { cause: new Error('No') });
  const { problems } = readHealth({ ...good, alwaysPrivate: true, storage, ...failing('storage-broken') });
  expect(problems.map(({ kind }) => kind)).toEqual(['always-private']);
});
