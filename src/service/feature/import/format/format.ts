import type { TextInput } from '../../../text-file.ts';
import { readAddresses } from './addresses.ts';
import type { RawList } from './entry.ts';
import { readEthPhishingDetect } from './eth-phishing-detect.ts';
import { readHosts } from './hosts.ts';
import { readPolkadotPhishing } from './polkadot-phishing.ts';

type ListFormat = {
  /** @param reason what a person is told of each blocked entry */
  readonly read: (input: TextInput, reason: string) => Promise<RawList>;
  /** The reason where nobody says what the list holds. */
  readonly reason: string;
  /** Name of the list that such files come from; null where the file's own name is the best there is. */
  readonly source: string | null;
};

/** The formats that `--format` names. */
export const IMPORT_FORMATS = {
  'eth-phishing-detect': { read: readEthPhishingDetect, reason: 'Phishing', source: 'eth-phishing-detect' },
  'polkadot-phishing': { read: readPolkadotPhishing, reason: 'Phishing', source: 'polkadot-js/phishing' },
  addresses: { read: readAddresses, reason: 'Scam', source: null },
  hosts: { read: readHosts, reason: 'Scam', source: null },
} as const satisfies Record<string, ListFormat>;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** True for the name of a format that this version knows. */
export const isImportFormat = (value: string): value is ImportFormat => Object.hasOwn(IMPORT_FORMATS, value);

/** The name under which a file's entries are listed: the list's own, else the file name without its extensions. */
export function sourceOf(format: ImportFormat, fileName: string): string {
  const bare = fileName.replace(/(\.(gz|txt|json|csv|list|hosts))+$/i, '');
  return IMPORT_FORMATS[format].source ?? (bare === '' ? fileName : bare);
}
