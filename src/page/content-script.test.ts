import { expect, test } from 'vitest';
import { pageVerdictOf, worldOf } from './content-script.ts';

const verdict = { known: Promise.resolve(), isCovered: () => true };
/** A window in a frame of another one, or in a tab. */
function windowIn(parent?: object): Window {
  const view = {} as { parent: object };
  view.parent = parent ?? view;
  return view as unknown as Window;
}

test('a frame without a guard takes the verdict of the document around it', () => {
  const top = windowIn();
  worldOf(top).pageVerdict = verdict;
  expect(pageVerdictOf(windowIn(windowIn(top)))).toBe(verdict);
});

test('a document without a guard around it has no verdict', () => {
  expect(pageVerdictOf(windowIn())).toBeUndefined();
});
