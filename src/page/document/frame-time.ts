/** The clock and the idle time of a frame; tests replace it. */
export type IdleTime = {
  /** Milliseconds; never decreases. */
  readonly now: () => number;
  /** Runs the callback when idle, with the milliseconds left, or after `timeout` ms with 0; returns a function that cancels it. */
  readonly whenIdle: (callback: (remaining: number) => void, timeout: number) => () => void;
  readonly after: (callback: () => void, delay: number) => () => void;
};

/** The frame's own clock and idle time. A page that ends every timer of its window loses only the marks on itself. */
export const FRAME_TIME: IdleTime = {
  now: () => performance.now(),
  whenIdle(callback, timeout) {
    const id = requestIdleCallback((deadline) => callback(deadline.didTimeout ? 0 : deadline.timeRemaining()), {
      timeout,
    });
    return () => cancelIdleCallback(id);
  },
  after(callback, delay) {
    const id = setTimeout(callback, delay);
    return () => clearTimeout(id);
  },
};
