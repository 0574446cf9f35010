import { beforeEach, expect, test } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import { warningAddress } from './short-address.ts';
import { StoppedNavigations } from './stopped-navigations.ts';

const U = 'https://bank.test/transfer?x=1';
const warningAbout = (url: string) => warningAddress(WARNING, url);

let session: FakeSession;
let stops: StoppedNavigations;
beforeEach(async () => {
  session = new FakeSession();
  stops = new StoppedNavigations(session, WARNING);
  await stops.load();
});
const nextLife = async (came?: string) => {
  await new Promise((resolve) => setTimeout(resolve));
  const later = new StoppedNavigations(session, WARNING);
  if (came) later.onCommitted(1, came);
  await later.load();
  return later;
};

test('only what was stopped, in its own tab, goes on by itself', () => {
  stops.add(1, U, 'own', false);
  stops.onCommitted(1, warningAbout(U));
  expect(stops.initiator(1, U)).toBe('own');
  expect(stops.initiator(1, `${U}#part`)).toBe('own');
  expect(stops.initiator(2, U)).toBeNull();
  expect(stops.initiator(undefined, U)).toBeNull();
  expect(stops.initiator(1, 'https://bank.test/')).toBeNull();
});

test.each([
  ['another page', 'https://other.test/'],
  ['a warning about another address', warningAbout('https://bank.test/')],
  ['a page of the browser', 'chrome://newtab/'],
  ['the address itself, because it was opened', U],
])('a stop counts no more once its tab showed %s', (_, url) => {
  stops.add(1, U, 'own', false);
  stops.onCommitted(1, warningAbout(U));
  stops.onCommitted(1, url);
  stops.onCommitted(1, warningAbout(U));
  expect(stops.initiator(1, U)).toBeNull();
});

test('a stop survives the stopped page loading before its warning, and a reload of the warning', () => {
  stops.add(1, U, 'own', false);
  for (const url of [U, warningAbout(U), warningAbout(U)]) stops.onCommitted(1, url);
  expect(stops.initiator(1, U)).toBe('own');
});

test('a stop at an address that is too long for a message goes on from its warning, which has it shorter', async () => {
  const long = `${U}&y=${'a'.repeat(100_000)}`;
  const warning = warningAbout(long);
  stops.add(1, long, 'own', false);
  for (const url of [long, warning]) stops.onCommitted(1, url);
  expect(warning.length).toBeLessThan(70_000);
  expect(stops.initiator(1, warning.slice(WARNING.length + 1))).toBe('own');
  expect(JSON.stringify(await session.get('stops')).length).toBeLessThan(70_000);
});

test('later facts about a stopped navigation count, those about another navigation do not', () => {
  stops.add(1, U, 'foreign', false);
  stops.setInitiator(1, 'https://other.test/', 'own');
  expect(stops.initiator(1, U)).toBe('foreign');
  stops.setInitiator(1, U, 'own');
  expect(stops.initiator(1, U)).toBe('own');
});

test('a stop survives the worker, unless the tab showed another page meanwhile or was closed', async () => {
  stops.add(1, U, 'own', false);
  stops.onCommitted(1, warningAbout(U));
  expect((await nextLife()).initiator(1, U)).toBe('own');
  expect((await nextLife(warningAbout(U))).initiator(1, U)).toBe('own');
  expect((await nextLife('https://other.test/')).initiator(1, U)).toBeNull();
  stops.forget(1);
  expect((await nextLife()).initiator(1, U)).toBeNull();
});

test('what a damaged session holds counts for nothing', async () => {
  session.held = { stops: [{ tabId: 1, url: U, initiator: 'any', shown: true }] };
  expect((await nextLife()).initiator(1, U)).toBeNull();
});

test('nothing of a site was loaded only where no document of it came to the tab', () => {
  expect(stops.loaded(1, U)).toBe(true);
  stops.add(1, U, 'own', false);
  stops.onCommitted(1, warningAbout(U));
  expect(stops.loaded(1, U)).toBe(false);
  expect(stops.loaded(2, U)).toBe(true);
  stops.add(1, U, 'own', true);
  expect(stops.loaded(1, U)).toBe(true);
});

test('a site whose document came before its warning was loaded', () => {
  stops.add(1, U, 'own', false);
  for (const url of [U, warningAbout(U)]) stops.onCommitted(1, url);
  expect(stops.loaded(1, U)).toBe(true);
});
