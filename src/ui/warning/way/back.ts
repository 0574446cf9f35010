import type { TakenStep } from '../../../protection/navigation/back-steps.ts';

/** Where a tab stands in its history, as far as a page can see. */
export type Position = {
  /** `history.length`. */
  readonly length: number;
  /** True where a page of the extension lies ahead in the history. */
  readonly ahead: boolean;
};

/**
 * How many places to go back now, when a step back has ended at a warning about the same address again: to the place before
 * the one it was aimed at where it met the stopped address there, else to the same place once more. A warning that was still on its way
 * when the person went back takes their step back, and lies one place farther on in the history than the one they pressed in.
 *
 * The warning took the blocked page's place (it lies ahead of where the tab was): one. It was put behind the page that the
 * tab came from, because the blocked page never came into being (the history grew): one more than before, and one for each
 * place that it grew. It was put behind the blocked page: two.
 */
export function stepAfter(before: TakenStep, { length, ahead }: Position): number {
  const grown = Math.max(0, length - before.length);
  if (!before.met) return before.steps + grown;
  if (ahead) return 1;
  return grown > 0 ? before.steps + grown + 1 : 2;
}
