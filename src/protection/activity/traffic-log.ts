import type { DBSchema, IDBPTransaction } from 'idb';
import type { OutgoingRequest } from '../../api/outgoing.ts';
import type { TrafficKept } from '../../settings/catalogue.ts';
import { Connection } from '../../storage/connection.ts';
import { DAY, HOUR } from '../../storage/duration.ts';
import type { StorageFailure } from '../../storage/failure.ts';
import { Sequence } from '../../storage/sequence.ts';
import { type SentRequest, sentRequest } from './sent-request.ts';

interface Tables extends DBSchema {
  requests: { key: number; value: unknown };
}
type Writing = IDBPTransaction<Tables, 'requests'[], 'readwrite'>;

const KEPT_DAYS: Record<TrafficKept, number> = { day: 1, week: 7 };
/** Maximum number of requests kept; the oldest are removed first. */
const MAX_KEPT = 30_000;
/** Maximum characters of a body that are kept. */
const MAX_TEXT = 4_000;
/** Number of requests between two removals of old ones. */
const PRUNE_INTERVAL = 50;
const KEY_HEADER = 'x-api-key';
/** Requests that are the same again and again: each is written once, when it is answered. */
const POLLS: ReadonlySet<string> = new Set(['blocklistVersion', 'listUpdate', 'organizationLists']);

type TrafficParts = {
  readonly kept: () => Promise<TrafficKept>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
  /** Called for each request that was not caused by a private window. */
  readonly onRequest?: (what: string) => unknown;
};

/**
 * Every request of the extension, for a day or a week: shown to a person who wants to know what left the device. It is
 * stored in a database of the extension. Requests caused by a private window of Firefox are kept in memory only, until the
 * last of them closes or the worker ends.
 */
export class TrafficLog {
  readonly #parts: TrafficParts;
  readonly #connection = new Connection<Tables>({
    name: 'wary-traffic',
    version: 1,
    stores: { requests: { autoIncrement: true } },
  });
  #inMemory: SentRequest[] = [];
  readonly #writes = new Sequence();
  #requestCount = 0;

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  /** Records a request before it leaves, then the status of its answer; a poll once it has ended. Delays no request. */
  readonly observe = (request: OutgoingRequest): ((status: number | null) => void) => {
    const record = recordOf(request, this.#parts.now());
    if (POLLS.has(request.what)) return (status) => void this.#inTurn(() => this.#add({ ...record, status }, request));
    const stored = this.#inTurn(() => this.#add(record, request));
    return (status) => {
      if (status !== null) void stored.then((key) => this.#inTurn(() => this.#answer(key, record, status)));
    };
  };

  /** Why the last access to the database failed; null if it did not. */
  get problem(): StorageFailure | null {
    return this.#connection.problem;
  }

  /** Every recorded request, newest first; identical ones of one hour are one. */
  async all(): Promise<SentRequest[]> {
    const rows = await this.#writes.run(() => this.#connection.use((database) => database.getAll('requests')));
    const since = await this.#keptSince();
    const stored = rows.flatMap((row) => sentRequest.safeParse(row).data ?? []);
    const kept = [...stored, ...this.#inMemory].map((record) => ({
      ...record,
      times: record.times.filter((at) => at > since),
    }));
    return merged(kept.filter(({ times }) => times.length > 0));
  }

  /** Deletes all records. Rejects as the browser's database does. */
  async forget(): Promise<void> {
    await this.#writes.run(async () => {
      this.#inMemory = [];
      await this.#connection.write(['requests'], (transaction) => transaction.objectStore('requests').clear());
    });
  }

  /** Called when the last private window was closed. */
  async forgetPrivate(): Promise<void> {
    await this.#writes.run(async () => {
      this.#inMemory = [];
    });
  }

  async #keptSince(): Promise<number> {
    return this.#parts.now() - KEPT_DAYS[await this.#parts.kept()] * DAY;
  }

  async #add(record: SentRequest, { what, isPrivate }: OutgoingRequest): Promise<number | null> {
    if (await isPrivate) {
      this.#inMemory = [...this.#inMemory.slice(-200), record];
      return null;
    }
    this.#parts.onRequest?.(what);
    const key = await this.#put(record);
    if (this.#requestCount++ % PRUNE_INTERVAL === 0) await this.#prune(key);
    return key;
  }

  async #answer(key: number | null, record: SentRequest, status: number): Promise<null> {
    const answered = { ...record, status };
    if (key !== null) await this.#put(answered, key);
    else this.#inMemory = this.#inMemory.map((stored) => (stored === record ? answered : stored));
    return null;
  }

  #put(record: SentRequest, key?: number): Promise<number> {
    const put = (transaction: Writing) => transaction.objectStore('requests').put(record, key);
    return this.#connection.write(['requests'], put, 'relaxed');
  }

  async #prune(newest: number): Promise<void> {
    const since = await this.#keptSince();
    const prune = async (transaction: Writing) => {
      const store = transaction.objectStore('requests');
      let cursor = await store.openCursor();
      while (cursor && ((cursor.value as Partial<SentRequest>).times?.[0] ?? 0) <= since) {
        await cursor.delete();
        cursor = await cursor.continue();
      }
      if (newest > MAX_KEPT) await store.delete(IDBKeyRange.upperBound(newest - MAX_KEPT));
    };
    await this.#connection.write(['requests'], prune, 'relaxed');
  }

  #inTurn(work: () => Promise<number | null>): Promise<number | null> {
    return this.#writes.run(work).catch((error: unknown) => {
      console.warn('A request could not be noted', error);
      return null;
    });
  }
}

function recordOf({ what, method, url, headers, body, reason }: OutgoingRequest, at: number): SentRequest {
  const shown = Object.entries(headers).filter(([name]) => name.toLowerCase() !== KEY_HEADER);
  const text = body === null || typeof body === 'string' ? body : partsOf(body);
  return {
    times: [at],
    what,
    method,
    url,
    headers: Object.fromEntries(shown),
    body: text === null ? null : text.slice(0, MAX_TEXT),
    bytes: body === null || typeof body === 'string' ? sizeOf(body ?? '') : sizeOfParts(body),
    status: null,
    ...(reason ? { cause: reason.cause } : {}),
    about: [...(reason?.about ?? [])],
  };
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;
const sizeOfParts = (form: FormData): number =>
  [...form.values()].reduce((sum, part) => sum + (typeof part === 'string' ? sizeOf(part) : part.size), 0);
const partsOf = (form: FormData): string =>
  [...form]
    .map(([name, part]) => `${name}: ${typeof part === 'string' ? part : `${part.name}, ${part.size} bytes`}`)
    .join('\n');

/** Names the hour of a request and everything that was sent. */
const groupOf = (record: SentRequest): string => {
  const { times, status: _, cause: __, about: ___, ...sent } = record;
  return JSON.stringify([Math.floor((times[0] ?? 0) / HOUR), sent]);
};

/** Merges requests of one hour that are byte-identical, ordered by the newest of each. */
function merged(requests: readonly SentRequest[]): SentRequest[] {
  const newestFirst = (a: SentRequest, b: SentRequest) => (b.times[0] ?? 0) - (a.times[0] ?? 0);
  const groups = new Map<string, SentRequest[]>();
  for (const request of [...requests].sort(newestFirst)) {
    const group = groupOf(request);
    groups.set(group, [...(groups.get(group) ?? []), request]);
  }
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    times: same.flatMap(({ times }) => times).sort((a, b) => b - a),
    about: [...new Set(same.flatMap(({ about }) => about))],
  }));
}
