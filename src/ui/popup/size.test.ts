import { expect, test } from 'vitest';
import { widthIn } from './size.ts';

test('the popup takes the width of its window only where the browser shows no wider one', () => {
  const zoomed = { innerWidth: 200, devicePixelRatio: 4, clientWidth: 196 };
  expect(widthIn(zoomed)).toBe(196);
  expect(widthIn({ ...zoomed, devicePixelRatio: 8 }), 'on a finer screen').toBe(196);
  expect(widthIn({ innerWidth: 360, devicePixelRatio: 2, clientWidth: 360 }), 'as usual').toBeNull();
  expect(widthIn({ innerWidth: 25, devicePixelRatio: 4, clientWidth: 25 }), 'before it has grown').toBeNull();
});
