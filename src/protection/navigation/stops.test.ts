import { beforeEach, expect, test } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import { Stops } from './stops.ts';

const U = 'https://bank.test/transfer?x=1';
const warningAbout = (url: string) => `${WARNING}#${url}`;

let session: FakeSession;
let stops: Stops;
beforeEach(async () => {
  session = new FakeSession();
  stops = new Stops(session, WARNING);
  await stops.load();
});
const nextLife = async (came?: string) => {
  await new Promise((resolve) => setTimeout(resolve));
  const later = new Stops(session, WARNING);
  if (came) later.arrived(1, came);
  await later.load();
  return later;
};

test('only what was stopped, in its own tab, goes on by itself', () => {
  stops.note(1, U, 'own', false);
  stops.arrived(1, warningAbout(U));
  expect(stops.standing(1, U)).toBe('own');
  expect(stops.standing(1, `${U}#part`)).toBe('own');
  expect(stops.standing(2, U)).toBeNull();
  expect(stops.standing(undefined, U)).toBeNull();
  expect(stops.standing(1, 'https://bank.test/')).toBeNull();
});

test.each([
  ['another page', 'https://other.test/'],
  ['a warning about another address', warningAbout('https://bank.test/')],
  ['a page of the browser', 'chrome://newtab/'],
  ['the address itself, because it was opened', U],
])('a stop counts no more once its tab showed %s', (_, url) => {
  stops.note(1, U, 'own', false);
  stops.arrived(1, warningAbout(U));
  stops.arrived(1, url);
  stops.arrived(1, warningAbout(U));
  expect(stops.standing(1, U)).toBeNull();
});

test('a stopped page that came to the tab before its warning keeps its stop, and so does a warning that is reloaded', () => {
  stops.note(1, U, 'own', false);
  for (const url of [U, warningAbout(U), warningAbout(U)]) stops.arrived(1, url);
  expect(stops.standing(1, U)).toBe('own');
});

test('what becomes known of a navigation after it was stopped counts, of another one it does not', () => {
  stops.note(1, U, 'foreign', false);
  stops.amend(1, 'https://other.test/', 'own');
  expect(stops.standing(1, U)).toBe('foreign');
  stops.amend(1, U, 'own');
  expect(stops.standing(1, U)).toBe('own');
});

test('a stop outlives the worker, unless its tab showed something else meanwhile or was closed', async () => {
  stops.note(1, U, 'own', false);
  stops.arrived(1, warningAbout(U));
  expect((await nextLife()).standing(1, U)).toBe('own');
  expect((await nextLife(warningAbout(U))).standing(1, U)).toBe('own');
  expect((await nextLife('https://other.test/')).standing(1, U)).toBeNull();
  stops.forget(1);
  expect((await nextLife()).standing(1, U)).toBeNull();
});

test('what a damaged session holds counts for nothing', async () => {
  session.held = { stops: [{ tabId: 1, url: U, standing: 'any', shown: true }] };
  expect((await nextLife()).standing(1, U)).toBeNull();
});

test('nothing of a site was loaded only where no document of it came to the tab', () => {
  expect(stops.loaded(1, U)).toBe(true);
  stops.note(1, U, 'own', false);
  stops.arrived(1, warningAbout(U));
  expect(stops.loaded(1, U)).toBe(false);
  expect(stops.loaded(2, U)).toBe(true);
  stops.note(1, U, 'own', true);
  expect(stops.loaded(1, U)).toBe(true);
});

test('a site whose document came before its warning was loaded', () => {
  stops.note(1, U, 'own', false);
  for (const url of [U, warningAbout(U)]) stops.arrived(1, url);
  expect(stops.loaded(1, U)).toBe(true);
});
