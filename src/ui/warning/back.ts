import type { TabMemory } from './return.ts';

const KEY = 'warning-back';
/** A warning that appears this soon after a step back, in ms, about the same address is what the step landed on. */
const BOUNCE_MS = 2_000;

/** Where a tab stands in its history, as far as a page can see. */
export type Position = {
  /** `history.length`. */
  readonly length: number;
  /** True where a page of the extension lies ahead in the history. */
  readonly ahead: boolean;
};

/** Notes a step of `steps` places back out of a warning about this address, taken where the history had `length` places. */
export function noteStep(memory: TabMemory, url: string, steps: number, length: number, now: number): void {
  memory.setItem(KEY, JSON.stringify({ url, steps, length, at: now }));
}

/**
 * How many places to go back now, when a step back has landed on a warning about the same address again: to the place before
 * the one it was aimed at. Null where this warning is none that a step landed on.
 *
 * The warning took the blocked page's place (it lies ahead of where the tab was): one. It was put behind the page that the
 * tab came from, because the blocked page never came into being (the history grew): one more than before, and one for each
 * place that it grew. It was put behind the blocked page: two.
 */
export function stepAfterBounce(
  memory: TabMemory,
  url: string,
  { length, ahead }: Position,
  now: number,
): number | null {
  try {
    const before = JSON.parse(memory.getItem(KEY) ?? '{}');
    const recent = now - before.at >= 0 && now - before.at < BOUNCE_MS;
    if (before.url !== url || !recent || !Number.isInteger(before.steps)) return null;
    if (ahead) return 1;
    const grown = length - before.length;
    return grown > 0 ? before.steps + grown + 1 : 2;
  } catch {
    return null;
  }
}
