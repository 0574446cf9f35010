/** Sources that are the people who keep the list: what its operator decides, and what they decided about a report. */
const LIST_KEEPERS: readonly string[] = ['operator', 'review'];

/** Owners of imported public lists, by the name of the import. */
const PUBLIC_LISTS: ReadonlyMap<string, string> = new Map([
  ['eth-phishing-detect', 'MetaMask'],
  ['polkadot-js/phishing', 'Polkadot'],
]);

const WHOLE_HOSTS = ', whole hosts';

/** The source of the hosts that an import proposes to list whole, because all that a list names of them is bad. */
export const ofWholeHosts = (source: string): string => `${source}${WHOLE_HOSTS}`;

/**
 * The name shown for a source.
 * @param source an organization, an imported list, `operator` or `review`
 * @returns null for those who keep the list, who have no name in it
 */
export function sourceNameOf(source: string): string | null {
  if (LIST_KEEPERS.includes(source)) return null;
  const list = source.endsWith(WHOLE_HOSTS) ? source.slice(0, -WHOLE_HOSTS.length) : source;
  return PUBLIC_LISTS.get(list) ?? list;
}

/** A source in an answer, with the name shown for it; nothing of either where there is none. */
export function sourceDetail(source: string | null): { readonly source?: string; readonly sourceName?: string } {
  if (source === null) return {};
  const sourceName = sourceNameOf(source);
  return sourceName === null ? { source } : { source, sourceName };
}
