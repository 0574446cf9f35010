import type { IdleTime } from './frame-time.ts';

/** A clock that moves only when a test moves it, with one idle callback at a time. */
export class FakeTime implements IdleTime {
  at = 0;
  idle: ((remaining: number) => void) | null = null;
  #timeout = 0;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  now = (): number => this.at;

  whenIdle = (callback: (remaining: number) => void, timeout: number): (() => void) => {
    this.idle = callback;
    this.#timeout = timeout;
    return () => {
      this.idle = null;
    };
  };

  after = (run: () => void, delay: number): (() => void) => {
    const timer = { at: this.at + delay, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  runIdle(remaining = 50): void {
    const { idle } = this;
    this.idle = null;
    idle?.(remaining);
  }

  /** Lets the idle callback run as in a frame that is never idle: once its time is up. */
  runLate(): void {
    this.at += this.#timeout;
    this.runIdle(0);
  }

  advance(milliseconds: number): void {
    this.at += milliseconds;
    const due = this.#timers.filter((timer) => timer.at <= this.at);
    this.#timers = this.#timers.filter((timer) => timer.at > this.at);
    for (const timer of due) timer.run();
  }
}
