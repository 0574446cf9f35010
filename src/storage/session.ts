import type * as z from 'zod/mini';

/** The browser's `storage.session`: in memory, kept when the worker ends, gone with the browser session. */
export type SessionArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};

/** One value of the session's storage. It is checked by its schema when it is read. */
export class SessionValue<T> {
  readonly #session: SessionArea;
  readonly #key: string;
  readonly #schema: z.ZodMiniType<T>;

  constructor(session: SessionArea, key: string, schema: z.ZodMiniType<T>) {
    this.#session = session;
    this.#key = key;
    this.#schema = schema;
  }

  /** The stored value; undefined where there is none, it has another shape or the storage cannot be read. Never rejects. */
  async read(): Promise<T | undefined> {
    const { [this.#key]: stored } = await this.#session.get(this.#key).catch((): Record<string, unknown> => ({}));
    return this.#schema.safeParse(stored).data;
  }

  /** Rejects as the browser's storage does. */
  write(value: T): Promise<void> {
    return this.#session.set({ [this.#key]: value });
  }

  /** Stores a value that the worker also holds in memory: where the storage refuses it, it is lost when the worker ends. */
  save(value: T): void {
    this.write(value).catch(() => undefined);
  }
}
