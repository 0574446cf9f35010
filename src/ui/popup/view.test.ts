import { expect, test } from 'vitest';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import type { Overview } from './overview.ts';
import { disputeOf, viewOf } from './view.ts';

test('a card on a page leads to the dispute of its address', () => {
  expect(viewOf('?view=dispute&content=0xabc%26x')).toEqual({ name: 'dispute', content: '0xabc&x', fixed: false });
});

test('an unknown view is the first one', () => {
  expect(viewOf('?view=settings')).toEqual({ name: 'main' });
  expect(viewOf('')).toEqual({ name: 'main' });
});

const about = (kind: Verdict['kind']) =>
  ({ verdict: { kind, asset: { type: 'URL', content: 'a.example' } } }) as unknown as Overview;

test.each([
  ['blocked', 'a.example', true],
  ['permitted', 'a.example', true],
  ['unconfirmed', 'a.example', true],
  ['clear', '', false],
  ['off', '', false],
] as const)('the dispute of a page that is %s is about "%s"', (kind, content, fixed) => {
  expect(disputeOf(about(kind))).toEqual({ name: 'dispute', content, fixed });
});
