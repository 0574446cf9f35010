import { prefixOfExpression } from '../../asset/hash.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { canonicalPrefixes } from '../../asset/url/expression.ts';
import { isOverdue, lookUpShards, mayNameAccount, type ShardArea } from '../../blocklist/shards/shard.ts';
import { accountRules } from './account-rules.ts';

/**
 * What the shards of the list say of an address: nothing of it is listed, or something is, or they cannot tell. That something is
 * listed stands until there is a verdict.
 */
export type LocalAnswer = 'unlisted' | 'hit' | 'unknown';

/**
 * The browser's own `storage.local`; undefined where the extension is gone, and in Firefox, which asks the background before a request
 * leaves and has no shards.
 */
const localArea = (): ShardArea | undefined =>
  import.meta.env.FIREFOX
    ? undefined
    : (globalThis as { chrome?: { storage?: { local?: ShardArea } } }).chrome?.storage?.local;

/**
 * Looks an address up in the shards of the list, which takes neither worker nor process of the extension. They cannot tell where it may
 * name an account by rules that are not here, and where there are no shards, or old ones without it. Never rejects.
 */
export async function lookLocally(url: string, area: ShardArea | undefined = localArea()): Promise<LocalAnswer> {
  const canonical = canonicalUrl(url);
  if (canonical === null || area === undefined) return 'unknown';
  const rules = accountRules();
  const prefixes = [...(rules?.(url) ?? []).map(prefixOfExpression), ...canonicalPrefixes(canonical)];
  const found = await lookUpShards(area, prefixes).catch(() => null);
  if (found === null) return 'unknown';
  if (found.listed.size > 0) return 'hit';
  if (isOverdue(found.dueAt, Date.now())) return 'unknown';
  const told = rules !== undefined || !mayNameAccount(found.list, canonical);
  return told ? 'unlisted' : 'unknown';
}
