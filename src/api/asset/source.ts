/** Sources that are the people who keep the list: what its operator decides, and what they decided about a report. */
const LIST_KEEPERS: readonly string[] = ['operator', 'review'];

/** Owners of imported public lists, by the name of the import. */
const PUBLIC_LISTS: ReadonlyMap<string, string> = new Map([
  ['eth-phishing-detect', 'MetaMask'],
  ['polkadot-js/phishing', 'Polkadot'],
]);

/**
 * The name shown for a source.
 * @param source an organization, an imported list, `operator` or `review`
 * @returns null for those who keep the list, who have no name in it
 */
export const sourceNameOf = (source: string): string | null =>
  LIST_KEEPERS.includes(source) ? null : (PUBLIC_LISTS.get(source) ?? source);

/** A source in an answer, with the name shown for it; nothing of either where there is none. */
export function sourceDetail(source: string | null): { readonly source?: string; readonly sourceName?: string } {
  if (source === null) return {};
  const sourceName = sourceNameOf(source);
  return sourceName === null ? { source } : { source, sourceName };
}
