import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './ask.ts';

type Work = () => Promise<unknown>;
type Attempts = {
  /** The last error as a sentence; null after a success. */
  readonly problem: string | null;
  /** Whether a press is worked on. */
  readonly isBusy: boolean;
  /** Runs work that may fail and keeps the error to be shown; the one before stays until then. */
  readonly attempt: (work: Work) => Promise<void>;
  /** The same for what a person pressed: the error of the press before goes at once. */
  readonly press: (work: Work) => Promise<void>;
};

export function useAttempts(): Attempts {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = (work: Work) =>
    work().then(
      () => setProblem(null),
      (error: unknown) => setProblem(problemOf(error)),
    );
  const press = async (work: Work) => {
    setBusy(true);
    setProblem(null);
    await attempt(work);
    setBusy(false);
  };
  return { problem, isBusy, attempt, press };
}

/** Calls `work` now and every `ms` while the component is mounted. */
export function useRepeated(work: () => unknown, ms: number): void {
  useEffect(() => {
    void work();
    const timer = setInterval(() => void work(), ms);
    return () => clearInterval(timer);
  }, []);
}
