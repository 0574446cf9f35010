import { ALGO_VERSION } from '../../asset/hash.ts';
import { hostExpressions } from '../../asset/url/host/host.ts';

/**
 * The list cut into shards, as records of `storage.local`. A content script reads them itself, without starting the
 * worker or the process of the extension. An entry is its lowest 18 bits, three characters of base64; the 14 bits above
 * them are the number of its shard; one without entries is empty. The record of the list is written together with the shards
 * that a change alters: the browser stores all of one call or nothing of it.
 */
export const SHARDS = 16_384;
const LOW_BITS = 18;
const WIDTH = 3;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The record that says to which list the shards belong. */
export const SHARDS_OF = 'shards';
/** Format and rules of the shards; others are ignored. */
export const RULES = { format: 5, algoVersion: ALGO_VERSION };

/** The list in the shards. */
export type ShardedList = {
  readonly format: number;
  readonly algoVersion: string;
  /** Digest of the snapshot. */
  readonly sha256: string;
  /** Digest of the additions to it; empty where there are none. */
  readonly added: string;
  readonly entries: number;
  /** When the shards were last made equal to the list; ms since epoch. */
  readonly at: number;
  /** Hosts, each between spaces, under which addresses may name accounts, by rules that are not loaded with the shards. */
  readonly platforms: string;
};

export type ShardArea = { get(keys: string[]): Promise<Record<string, unknown>> };

/** The stored record; null if it is invalid or of other rules. Without a schema library, which every frame would load. */
export function readShardedList(value: unknown): ShardedList | null {
  if (typeof value !== 'object' || value === null) return null;
  const { format, algoVersion, sha256, added, platforms, entries, at } = value as Record<string, unknown>;
  const isList =
    format === RULES.format &&
    algoVersion === RULES.algoVersion &&
    [sha256, added, platforms].every((text) => typeof text === 'string') &&
    [entries, at].every((number) => Number.isFinite(number));
  return isList ? (value as ShardedList) : null;
}

/** Hosts and paths of IPFS gateways, which are recognised by their form. */
const GATEWAY = /^[a-z0-9.-]+\.ip[fn]s\.|^[^/]+\/ip[fn]s\//;

/** Whether a canonical address may name an account or IPFS content, by the record's hosts and its form. */
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

/** The record of a shard with these entries. */
export function shardText(prefixes: Iterable<number>): string {
  let text = '';
  for (const prefix of prefixes) text += digits(prefix);
  return text;
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
 * Looks prefixes up in the stored shards, and returns the matching ones and the list's record.
 * @returns null if shards are missing, damaged or of other rules: then only the list itself can tell
 * @throws as the browser's storage does
 */
export async function lookUpShards(
  area: ShardArea,
  prefixes: readonly number[],
): Promise<{ list: ShardedList; listed: ReadonlySet<number> } | null> {
  const records = await area.get([SHARDS_OF, ...new Set(prefixes.map((prefix) => shardKey(shardOf(prefix))))]);
  const list = readShardedList(records[SHARDS_OF]);
  if (!list) return null;
  const listed = new Set<number>();
  for (const prefix of prefixes) {
    const text = records[shardKey(shardOf(prefix))];
    if (typeof text !== 'string' || text.length % WIDTH !== 0) return null;
    if (shardHas(text, prefix)) listed.add(prefix);
  }
  return { list, listed };
}
