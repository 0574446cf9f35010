import { expressionsOf, namedBy, urlAssets, urlExpressions } from '../../asset/index.ts';
import type { OutboxEntry } from '../entry.ts';

/**
 * The newest report or dispute of this browser about a web address: about its page, its site or the account it belongs to.
 * @param entries newest first
 */
export function submissionAbout(
  entries: readonly OutboxEntry[],
  kind: OutboxEntry['item']['kind'],
  url: string,
): OutboxEntry | null {
  const own = new Set([...urlExpressions(url), ...urlAssets(url).flatMap(expressionsOf)]);
  const isAbout = (content: string): boolean => {
    const named = namedBy(content);
    return named !== null && own.has(expressionsOf(named.asset)[0] ?? '');
  };
  const contentsOf = ({ item }: OutboxEntry) => (item.kind === 'report' ? item.draft.contents : [item.draft.content]);
  return entries.find((entry) => entry.item.kind === kind && contentsOf(entry).some(isAbout)) ?? null;
}
