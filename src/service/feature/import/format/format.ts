import { TextFileError, type TextInput } from '../../../command-line/text-file.ts';
import { readAdblock } from './adblock.ts';
import { formatOf } from './detect.ts';
import { readJsonLines } from './document/document.ts';
import { readJson, readYaml } from './document/reader.ts';
import { IMPORT_FORMAT_NAMES, type ImportFormat, type ListStatus, type Meaning, type RawEntry } from './entry.ts';
import { readLineList } from './line-list.ts';
import { readOfac } from './ofac.ts';
import { readDnsmasq, readRpz, readRuleSet, readUnbound } from './resolver.ts';
import { beginningOf, sampleOf } from './sample.ts';
import { readTable } from './table.ts';

type ListFormat = {
  /** @throws TextFileError on a file that is not of this format as a whole */
  readonly read: (input: TextInput, meaning: Meaning) => AsyncIterable<RawEntry>;
  /** What a person reads of its entries where nobody says what the list holds. Default: a scam. */
  readonly reason?: string;
  /** Name of the list that such files come from. Default: the file's own name. */
  readonly source?: string;
};

const FORMATS: Readonly<Record<ImportFormat, ListFormat>> = {
  hosts: { read: readLineList },
  adblock: { read: readAdblock },
  dnsmasq: { read: readDnsmasq },
  unbound: { read: readUnbound },
  rpz: { read: readRpz },
  'rule-set': { read: readRuleSet },
  csv: { read: readTable },
  json: { read: readJson },
  ndjson: { read: readJsonLines },
  yaml: { read: readYaml },
  stix: { read: readJson },
  misp: { read: readJson },
  ofac: { read: readOfac, reason: 'Sanctioned', source: 'OFAC' },
  'eth-phishing-detect': { read: readJson, reason: 'Phishing', source: 'eth-phishing-detect' },
  'polkadot-phishing': { read: readJson, reason: 'Phishing', source: 'polkadot-js/phishing' },
};

/** Reads a list. @throws TextFileError on a file that is not of this format as a whole, with its first lines where it has any */
export async function* readList(input: TextInput, format: ImportFormat, meaning: Meaning): AsyncIterable<RawEntry> {
  try {
    yield* FORMATS[format].read(input, meaning);
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    const sample = await sampleOf(input).catch(() => ({ lines: [] }));
    throw sample.lines.length === 0 ? error : new TextFileError(`${error.message} ${beginningOf(sample)}`);
  }
}

/** What a person says of the format: `auto` leaves it to the content of the file. */
export const FORMAT_CHOICES = ['auto', ...IMPORT_FORMAT_NAMES] as const;
export type FormatChoice = (typeof FORMAT_CHOICES)[number];

/** True for what {@link FORMAT_CHOICES} has. */
export const isFormatChoice = (value: string): value is FormatChoice =>
  FORMAT_CHOICES.some((choice) => choice === value);

/** The format that is meant, or that the content shows. @throws TextFileError on a web page or XML of another kind */
export async function formatFor(input: TextInput, choice: FormatChoice): Promise<ImportFormat> {
  if (choice !== 'auto') return choice;
  const sample = await sampleOf(input);
  const format = formatOf(sample);
  if (format !== null) return format;
  const look = /^\s*<(?:!doctype html|html|head|body)/i.test(sample.text) ? 'a web page' : 'XML of an unknown kind';
  throw new TextFileError(`${input.name} is ${look}, not a list. ${beginningOf(sample)}.`);
}

/** The name under which a file's entries are listed: the list's own, else the file name without its extensions. */
export function sourceOf(choice: FormatChoice, fileName: string): string {
  const bare = fileName.replace(/(\.(gz|zip|txt|json|ndjson|csv|tsv|ya?ml|xml|list|hosts|conf|zone|acl))+$/i, '');
  const source = choice === 'auto' ? undefined : FORMATS[choice].source;
  return source ?? (bare === '' ? fileName : bare);
}

/** Names of files whose entries are allowed, unless their format says it of each. */
const ALLOWLIST = /(?:white|allow)[-_ ]?list/i;

/** What the entries of a file mean where it does not say so itself. */
export function meaningOf(fileName: string, format: ImportFormat, reason?: string, status?: ListStatus): Meaning {
  const { reason: usual = 'Scam' } = FORMATS[format];
  return { status: status ?? (ALLOWLIST.test(fileName) ? 'ALLOWED' : 'BLOCKED'), reason: reason ?? usual };
}
