import { useEffect, useState } from 'preact/hooks';
import { problemOf, within } from './ask.ts';

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** A worker that does not answer within this time, in ms, is silent. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Calls `work` now, and again `pauseMs()` after each call has ended. Waits while the page is hidden, because asking
 * keeps the worker awake.
 * @param work must not reject
 * @returns the function that ends it
 */
export function poll(work: () => Promise<unknown>, pauseMs: () => number, page: Page = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  let isOver = false;
  const run = async () => {
    isWaiting = false;
    await work();
    if (!isOver) timer = setTimeout(next, pauseMs());
  };
  const next = () => {
    isWaiting = page.visibilityState === 'hidden';
    if (!isWaiting) void run();
  };
  const onVisibility = () => {
    if (isWaiting) next();
  };
  page.addEventListener('visibilitychange', onVisibility);
  void run();
  return () => {
    isOver = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibility);
  };
}

/**
 * Polls as long as the component is mounted. Keeps its own error, so that a poll never clears the error of a press.
 * @returns why the last poll failed, as a sentence; null after a success
 */
export function usePolling(work: () => Promise<unknown>, ms: number): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () =>
      poll(
        () =>
          within(ANSWER_TIMEOUT_MS, work()).then(
            () => setProblem(null),
            (error: unknown) => setProblem(problemOf(error)),
          ),
        () => ms,
      ),
    [],
  );
  return problem;
}
