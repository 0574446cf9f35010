import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { problemOf } from './ask.ts';

type Attempts = {
  /** The last error as a sentence; null after a success. */
  readonly problem: Signal<string | null>;
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
};

/** Runs work that may fail and keeps the error to be shown. */
export function useAttempts(): Attempts {
  const problem = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      problem.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return { problem, attempt };
}

/** Calls `work` now and every `ms` while the component is mounted. */
export function useRepeated(work: () => unknown, ms: number): void {
  useEffect(() => {
    void work();
    const timer = setInterval(() => void work(), ms);
    return () => clearInterval(timer);
  }, []);
}
