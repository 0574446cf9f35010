/** The clock and the idle time of a frame; tests replace it. */
export type IdleTime = {
  /** Milliseconds; never decreases. */
  readonly now: () => number;
  /**
   * Runs the callback when the frame is idle, with the milliseconds that remain, or after `timeout` ms with 0; returns a
   * function that cancels it.
   */
  readonly whenIdle: (callback: (remaining: number) => void, timeout: number) => () => void;
  readonly after: (callback: () => void, delay: number) => () => void;
};

/**
 * The frame's own clock and idle time. A page can end whatever has a number in its window, also what an extension has set:
 * timers, idle callbacks and animation frames. The signal of a timeout has none.
 */
export const FRAME_TIME: IdleTime = {
  now: () => performance.now(),
  whenIdle(callback, timeout) {
    let isOpen = true;
    const run = (remaining: number): void => {
      if (!isOpen) return;
      isOpen = false;
      callback(remaining);
    };
    requestIdleCallback((deadline) => run(deadline.timeRemaining()));
    FRAME_TIME.after(() => run(0), timeout);
    return () => {
      isOpen = false;
    };
  },
  after(callback, delay) {
    const signal = AbortSignal.timeout(delay);
    signal.addEventListener('abort', callback);
    return () => signal.removeEventListener('abort', callback);
  },
};
