import type { IdleTime } from './queue.ts';

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
