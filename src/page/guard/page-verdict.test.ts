import { expect, test } from 'vitest';
import { offerPageVerdict, pageVerdictOf } from './page-verdict.ts';

const verdict = { known: Promise.resolve(), isCovered: () => true };
/** A window in a frame of another one, or in a tab; an element of its page has the id by which a verdict is found. */
function windowIn(parent?: object): Window {
  const view = Object.create({ waryPageVerdict: { localName: 'i' } }) as { parent: object };
  view.parent = parent ?? view;
  return view as unknown as Window;
}

test('a frame without a guard takes the verdict of the document around it, not an element of its page', () => {
  const top = windowIn();
  offerPageVerdict(top, verdict);
  expect(pageVerdictOf(windowIn(windowIn(top)))).toBe(verdict);
});

test('a document without a guard around it has no verdict', () => {
  expect(pageVerdictOf(windowIn())).toBeUndefined();
});
