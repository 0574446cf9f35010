/** One of the browser's storage areas. */
export type StorageArea = {
  /** @param keys null for all */
  get(keys: string[] | null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
};

/** The browser's `storage.session`: in memory, kept when the worker ends, cleared at the end of the browser session. */
export type SessionArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};
