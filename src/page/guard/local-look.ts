import { prefixOfExpression } from '../../asset/hash.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { canonicalPrefixes } from '../../asset/url/expression.ts';
import { shownPage } from '../../asset/url/shown-page.ts';
import { lookUpShards, mayNameAccount, type ShardArea } from '../../blocklist/shards/shard.ts';
import { worldOf } from '../content-script.ts';

/** Whether the shards have one of these hosts, or a host above it. Never rejects: shards that cannot tell have none. */
export async function mayListHost(hosts: readonly string[], area = localArea()): Promise<boolean> {
  const prefixes = hosts.flatMap((host) => canonicalPrefixes(canonicalUrl(`http://${host}/`) ?? '/'));
  const found = area && (await lookUpShards(area, prefixes).catch(() => null));
  return found != null && found.listed.size > 0;
}

/** What the shards say: nothing is listed, these prefixes are, or they cannot tell. A hit stands until there is a verdict. */
export type LocalAnswer =
  | { readonly kind: 'unlisted' | 'unknown' }
  | { readonly kind: 'hit'; readonly prefixes: readonly number[] };
const UNKNOWN: LocalAnswer = { kind: 'unknown' };

/**
 * The browser's own `storage.local`. Undefined where the extension is gone, and in Firefox: there the background is
 * asked before a request leaves, and there are no shards.
 */
export const localArea = (): ShardArea | undefined =>
  import.meta.env.FIREFOX
    ? undefined
    : (globalThis as { chrome?: { storage?: { local?: ShardArea } } }).chrome?.storage?.local;

/**
 * Looks an address up in the list's shards, which needs neither the worker nor a process of the extension. They cannot
 * tell for an address that may name an account by rules not loaded here, nor where shards are missing. A list that is due
 * for a poll counts as it stands: the poll runs meanwhile, and open pages are judged by what it adds. Never rejects.
 */
export async function lookLocally(url: string, area: ShardArea | undefined = localArea()): Promise<LocalAnswer> {
  const canonical = canonicalUrl(url);
  if (canonical === null || area === undefined) return UNKNOWN;
  const rules = worldOf().accountRules;
  const prefixes = [...(rules?.(url) ?? []).map(prefixOfExpression), ...canonicalPrefixes(canonical)];
  const found = await lookUpShards(area, prefixes).catch(() => null);
  if (found === null) return UNKNOWN;
  if (found.listed.size > 0) return { kind: 'hit', prefixes: [...found.listed] };
  const isComplete = rules !== undefined || !mayNameAccount(found.list, shownPage(canonical));
  return isComplete ? { kind: 'unlisted' } : UNKNOWN;
}
