/** The clock and the idle time of a frame; tests replace it. */
export type IdleTime = {
  /** Milliseconds; never decreases. */
  readonly now: () => number;
  /** Runs the callback when the frame is idle, or after `timeout` ms; returns a function that cancels it. */
  readonly whenIdle: (callback: (remaining: number) => void, timeout: number) => () => void;
  readonly after: (callback: () => void, delay: number) => () => void;
};

/** The frame's own clock and idle time; browsers without idle callbacks use a short timer. */
export const FRAME_TIME: IdleTime = {
  now: () => performance.now(),
  whenIdle(callback, timeout) {
    if (typeof requestIdleCallback !== 'function') return FRAME_TIME.after(() => callback(0), 50);
    const id = requestIdleCallback((deadline) => callback(deadline.timeRemaining()), { timeout });
    return () => cancelIdleCallback(id);
  },
  after(callback, delay) {
    const id = setTimeout(callback, delay);
    return () => clearTimeout(id);
  },
};
