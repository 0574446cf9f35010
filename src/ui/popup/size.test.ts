import { expect, test } from 'vitest';
import { widthIn } from './size.ts';

test('the popup takes the width of its window only where the browser shows no wider one', () => {
  expect(widthIn({ innerWidth: 200, devicePixelRatio: 4 })).toBe(200);
  expect(widthIn({ innerWidth: 200, devicePixelRatio: 8 }), 'on a finer screen').toBe(200);
  expect(widthIn({ innerWidth: 360, devicePixelRatio: 2 }), 'as usual').toBeNull();
  expect(widthIn({ innerWidth: 25, devicePixelRatio: 4 }), 'before it has grown').toBeNull();
});
