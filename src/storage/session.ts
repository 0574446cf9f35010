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

/** Does work that once in a browser session is enough. */
export async function onceInSession(session: SessionArea, key: string, work: () => Promise<void>): Promise<void> {
  if ((await session.get(key))[key] === true) return;
  await work();
  await session.set({ [key]: true });
}
