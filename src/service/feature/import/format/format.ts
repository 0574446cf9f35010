import * as z from 'zod/mini';
import { readLines, readText, TextFileError, type TextInput } from '../../../command-line/text-file.ts';
import { storableText } from '../../../database/database.ts';
import type { RawEntry, RawList } from './entry.ts';
import { parseJson, readJson } from './json-list.ts';
import { describeText } from './look.ts';

type ListFormat = {
  /** @param reason what a person is told of each blocked entry @throws TextFileError on a file of another format */
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

/** The configuration of eth-phishing-detect. */
async function readEthPhishingDetect(input: TextInput, reason: string): Promise<RawList> {
  const names = z.array(z.string());
  const { blacklist, whitelist, fuzzylist } = await readJson(input, {
    expected: 'the config.json of eth-phishing-detect: an object with the arrays blacklist, whitelist and fuzzylist',
    schema: z.object({ blacklist: names, whitelist: z._default(names, []), fuzzylist: z._default(names, []) }),
  });
  const notes =
    fuzzylist.length === 0
      ? []
      : [`The fuzzy list (${fuzzylist.length} names that lookalikes are compared with) is not imported.`];
  return { entries: hostEntries(whitelist, blacklist, reason), notes };
}

/** The list of polkadot-js/phishing: hosts, and in `denySub` single pages of larger sites. */
async function readPolkadotPhishing(input: TextInput, reason: string): Promise<RawList> {
  const names = z.array(z.string());
  const { allow, deny, denySub } = await readJson(input, {
    expected: 'the all.json of polkadot-js/phishing: an object with the arrays allow and deny',
    schema: z.object({ allow: names, deny: names, denySub: z._default(names, []) }),
  });
  return { entries: hostEntries(allow, [...deny, ...denySub], reason), notes: [] };
}

const hostEntries = (allowed: readonly string[], blocked: readonly string[], reason: string): RawEntry[] => [
  ...allowed.map((content) => ({
    content,
    kind: 'host' as const,
    status: 'ALLOWED' as const,
    reason: 'On the allowlist of its source',
  })),
  ...blocked.map((content) => ({ content, kind: 'host' as const, status: 'BLOCKED' as const, reason })),
];

/** A key whose values are allowed, so that they must not be blocked. */
const ALLOWED_PLACE = /^(?:allow|white|safe)(?:ed)?[-_ ]?(?:list)?$/i;
const ADDRESS_LIST = {
  expected:
    'a list of wallet addresses: an array of strings, an object of arrays of strings by site, or one address a line',
  schema: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]),
};

/**
 * Reads a list of wallet addresses: a JSON array, a JSON object whose keys say where each address was seen (a site or
 * a few words), which then becomes the reason, or text with one a line and comments. @throws TextFileError on another file.
 */
async function readAddresses(input: TextInput, reason: string): Promise<RawList> {
  const text = await readText(input);
  const list = /^\s*(?:[[{]|$)/.test(text) ? parseJson(input.name, text, ADDRESS_LIST) : linesOf(text);
  if (Array.isArray(list)) return { entries: list.map((address) => entryOf(address, null, reason)), notes: [] };
  const groups = Object.entries(list);
  const allowed = groups.find(([place]) => ALLOWED_PLACE.test(place));
  if (allowed)
    throw new TextFileError(`${input.name}: expected ${ADDRESS_LIST.expected}, found the key ${allowed[0]}.`);
  return {
    entries: groups.flatMap(([place, addresses]) => addresses.map((address) => entryOf(address, place, reason))),
    notes: [
      `The ${groups.length} keys of the file say where its addresses were seen. They are not imported themselves.`,
    ],
  };
}

/** A comment: the whole line, or its end after a space, so that the fragment of an address and the rules of other formats stay. */
const COMMENT = /^\s*(?:[#;!]|\/\/).*|\s[#;].*/;
const withoutComment = (line: string): string => line.replace(COMMENT, '').trim();

/** The lines of a text without comments, blank ones left out. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map(withoutComment)
    .filter((line) => line !== '');

const entryOf = (content: string, place: string | null, reason: string): RawEntry => ({
  content,
  kind: 'address',
  status: 'BLOCKED',
  reason: place === null ? reason : `${reason} (${storableText(place, 200)})`,
});

const EXPECTED = 'a list of hosts: one host a line, or a hosts file with an address before the names';
/** The address of a hosts-file line (hosts(5)) that sends its names nowhere, or is one of its first lines. */
const SINK = /^(?:0|0\.0\.0\.0|127\.\d+\.\d+\.\d+|255\.255\.255\.255|::1?|f[ef][\da-f]{2}::[\da-f]*(?:%\w+)?)$/i;
/** Names of columns, which hosts never are: they have no dot. */
const TABLE_HEAD = /^"?[a-z][\w ]*"?(?:[,;\t] *"?[a-z][\w ]*"?)+$/i;

/**
 * Reads hosts line by line, so that a list of any length needs no more memory than its longest line. Blank lines and
 * comments are passed over. @throws TextFileError on a web page, JSON, a table with a head, or an empty file.
 */
async function readHosts(input: TextInput, reason: string): Promise<RawList> {
  return { entries: linesOfHosts(input, reason), notes: [] };
}

async function* linesOfHosts(input: TextInput, reason: string): AsyncIterable<RawEntry> {
  let isFirst = true;
  for await (const line of readLines(input)) {
    const text = withoutComment(line);
    if (text === '') continue;
    if (isFirst && /^[[{<]/.test(text)) throw notHosts(input, describeText(text));
    if (isFirst && TABLE_HEAD.test(text)) throw notHosts(input, `a table with the columns ${text.slice(0, 80)}`);
    isFirst = false;
    for (const content of names(text)) yield { content, kind: 'host', status: 'BLOCKED', reason };
  }
  if (isFirst) throw notHosts(input, 'no host at all');
}

/** The names of a hosts-file line, each an entry of its own; any other line is one entry. */
function names(text: string): string[] {
  const [first = '', ...others] = text.split(/\s+/);
  return others.length > 0 && SINK.test(first) ? others : [text];
}

const notHosts = (input: TextInput, found: string) =>
  new TextFileError(`${input.name}: expected ${EXPECTED}, found ${found}.`);
