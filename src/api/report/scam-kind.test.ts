import { expect, test } from 'vitest';
import { isTelling, offeredKinds, REPORTED_KINDS, SCAM_KINDS, SCAM_WORDS, scamKindOf } from './scam-kind.ts';

test('a report form offers every kind once, those of an organization first, and none that is not known here', () => {
  const offered = offeredKinds(['malware', 'sanctioned', 'romance', 'fake-shop']);
  expect(offered.slice(0, 2)).toEqual(['malware', 'fake-shop']);
  expect([...offered].sort()).toEqual([...REPORTED_KINDS].sort());
  expect(offeredKinds()).toEqual(REPORTED_KINDS);
});

test.each(SCAM_KINDS)('the name that the service uses for %s is read as that kind', (kind) => {
  expect(scamKindOf(SCAM_WORDS[kind])).toBe(kind);
});

test.each([
  ['Drainer contract', 'drainer'],
  ['WALLET DRAINER (Ethereum)', 'drainer'],
  ['Approval phishing', 'drainer'],
  ['Phishing', 'credential-phishing'],
  ['Fake login page of a bank', 'credential-phishing'],
  ['Asks for the seed phrase', 'seed-phishing'],
  ['Fake support that asks for the recovery phrase', 'seed-phishing'],
  ['Tech-support scam', 'fake-support'],
  ['Fake airdrop', 'fake-investment'],
  ['Pig butchering', 'fake-investment'],
  ['Typosquatting', 'impersonation'],
  ['Infostealer download', 'malware'],
  ['Dusting', 'address-poisoning'],
  ['OFAC SDN list', 'sanctioned'],
  ['Online store without goods', 'fake-shop'],
  ['Not at work', 'other'],
  ['A restored grater', 'other'],
  ['', 'other'],
] as const)('%s is reported as %s', (reason, kind) => {
  expect(scamKindOf(reason)).toBe(kind);
});

test.each([
  ['Scam', false],
  ['reported.', false],
  ['', false],
  ['Not at work', true],
  ['Wallet drainer', false],
  ['Drains wallets with a fake mint', true],
])('a reason is shown if it says more than its kind: %s', (reason, telling) => {
  expect(isTelling(reason)).toBe(telling);
});
