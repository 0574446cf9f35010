import { expect, test } from 'vitest';
import { isolated } from './locale.ts';

test('a name from right to left is kept apart from the number behind it; any other stays as it is', () => {
  expect(isolated('حماية الأصول')).toBe('\u2068حماية الأصول\u2069');
  expect(isolated('אבטחה')).toBe('\u2068אבטחה\u2069');
  expect(isolated('Acme Security')).toBe('Acme Security');
});
