import type { Step } from '../../../protection/navigation/back-steps.ts';

/** Where a tab stands in its history, as far as a page can see. */
export type Position = {
  /** `history.length`. */
  readonly length: number;
  /** True where a page of the extension lies ahead in the history. */
  readonly ahead: boolean;
};

/**
 * How many places to go back now, when a step back has landed on a warning about the same address again: to the place before
 * the one it was aimed at.
 *
 * The warning took the blocked page's place (it lies ahead of where the tab was): one. It was put behind the page that the
 * tab came from, because the blocked page never came into being (the history grew): one more than before, and one for each
 * place that it grew. It was put behind the blocked page: two.
 */
export function stepAfter(before: Step, { length, ahead }: Position): number {
  if (ahead) return 1;
  const grown = length - before.length;
  return grown > 0 ? before.steps + grown + 1 : 2;
}
