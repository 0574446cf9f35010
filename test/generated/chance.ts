import { uint32Source } from '../fixtures/blocklist/random.ts';

/** Choices that are the same at every run of the same seed. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = uint32Source(seed);
  }

  /** A whole number from 0 up to `below`, itself excluded. */
  below(below: number): number {
    return this.#next() % below;
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
