import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { problemOf } from './ask.ts';

type Attempts = {
  /** What went wrong the last time, in words; null where nothing did. */
  readonly problem: Signal<string | null>;
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
};

/** Runs what may fail, and keeps the reason for the page to show. */
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

/** Does something now, and again and again as long as the component is there. @param ms between two times */
export function useRepeated(work: () => unknown, ms: number): void {
  useEffect(() => {
    void work();
    const timer = setInterval(() => void work(), ms);
    return () => clearInterval(timer);
  }, []);
}
