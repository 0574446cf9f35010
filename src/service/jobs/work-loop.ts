import type { Job } from './queue.ts';

type WorkLoopOptions = {
  readonly pollIntervalMs: number;
  readonly maxConcurrent: number;
  /** Takes at most `limit` jobs out of the queue. */
  readonly claim: (limit: number) => Promise<readonly Job[]>;
  readonly work: (job: Job) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Processes a queue that several processes share: polls it, and again whenever a job has ended. */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  readonly #running = new Set<Promise<void>>();
  #polling: Promise<void> | null = null;
  #again = false;
  #stopped = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.#timer = setInterval(() => this.notify(), this.#options.pollIntervalMs);
    this.notify();
  }

  /** Polls the queue now, unless stopped. */
  notify(): void {
    if (this.#stopped) return;
    if (this.#polling) {
      this.#again = true;
      return;
    }
    this.#polling = this.#poll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#polling = null;
        if (this.#again) {
          this.#again = false;
          this.notify();
        }
      });
  }

  /** Takes no more jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#polling;
    await Promise.all(this.#running);
  }

  async #poll(): Promise<void> {
    const free = this.#options.maxConcurrent - this.#running.size;
    if (free < 1) return;
    for (const job of await this.#options.claim(free)) {
      const run = this.#options
        .work(job)
        .catch(this.#options.onError)
        .finally(() => {
          this.#running.delete(run);
          this.notify();
        });
      this.#running.add(run);
    }
  }
}
