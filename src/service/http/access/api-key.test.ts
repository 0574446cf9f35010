import { expect, it } from 'vitest';
import { AWAY_MS } from '../../database/away.ts';
import { CALLER_CACHE_MS } from '../../publisher/list/list-file.ts';
import { type Caller, callerLookup } from './api-key.ts';

const caller: Caller = {
  keyId: 1,
  kind: 'organization',
  scopes: ['protect'],
  keyDigest: '',
  organizations: [],
  requestsPerMinute: null,
  isFormer: false,
  inactive: [],
  successorId: null,
  listEdit: 0,
};

/** A lookup that a test answers in the order of the questions, with a clock that the test moves. */
function byHand() {
  const asked: { key: string; answer: (found: Caller | null | Error) => void }[] = [];
  const clock = { now: 0 };
  const look = (key: string) =>
    new Promise<Caller | null>((resolve, reject) =>
      asked.push({ key, answer: (found) => (found instanceof Error ? reject(found) : resolve(found)) }),
    );
  return { asked, clock, lookup: callerLookup(look, () => clock.now) };
}

it('looks up a key once for concurrent requests, and every other key separately', async () => {
  const { asked, clock, lookup } = byHand();
  const all = Array.from({ length: 100 }, () => lookup.of('one'));
  void lookup.of('two');
  asked[0]!.answer(caller);
  clock.now = CALLER_CACHE_MS - 1;
  expect(new Set(await Promise.all([...all, lookup.of('one')]))).toEqual(new Set([caller]));
  expect(asked.map(({ key }) => key)).toEqual(['one', 'two']);
});

it('refuses a revoked key within a tenth of a second, however long the last lookup took', async () => {
  const { asked, clock, lookup } = byHand();
  const before = lookup.of('one');
  clock.now = CALLER_CACHE_MS;
  const after = lookup.of('one');
  asked[0]!.answer(caller);
  asked[1]!.answer(null);
  expect([await before, await after]).toEqual([caller, null]);
});

it('refuses a key at once that this process revokes', async () => {
  const { asked, lookup } = byHand();
  const before = lookup.of('one');
  lookup.forget();
  const after = lookup.of('one');
  asked[1]!.answer(null);
  asked[0]!.answer(caller);
  expect([await before, await after]).toEqual([caller, null]);
  void lookup.of('one');
  expect(asked).toHaveLength(3);
});

it('repeats a lookup that failed or found nothing', async () => {
  const { asked, lookup } = byHand();
  const first = lookup.of('one');
  asked[0]!.answer(new Error('The database is away'));
  await expect(first).rejects.toThrow('away');
  const second = lookup.of('one');
  asked[1]!.answer(null);
  expect(await second).toBeNull();
  const third = lookup.of('one');
  asked[2]!.answer(caller);
  expect(await third).toEqual(caller);
});

it('knows a key for five minutes while the database is away or silent, and no key that it never confirmed', async () => {
  const { asked, clock, lookup } = byHand();
  void lookup.of('one');
  asked[0]!.answer(caller);
  await lookup.of('one');
  clock.now = AWAY_MS - CALLER_CACHE_MS;
  const away = lookup.of('one');
  asked[1]!.answer(new Error('The database is away'));
  expect(await away).toEqual(caller);
  clock.now = AWAY_MS - 1;
  expect(await lookup.of('one')).toEqual(caller);
  const unknown = lookup.of('two');
  asked.at(-1)!.answer(new Error('The database is away'));
  await expect(unknown).rejects.toThrow('away');
  clock.now = 2 * AWAY_MS;
  const late = lookup.of('one');
  asked.at(-1)!.answer(new Error('The database is away'));
  await expect(late).rejects.toThrow('away');
});
