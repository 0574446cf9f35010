import { expect, test } from 'vitest';
import { blocklistConfirm } from './blocklist.ts';

test('a match is confirmed although something that is said about it cannot be read', () => {
  const hash = 'ab'.repeat(32);
  const matches = [{ prefix: 'abab', hashes: [hash] }];
  const details = { [hash]: { type: 'URL', reason: null, listedAt: 7, source: 'A list' } };
  const read = blocklistConfirm.response.safeParse({ matches, details });
  expect(read.data).toMatchObject({ matches, details: { [hash]: { type: 'URL', source: 'A list' } } });
});
