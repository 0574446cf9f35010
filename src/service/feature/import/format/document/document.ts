import { parseAllDocuments, YAMLParseError } from 'yaml';
import * as z from 'zod/mini';
import { readLines, type TextInput } from '../../../../command-line/text-file.ts';
import { storableText } from '../../../../database/database.ts';
import { entryOf, type ListStatus, type Meaning, type RawEntry } from '../entry.ts';
import { readHost } from '../host.ts';
import { mispEntries, mispEvent, stixBundle, stixEntries } from './indicator.ts';
import { fieldOf, isOfOthers, type ListRecord, recordEntries } from './record.ts';

export type DocumentKind = 'JSON' | 'YAML';

/** A record is parsed in one turn of the event loop. Characters. */
const MAX_LINE = 256 * 1024;

/** The entries of a document, or what is wrong with it. */
export function documentEntries(kind: DocumentKind, text: string, meaning: Meaning): Generator<RawEntry> | string {
  const values = PARSERS[kind](text);
  if (typeof values === 'string') return values;
  const lists = values.map((value) => entriesOf(value, meaning));
  if (lists.includes(null)) return `found no list of hosts, pages or wallet addresses in the ${kind}.`;
  return entriesIn(lists.map((list) => list!));
}

function* entriesIn(lists: readonly Iterable<RawEntry>[]): Generator<RawEntry> {
  for (const list of lists) yield* list;
}

const PARSERS: Readonly<Record<DocumentKind, (text: string) => unknown[] | string>> = {
  JSON: (text) => {
    try {
      return jsonValues(text);
    } catch {
      return 'the JSON is cut or damaged. Fetch the file again.';
    }
  },

  // Every scalar stays a text: 1.10 is no number, and no is no boolean. YAML ends lines with CR too (1.2.2, section 5.4); the library does not.
  YAML: (text) => {
    try {
      const lines = text.replaceAll(/\r\n?/g, '\n');
      return parseAllDocuments(lines, { schema: 'failsafe', uniqueKeys: false }).map((document) => {
        if (document.errors[0]) throw document.errors[0];
        return document.toJS();
      });
    } catch (error) {
      // A ReferenceError is an alias of nothing, or of so much that it would fill the memory.
      if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
      return `the YAML is cut or damaged. ${error.message.split('\n')[0]}`;
    }
  },
};

/** The JSON texts of a file, which may stand one after another as `jq` writes them. @throws SyntaxError */
function jsonValues(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const values: unknown[] = [];
    let start = 0;
    let depth = 0;
    for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*\\?(?:"|$)|[{}[\]]/gs)) {
      if (mark === '{' || mark === '[') depth += 1;
      if ((mark !== '}' && mark !== ']') || --depth > 0) continue;
      values.push(JSON.parse(text.slice(start, index + 1)));
      start = index + 1;
    }
    if (values.length === 0 || text.slice(start).trim() !== '') throw new SyntaxError('unfinished');
    return values;
  }
}

/** Reads JSON with one value a line (NDJSON) and comments between. A line that is no list or record is not understood. */
export async function* readJsonLines(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  for await (const line of readLines(input, MAX_LINE))
    if (!/^\s*(?:#|$)/.test(line)) yield* lineEntries(line, meaning) ?? [{ content: line, skip: 'not-understood' }];
}

function lineEntries(line: string, meaning: Meaning): Iterable<RawEntry> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [entryOf(value, meaning)] : entriesOf(value, meaning);
  } catch {
    return null;
  }
}

/** Named lists: those of eth-phishing-detect, its client and polkadot-js/phishing, and other spellings; null for what lists nothing. */
const LISTS: readonly (readonly [name: RegExp, status: ListStatus | null])[] = [
  [/^(?:black|block|den[yi])(?:ed|list(?:ed)?|sub)?(?:paths|domains|hosts|urls)?$/, 'BLOCKED'],
  [/^(?:white|allow)(?:ed|list(?:ed)?)?(?:paths|domains|hosts|urls)?$/, 'ALLOWED'],
  [/^(?:fuzzylist|c2domainblocklist)$/, null],
];
/** Keys under which answers and files keep their list. */
const CONTAINERS = [
  'data',
  'result',
  'results',
  'response',
  'items',
  'entries',
  'records',
  'list',
  'urls',
  'indicators',
];

const array = z.array(z.unknown());
const object = z.record(z.string(), z.unknown());
const places = z.record(z.string(), z.array(z.string()));
const groups = z.record(z.string(), z.array(object));
const records = z.record(z.string(), object);

type Read = (value: unknown, meaning: Meaning) => Iterable<RawEntry> | null;
const shape =
  <S extends z.ZodMiniType>(
    schema: S,
    read: (value: z.infer<S>, meaning: Meaning) => Iterable<RawEntry> | null,
  ): Read =>
  (value, meaning) => {
    const { success, data } = z.safeParse(schema, value);
    return success ? read(data, meaning) : null;
  };

/** The shapes of lists, the most particular first. */
const SHAPES: readonly Read[] = [
  shape(stixBundle, stixEntries),
  shape(mispEvent, mispEntries),
  shape(array, elements),
  shape(object, namedLists),
  shape(object, contained),
  shape(places, byPlace),
  shape(groups, (value, meaning) =>
    Object.entries(value).flatMap(([name, records]) =>
      records.flatMap((record) => (isOfOthers(name) ? otherEntry(record) : recordEntries(record, meaning))),
    ),
  ),
  shape(records, byKey),
  shape(object, (value, meaning) => recordEntries(value, meaning)),
];

function entriesOf(value: unknown, meaning: Meaning): Iterable<RawEntry> | null {
  for (const read of SHAPES) {
    const entries = read(value, meaning);
    if (entries !== null) return entries;
  }
  return null;
}

const isRecord = (value: unknown): value is ListRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* elements(values: readonly unknown[], meaning: Meaning, status?: ListStatus): Iterable<RawEntry> {
  for (const value of values)
    if (typeof value === 'string') yield entryOf(value, meaning, status);
    else if (isRecord(value) && 'Event' in value) yield* entriesOf(value, meaning)!;
    else if (isRecord(value)) yield* recordEntries(value, status === undefined ? meaning : { ...meaning, status });
    else yield { content: textOf(value), skip: 'not-understood' };
}

const otherEntry = (value: unknown): RawEntry => ({ content: textOf(value), skip: 'no-entry' });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Lists by name; what is beside them is a setting, or not understood where it could be listed too. */
function namedLists(value: ListRecord, meaning: Meaning): RawEntry[] | null {
  const named = Object.entries(value).flatMap(([key, list]) => {
    const name = key.toLowerCase().replace(/[^a-z\d]/g, '');
    const known = LISTS.find(([pattern]) => pattern.test(name));
    if (!Array.isArray(list)) return [];
    return [{ status: known?.[1] ?? null, list, isUnknown: known === undefined && !isOfOthers(key) }];
  });
  if (!named.some(({ status }) => status !== null)) return null;
  return named.flatMap(({ status, list, isUnknown }) => {
    if (status !== null) return [...elements(list, meaning, status)];
    const isListable = (text: unknown) => isUnknown && typeof text === 'string' && 'asset' in readHost(text);
    return list.map((text) => (isListable(text) ? { content: text, skip: 'not-understood' } : otherEntry(text)));
  });
}

function contained(value: ListRecord, meaning: Meaning): Iterable<RawEntry> | null {
  // Texts under the name of a field belong to a record.
  const inner = CONTAINERS.filter((key) => fieldOf(key) === null || isRecord([value[key]].flat()[0]))
    .map((key) => value[key])
    .find((list) => typeof list === 'object' && list !== null);
  return inner === undefined ? null : entriesOf(inner, meaning);
}

/** Records by the host, page or address that each is about. */
function byKey(value: Readonly<Record<string, ListRecord>>, meaning: Meaning): RawEntry[] | null {
  const keys = Object.keys(value);
  if (!keys.every((key) => 'asset' in readHost(key))) return null;
  return keys.flatMap((key) => recordEntries({ ...value[key]!, entry: key }, meaning));
}

/** Wallet addresses by where each was seen. Where all places are hosts, the hosts are entries; words only say why. */
function* byPlace(value: Readonly<Record<string, readonly string[]>>, meaning: Meaning): Iterable<RawEntry> {
  const sites = Object.keys(value);
  const areHosts = sites.every((place) => 'asset' in readHost(place));
  for (const place of sites) {
    if (isOfOthers(place)) {
      yield* value[place]!.map(otherEntry);
      continue;
    }
    if (areHosts) yield entryOf(place, meaning);
    const reason = `${meaning.reason} (${storableText(place, 200)})`;
    for (const address of value[place]!) yield entryOf(address, { ...meaning, reason });
  }
}
