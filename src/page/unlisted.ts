import { canonicalUrl } from '../asset/canonical-url.ts';
import { canonicalPrefixes } from '../asset/expression-prefix.ts';
import { prefixOfExpression } from '../asset/hash.ts';
import { isOverdue, lookUpShards, mayNameAccount, type ShardArea } from '../blocklist/shard.ts';
import { accountRules } from './account-rules.ts';

/**
 * The browser's own `storage.local`; undefined where the extension is gone, and in Firefox, which asks the background before a request
 * leaves and has no shards.
 */
const localArea = (): ShardArea | undefined =>
  import.meta.env.FIREFOX
    ? undefined
    : (globalThis as { chrome?: { storage?: { local?: ShardArea } } }).chrome?.storage?.local;

/**
 * True where the shards of the list say that nothing of an address is listed, which takes neither worker nor process of the
 * extension. False where they hold something of it, where it may name an account by rules that are not here, and where there are no
 * shards, or old ones: then the background is to be asked. Never rejects.
 */
export async function isUnlisted(url: string, area: ShardArea | undefined = localArea()): Promise<boolean> {
  const canonical = canonicalUrl(url);
  if (canonical === null || area === undefined) return false;
  const rules = accountRules();
  const prefixes = [...(rules?.(url) ?? []).map(prefixOfExpression), ...canonicalPrefixes(canonical)];
  const found = await lookUpShards(area, prefixes).catch(() => null);
  if (found === null || found.listed.size > 0 || isOverdue(found.dueAt, Date.now())) return false;
  return rules !== undefined || !mayNameAccount(found.list, canonical.slice(0, canonical.indexOf('/')));
}
