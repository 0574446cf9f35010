import { expect, test } from 'vitest';
import { viewOf } from './view.ts';

test('a card on a page leads to the dispute of its address', () => {
  expect(viewOf('?view=dispute&content=0xabc%26x')).toEqual({ name: 'dispute', content: '0xabc&x', fixed: false });
});

test('an unknown view is the first one', () => {
  expect(viewOf('?view=settings')).toEqual({ name: 'main' });
  expect(viewOf('')).toEqual({ name: 'main' });
});
