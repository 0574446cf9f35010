import { expect, test } from 'vitest';
import { speak } from '../../test/fixtures/messages.ts';
import { SIGNS, type Sign } from './sign.ts';
import { buttonInWords } from './words.ts';

test('the button says in words what each of its signs shows, and how many listed addresses there are', () => {
  speak('en');
  const said = (sign: Sign | null, blocked = 0) => buttonInWords(sign, blocked);
  expect(new Set([null, ...SIGNS].map((sign) => said(sign))).size).toBe(SIGNS.length + 1);
  expect(said('reduced')).toMatch(/is only partly protecting you$/);
  expect(said('reduced', 2)).toMatch(/2 listed addresses on this page$/);
  expect(said('unprotected', 2)).toMatch(/isn’t protecting you$/);
});
