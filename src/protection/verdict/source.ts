/** Public lists by the name under which they are imported, and whose they are. */
const PUBLIC_LISTS: Readonly<Record<string, string>> = {
  'eth-phishing-detect': 'MetaMask',
  'polkadot-js/phishing': 'Polkadot',
};

/**
 * Who listed something, as a person is told.
 * @param source as the service names it: an organization, an imported list, or `operator`
 * @returns null for whoever keeps the list itself
 */
export const sourceInWords = (source: string): string | null =>
  source === 'operator' ? null : (PUBLIC_LISTS[source] ?? source);
