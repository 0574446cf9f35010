import { expect, test } from 'vitest';
import { speak } from '../../test/fixtures/messages.ts';
import { SIGNS, type Sign } from './sign.ts';
import { buttonInWords } from './words.ts';

test('the button says in words what each of its signs shows, and how many listed addresses there are', () => {
  speak('en');
  const titleOf = (sign: Sign | null, blocked = 0) => buttonInWords(sign, blocked);
  expect(new Set([null, ...SIGNS].map((sign) => titleOf(sign))).size).toBe(SIGNS.length + 1);
  expect(titleOf('reduced')).toMatch(/is only partly protecting you$/);
  expect(titleOf('reduced', 2)).toMatch(/2 listed addresses on this page$/);
  expect(titleOf('unprotected', 2)).toMatch(/isn’t protecting you$/);
});
