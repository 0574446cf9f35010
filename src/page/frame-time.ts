/** The clock and the idle time of a frame; tests bring their own. */
export type IdleTime = {
  /** Milliseconds, only ever growing. */
  readonly now: () => number;
  /** Runs the callback when the frame is idle, or when `timeout` ms have passed; answers with a way to cancel. */
  readonly whenIdle: (callback: (remaining: number) => void, timeout: number) => () => void;
  readonly after: (callback: () => void, delay: number) => () => void;
};

/** The frame's own clock and idle time; where a browser has no idle callbacks, a short timer stands in. */
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
