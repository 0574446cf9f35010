import { ALGO_VERSION } from '../../asset/hash.ts';
import { hostExpressions } from '../../asset/url/host/host.ts';

/**
 * The list cut into shards, as records of `storage.local`: a content script can read them itself, without starting the worker or the process of
 * the extension. An entry is its lowest 18 bits, three characters of base64; the 14 bits above them name its shard. So a
 * page that nothing names is cleared after one question to the browser: a few kilobytes, nearly all of them about the whole list.
 */
export const SHARDS = 16_384;
const LOW_BITS = 18;
const WIDTH = 3;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The record that says which list the shards are of. */
export const SHARDS_OF = 'shards';
/** Format of the shards; others are ignored. */
const FORMAT = 2;

/** The record that says when the list is to be polled next; ms since epoch. */
export const LIST_DUE = 'list-due';
/** How late a poll may be in a running browser: alarm, exchange, writing of the shards. */
const LATE_MS = 30_000;
/** No poll is planned further ahead; a later time was stored before the clock was set back. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

/** The list that the shards hold. Digests beside the tokens, because a token of two services may name two lists. */
export type ShardedList = {
  readonly format: number;
  readonly algoVersion: string;
  readonly snapshot: string;
  readonly sha256: string;
  /** The additions since the snapshot; null where there are none. */
  readonly recent: { readonly token: string; readonly sha256: string } | null;
  readonly entries: number;
  /** When the shards were last made equal to the list; ms since epoch. */
  readonly at: number;
  /** Hosts, each between two spaces, below which addresses may name accounts: the rules for those are not where shards are read. */
  readonly platforms: string;
  /** The tag of each shard's record, see `shardTag`. Those of a small list mostly are empty, and then there is no record either. */
  readonly tags: string;
};

export type ShardArea = { get(keys: string[]): Promise<Record<string, unknown>> };

export const shardedList = (list: Omit<ShardedList, 'format' | 'algoVersion'>): ShardedList => ({
  format: FORMAT,
  algoVersion: ALGO_VERSION,
  ...list,
});

/**
 * What the record says that was stored; null where it is none, or of other rules. Checked by hand: a guard stands in every frame of
 * every page, and carries no schema library.
 */
export function readShardedList(value: unknown): ShardedList | null {
  const record = fieldsOf(value);
  const recent = record.recent === null ? null : fieldsOf(record.recent);
  const texts = [
    record.snapshot,
    record.sha256,
    record.platforms,
    record.tags,
    recent?.token ?? '',
    recent?.sha256 ?? '',
  ];
  const isList =
    record.format === FORMAT &&
    record.algoVersion === ALGO_VERSION &&
    texts.every((text) => typeof text === 'string') &&
    (record.tags as string).length === SHARDS &&
    (recent === null || ('token' in recent && 'sha256' in recent)) &&
    [record.entries, record.at].every((number) => Number.isFinite(number));
  return isList ? (value as ShardedList) : null;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Whether a list that was to be polled by then may lack what the service has long published: the browser was closed, the machine
 * asleep, or nothing was ever noted.
 * @param dueAt what {@link LIST_DUE} holds
 * @param now in ms since epoch
 */
export const isOverdue = (dueAt: unknown, now: number): boolean =>
  typeof dueAt !== 'number' || !(dueAt + LATE_MS >= now && dueAt <= now + MAX_DELAY_MS);

/** Hosts and paths of gateways to IPFS, which are known by their shape. */
const GATEWAY = /^[a-z0-9]+\.ipfs\.|^[^/]+\/ipfs\//;

/** Whether a canonical address may name an account or content of IPFS, by what the shards say of hosts and by its shape. */
export const mayNameAccount = ({ platforms }: Pick<ShardedList, 'platforms'>, canonical: string): boolean =>
  GATEWAY.test(canonical) ||
  hostExpressions(canonical.slice(0, canonical.indexOf('/'))).some((each) => platforms.includes(` ${each} `));

/** The shard of a prefix, an unsigned 32-bit number. */
export const shardOf = (prefix: number): number => prefix >>> LOW_BITS;

/** The key of a shard's record. */
export const shardKey = (shard: number): string => `shard-${shard}`;

/** The lowest prefix of a shard, and the lowest one above it. */
export const rangeOf = (shard: number): [from: number, to: number] => [
  shard * 2 ** LOW_BITS,
  (shard + 1) * 2 ** LOW_BITS,
];

/** The tag of a shard without entries. */
export const EMPTY_TAG = DIGITS[0]!;

/**
 * Six bits that bind a shard's record to its place and to the list: shards that a death left of two lists, and ones that were put back
 * from an earlier list, differ from what the list says in all but one of 63 cases. FNV-1a; no secret, so whoever writes both
 * forges it.
 */
export function shardTag(shard: number, text: string): string {
  if (text === '') return EMPTY_TAG;
  let hash = 0x811c_9dc5 ^ shard;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return DIGITS[1 + ((hash >>> 0) % (DIGITS.length - 1))]!;
}

/** Whether a shard has entries. */
export const isFilled = (tags: string, shard: number): boolean => tags[shard] !== EMPTY_TAG;

/** A shard's record, of its entries. */
export function shardText(prefixes: Iterable<number>): string {
  let text = '';
  for (const prefix of prefixes) text += digits(prefix);
  return text;
}

/** The entries of a shard in the order of its record; null where that is none. */
export function shardEntries(shard: number, record: unknown): number[] | null {
  if (typeof record !== 'string' || record.length % WIDTH !== 0) return null;
  const [start] = rangeOf(shard);
  const entries: number[] = [];
  for (let at = 0; at < record.length; at += WIDTH) {
    let low = 0;
    for (let digit = at; digit < at + WIDTH; digit += 1) {
      const value = DIGITS.indexOf(record.charAt(digit));
      if (value < 0) return null;
      low = low * DIGITS.length + value;
    }
    entries.push(start + low);
  }
  return entries;
}

/** Whether a shard's record holds a prefix of that shard. */
export function shardHas(text: string, prefix: number): boolean {
  const entry = digits(prefix);
  let at = text.indexOf(entry);
  while (at >= 0 && at % WIDTH !== 0) at = text.indexOf(entry, at + 1);
  return at >= 0;
}

const digits = (prefix: number): string =>
  DIGITS[(prefix >>> 12) & 63]! + DIGITS[(prefix >>> 6) & 63]! + DIGITS[prefix & 63]!;

/**
 * Which of some prefixes the stored list holds, what list that is, and what is noted of its next poll (see `isOverdue`).
 * @returns null where shards are missing, damaged, of another list or of other rules: then only the list itself can tell
 * @throws as the browser's storage does
 */
export async function lookUpShards(
  area: ShardArea,
  prefixes: readonly number[],
): Promise<{ list: ShardedList; listed: ReadonlySet<number>; dueAt: unknown } | null> {
  const records = await area.get([
    SHARDS_OF,
    LIST_DUE,
    ...new Set(prefixes.map((prefix) => shardKey(shardOf(prefix)))),
  ]);
  const list = readShardedList(records[SHARDS_OF]);
  if (!list) return null;
  const listed = new Set<number>();
  for (const prefix of prefixes) {
    const text = records[shardKey(shardOf(prefix))];
    if (text === undefined && !isFilled(list.tags, shardOf(prefix))) continue;
    if (typeof text !== 'string' || text.length % WIDTH !== 0) return null;
    if (shardTag(shardOf(prefix), text) !== list.tags[shardOf(prefix)]) return null;
    if (shardHas(text, prefix)) listed.add(prefix);
  }
  return { list, listed, dueAt: records[LIST_DUE] };
}
