import type * as z from 'zod/mini';

/** One of the browser's storage areas. */
export type StorageArea = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
};

/** The browser's `storage.session`: in memory, kept when the worker ends, cleared at the end of the browser session. */
export type SessionArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};

/** One value in the session storage. Its schema is checked on every read. */
export class SessionValue<T> {
  readonly #session: SessionArea;
  readonly #key: string;
  readonly #schema: z.ZodMiniType<T>;

  constructor(session: SessionArea, key: string, schema: z.ZodMiniType<T>) {
    this.#session = session;
    this.#key = key;
    this.#schema = schema;
  }

  /** The stored value; undefined if it is missing, has another shape or cannot be read. Never rejects. */
  async read(): Promise<T | undefined> {
    const { [this.#key]: stored } = await this.#session.get(this.#key).catch((): Record<string, unknown> => ({}));
    return this.#schema.safeParse(stored).data;
  }

  /** Rejects as the browser's storage does. */
  write(value: T): Promise<void> {
    return this.#session.set({ [this.#key]: value });
  }

  /**
   * Stores a value that the worker also holds in memory. A failure is ignored: the value is then lost when the worker
   * ends.
   */
  save(value: T): void {
    this.write(value).catch(() => undefined);
  }
}
