import { expect, it } from 'vitest';
import type { Caller } from './api-key.ts';
import { CallerLookup } from './caller-lookup.ts';

const caller: Caller = {
  keyId: 1,
  kind: 'organization',
  scopes: ['protect'],
  keyDigest: '',
  organizations: [],
  requestsPerMinute: null,
  listEdit: 0,
};

/** A lookup whose answers are given by hand, in the order in which they were asked for. */
function byHand() {
  const asked: { key: string; answer: (found: Caller | null | Error) => void }[] = [];
  const lookup = new CallerLookup(
    (key) =>
      new Promise((resolve, reject) =>
        asked.push({ key, answer: (found) => (found instanceof Error ? reject(found) : resolve(found)) }),
      ),
  );
  return { asked, lookup };
}

it('a hundred requests with one key at once are two questions, and another key is one of its own', async () => {
  const { asked, lookup } = byHand();
  const all = Array.from({ length: 100 }, () => lookup.of('one'));
  void lookup.of('two');
  expect(asked.map(({ key }) => key)).toEqual(['one', 'two']);
  asked[0]!.answer(caller);
  await all[0];
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!.answer(caller);
  expect(new Set(await Promise.all(all))).toEqual(new Set([caller]));
  expect(asked).toHaveLength(3);
});

it('a key that is revoked while it is looked up does not let in who comes after', async () => {
  const { asked, lookup } = byHand();
  const before = lookup.of('one');
  const after = lookup.of('one');
  asked[0]!.answer(caller);
  expect(await before).toEqual(caller);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(null);
  expect(await after).toBeNull();
});

it('a lookup that failed is made again for whoever waits, and for whoever comes later', async () => {
  const { asked, lookup } = byHand();
  const first = lookup.of('one');
  const second = lookup.of('one');
  asked[0]!.answer(new Error('The database is away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(caller);
  expect(await second).toEqual(caller);
  const third = lookup.of('one');
  asked[2]!.answer(caller);
  expect(await third).toEqual(caller);
});
