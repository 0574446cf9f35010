import { Worker } from 'node:worker_threads';

/** A call of a method of a worker thread; `id` is that of its answer. */
export type Call = { readonly id: number; readonly method: string; readonly args: readonly unknown[] };

/** An error as it crosses threads: a copy would lose everything but its message. */
export type CopiedError = { readonly message: string; readonly stack?: string | undefined; readonly code?: string };

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: CopiedError };

/** The methods of a worker thread, by name. Arguments and results are copied. */
export type Methods = Record<string, (...args: never[]) => unknown>;

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

/** A worker thread whose module answers calls with `answerCalls`. It keeps the process alive only while it works. */
export class Thread<M extends Methods> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | null = null;

  /** @param module its file; a bundle has it under its own name (see `development/service-build.ts`) */
  constructor(module: URL) {
    this.#worker = new Worker(module);
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(`The thread ${module.pathname} has ended`)));
  }

  /** Whether it can still be called. */
  get isAlive(): boolean {
    return this.#ended === null;
  }

  /** @throws whatever the method throws, as a new Error; Error once the thread has ended */
  call<Name extends string & keyof M>(name: Name, ...args: Parameters<M[Name]>): Promise<Awaited<ReturnType<M[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#lastId += 1;
      this.#worker.postMessage({ id: this.#lastId, method: name, args } satisfies Call);
      this.#waiting.set(this.#lastId, { resolve: resolve as Waiting['resolve'], reject });
      this.#worker.ref();
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('error' in answer) waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else waiting?.resolve(answer.value);
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
