import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { problemOf } from './ask.ts';

/** What a person does with a press: one press at a time, and its error until the next one. */
export class Action {
  readonly #problem = signal<string | null>(null);
  readonly #isBusy = signal(false);

  /** Why the last press failed, as a sentence; null after a success and while a press is worked on. */
  get problem(): string | null {
    return this.#problem.value;
  }

  get isBusy(): boolean {
    return this.#isBusy.value;
  }

  /**
   * Calls `work` before it returns, because a browser allows some things only in the task of a press. Ignores a press
   * while the one before is worked on. Never rejects.
   */
  readonly press = async (work: () => Promise<unknown>): Promise<void> => {
    if (this.#isBusy.peek()) return;
    this.#isBusy.value = true;
    this.#problem.value = null;
    try {
      await work();
    } catch (error) {
      this.#problem.value = problemOf(error);
    }
    this.#isBusy.value = false;
  };
}

/** One action of a component. A component has one for each place that shows an error. */
export const useAction = (): Action => useMemo(() => new Action(), []);
