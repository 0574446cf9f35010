import { expect, test } from 'vitest';
import { sizeIn } from './size.ts';

test('the popup takes the size of its window only where the browser shows no larger one', () => {
  expect(sizeIn({ innerWidth: 200, innerHeight: 150, devicePixelRatio: 4 })).toEqual({ width: 200, height: 150 });
  expect(sizeIn({ innerWidth: 200, innerHeight: 150, devicePixelRatio: 8 }), 'on a finer screen').toEqual({
    width: 200,
    height: 150,
  });
  expect(sizeIn({ innerWidth: 375, innerHeight: 480, devicePixelRatio: 1.25 }), 'too low only').toEqual({
    width: 360,
    height: 480,
  });
  expect(sizeIn({ innerWidth: 360, innerHeight: 560, devicePixelRatio: 2 }), 'as usual').toBeNull();
  expect(sizeIn({ innerWidth: 25, innerHeight: 25, devicePixelRatio: 4 }), 'before it has grown').toBeNull();
});
