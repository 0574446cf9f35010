import type * as z from 'zod/mini';
import type { Records } from './records.ts';
import { Sequence } from './sequence.ts';
import type { SessionArea } from './session.ts';

/** One record in the browser's storage. Both methods reject as that storage does. */
export type RecordPlace = { read(): Promise<unknown>; write(value: unknown): Promise<void> };

/** A record in session storage. */
export const inSession = (session: SessionArea, key: string): RecordPlace => ({
  read: async () => (await session.get(key))[key],
  write: (value) => session.set({ [key]: value }),
});

/** A record in the extension's database. */
export const inRecords = (records: Pick<Records, 'read' | 'write'>, key: string): RecordPlace => ({
  read: async () => (await records.read(key))[0],
  write: (value) => records.write({ [key]: value }),
});

export type StoredStateParts<T> = {
  readonly place: RecordPlace;
  /** A stored value of another shape counts as missing. */
  readonly schema: z.ZodMiniType<T>;
  readonly initial: T;
  /** Whether {@link StoredState.change} waits for further changes before it writes: pages cause them, and load first. */
  readonly isFrequent?: true;
};
const WRITE_DELAY_MS = 250;

/**
 * A record of state in the browser's storage and its copy in memory: read once, changed in order and written in order.
 * A change that comes before the record is read is applied to what was stored. Each record uses either {@link change} or
 * {@link store}.
 */
export class StoredState<T> {
  readonly #parts: StoredStateParts<T>;
  readonly #writes = new Sequence();
  #value: T;
  #isLoaded = false;
  #loading: Promise<void> | null = null;
  #saving: Promise<void> | null = null;

  constructor(parts: StoredStateParts<T>) {
    this.#parts = parts;
    this.#value = parts.initial;
  }

  /** The state; the initial one until it is loaded. */
  get value(): T {
    return this.#value;
  }

  /** Reads the record once. Never rejects: one that cannot be read counts as missing. */
  load(): Promise<void> {
    return this.#read().catch((error: unknown) => {
      console.warn('A stored record could not be read', error);
      this.#isLoaded = true;
    });
  }

  /**
   * Applies a change now, or once the record is loaded; `next` returns the same value where nothing changes.
   * @returns resolves once it is written. Never rejects: a change that cannot be written is lost when the worker ends.
   */
  change(next: (value: T) => T): Promise<void> {
    if (!this.#isLoaded) return this.load().then(() => this.change(next));
    const before = this.#value;
    this.#value = next(before);
    return this.#value === before ? Promise.resolve() : this.#save();
  }

  /**
   * Stores a change, which counts only from then on.
   * @returns the value that is in force then. Rejects where the record cannot be read or written.
   */
  store(next: (value: T) => T): Promise<T> {
    return this.#writes.run(async () => {
      await this.#read();
      const after = next(this.#value);
      if (after !== this.#value) await this.#parts.place.write(after);
      this.#value = after;
      return after;
    });
  }

  #read(): Promise<void> {
    const { place, schema } = this.#parts;
    this.#loading ??= place.read().then(
      (stored) => {
        this.#value = schema.safeParse(stored).data ?? this.#value;
        this.#isLoaded = true;
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  #save(): Promise<void> {
    const { place, isFrequent } = this.#parts;
    this.#saving ??= this.#writes
      .run(async () => {
        if (isFrequent) await new Promise((resolve) => setTimeout(resolve, WRITE_DELAY_MS));
        this.#saving = null;
        await place.write(this.#value);
      })
      .catch((error: unknown) => console.warn('A record could not be stored', error));
    return this.#saving;
  }
}
