export type WorkLoopOptions<Job> = {
  /** How often the queue is looked at, in ms. */
  readonly watchMs: number;
  readonly mostAtOnce: number;
  /** Takes at most so many jobs out of the queue. */
  readonly claim: (most: number) => Promise<readonly Job[]>;
  readonly work: (job: Job) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Works off a queue that several processes share: it looks regularly, and again whenever a job has ended. */
export class WorkLoop<Job> {
  readonly #options: WorkLoopOptions<Job>;
  readonly #running = new Set<Promise<void>>();
  #looking: Promise<void> | null = null;
  #again = false;
  #stopped = true;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: WorkLoopOptions<Job>) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.#watch = setInterval(() => this.notify(), this.#options.watchMs);
    this.notify();
  }

  /** Looks at the queue now, once it has been started. */
  notify(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#look()
      .catch(this.#options.onError)
      .finally(() => {
        this.#looking = null;
        if (this.#again) {
          this.#again = false;
          this.notify();
        }
      });
  }

  /** Takes no more jobs and ends once the running ones have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#watch);
    await this.#looking;
    await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    const most = this.#options.mostAtOnce - this.#running.size;
    if (most < 1) return;
    for (const job of await this.#options.claim(most)) {
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
