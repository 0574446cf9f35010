/** How long memory answers for a database that is away, in ms. A key that is revoked meanwhile ends within this time. */
export const AWAY_MS = 300_000;
/** How long the database may take where memory has an answer too, in ms. */
const PATIENCE_MS = 1_000;

/** What the database answers; what memory has, or throws, if it fails or takes longer than a second. */
export async function orFromMemory<Value>(
  reading: Promise<Value>,
  remembered: (error: unknown) => Value | Promise<Value>,
): Promise<Value> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('The database does not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([reading, patience]);
  } catch (error) {
    return await remembered(error);
  } finally {
    clearTimeout(late);
  }
}

type Kept<Value> = {
  readonly at: number;
  found: Promise<Value>;
  /** What the database answered last, and when it was asked. */
  last: { readonly at: number; readonly value: Value } | null;
};

type AwayCacheOptions<Key> = {
  /** What is younger is not read again, in ms. */
  readonly freshMs: number;
  /** While something is read again, what was read before is the answer up to this age, in ms. Default: it is waited for. */
  readonly staleMs?: number;
  /** The most keys; those that were read longest ago are forgotten first. */
  readonly most: number;
  readonly nameOf?: (key: Key) => unknown;
  /** Milliseconds of a clock that never runs backwards. */
  readonly now?: () => number;
};

/**
 * What the database answers about keys. While it is away, what it answered last, at most {@link AWAY_MS} old. Null is not kept, so that
 * asking for many unknown keys neither fills the memory nor pushes known ones out.
 */
export class AwayCache<Key, Value> {
  readonly #read: (key: Key) => Promise<Value>;
  readonly #options: AwayCacheOptions<Key>;
  readonly #kept = new Map<unknown, Kept<Value>>();

  constructor(read: (key: Key) => Promise<Value>, options: AwayCacheOptions<Key>) {
    this.#read = read;
    this.#options = options;
  }

  /** @throws whatever the database throws */
  of(key: Key): Promise<Value> {
    const { freshMs, staleMs = 0, most, nameOf = (one) => one, now = () => performance.now() } = this.#options;
    const [name, at] = [nameOf(key), now()];
    const known = this.#kept.get(name);
    if (known && at - known.at < freshMs) return known.found;
    const kept: Kept<Value> = { at, found: this.#read(key), last: known?.last ?? null };
    if (kept.last) kept.found = orFromMemory(kept.found, (error) => remembered(kept, error));
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const forget = () => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
    };
    kept.found.then((value) => {
      if (value === null) return forget();
      if (value !== kept.last?.value) kept.last = { at, value };
      const oldest = this.#kept.size > most ? this.#kept.keys().next() : null;
      if (oldest) this.#kept.delete(oldest.value);
    }, forget);
    return known && at - known.at < staleMs ? known.found : kept.found;
  }

  /** Forgets everything, because this process changed what is stored. */
  forget(): void {
    this.#kept.clear();
  }
}

function remembered<Value>({ at, last }: Kept<Value>, error: unknown): Value {
  if (last && at - last.at < AWAY_MS) return last.value;
  throw error;
}
