import { expect, test } from 'vitest';
import { speak } from '../../test/fixtures/messages.ts';
import { isolated, lineOf } from './locale.ts';

test('a name from right to left is kept apart from the number behind it; any other stays as it is', () => {
  expect(isolated('حماية الأصول')).toBe('\u2068حماية الأصول\u2069');
  expect(isolated('אבטחה')).toBe('\u2068אבטחה\u2069');
  expect(isolated('Acme Security')).toBe('Acme Security');
});

test('a line within a line from right to left is read from right to left as well (Unicode Standard Annex 9, rule P2)', () => {
  speak('ar');
  expect(lineOf([null])).toBe('');
  const inner = lineOf(['في 1 يناير', 'جرت محاولة واحدة']);
  const outsideOfIsolates = inner.replace(/\u2068[^\u2069]*\u2069/g, '');
  expect(outsideOfIsolates).toMatch(/^[\u200f\p{Script=Arabic}]/u);
});
