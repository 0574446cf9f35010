import { refanged } from '../../../../../asset/text/word.ts';
import type { SkipReason } from '../../reason.ts';
import { entryOf, type Meaning, type RawEntry } from '../entry.ts';

/** A row of a table, or an object of a document. */
export type ListRecord = Readonly<Record<string, unknown>>;

/** What a field of a record names, by the last word of its name; of the first four, a record names the first that is filled. */
const FIELDS = {
  url: /^(?:urls?|uris?)$/,
  host: /^(?:hosts?|hostnames?|domains?|fqdns?|sites?|websites?)$/,
  indicator: /^(?:iocs?|indicators?|values?|observables?|content|entry)$/,
  ip: /^ips?$/,
  address: /^(?:addresse?s?|wallets?|mints?|contracts?)$/,
} as const;
type Field = keyof typeof FIELDS;
const SITE_FIELDS: readonly Field[] = ['url', 'host', 'indicator', 'ip'];

/** Words of fields that name somebody else: who reports, who is imitated, where more is written. */
const OTHERS =
  /^(?:details?|refs?|references?|imitat\w*|target\w*|brand\w*|legit\w*|real|official|original|sources?|report\w*|screenshots?|contact|e?mails?|mac|home|homepage|images?|logo|referr?er|final|redirect\w*|hosting|parent|urlhaus|licen[cs]e)$/;

/** The words of a field's name in lower case: `scamUrl` and `scam_url` are `scam`, `url`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a field names; null for one that lists nothing. */
export function fieldOf(name: string): Field | null {
  const words = wordsOf(name);
  if (words.some((word) => OTHERS.test(word))) return null;
  const last = words.at(-1) === 'name' ? words.at(-2) : words.at(-1);
  if (last === undefined) return null;
  if (FIELDS.address.test(last) && words.at(-2) === 'ip') return 'ip';
  return (Object.keys(FIELDS) as Field[]).find((field) => FIELDS[field].test(last)) ?? null;
}

const YES = /^(?:yes|y|true|1)$/i;
const NO = /^(?:no|n|false|0)$/i;
const ALLOWED = /^(?:allow|white)(?:ed|list(?:ed)?)?$/i;
const HARMLESS = /^(?:benign|clean|safe|legit(?:imate)?|harmless|false[-_ ]?positive)$/i;

/** Fields that take a record back, or say that it was wrong. */
const WITHDRAWN: readonly (readonly [name: RegExp, is: (value: string) => boolean])[] = [
  [/^(?:verified|to_?ids)$/i, (value) => NO.test(value)],
  [
    /^(?:revoked|is_?removal|removed|deleted|withdrawn|(?:is_?)?(?:false_?positive|whitelisted))$/i,
    (value) => YES.test(value),
  ],
  [/^(?:valid_?until|expires(?:_?at)?|expiration(?:_?date)?)$/i, (value) => Date.parse(value) < Date.now()],
  [/^type$/i, (value) => /^verified$/i.test(value)],
  [/^(?:type|category|verdict|status|label|classification)$/i, (value) => HARMLESS.test(value)],
];
const ACTION = /^(?:type|category|verdict|status|label|classification|list|action|disposition)$/i;
/** Kinds of indicators that no browser opens. */
const KIND = /^(?:ioc_?type|indicator_?type|type)$/i;
const OTHER_KIND =
  /^(?:md5|sha-?\d+|\w*hash|ssdeep|tlsh|e-?mail|mail|cve|mutex|yara|asn|filename|link|comment|text|ip-src|user-agent|regkey)\b/i;

/**
 * The entries of a record: the addresses of sites (of several fields the most precise), and wallet addresses. A record that its list
 * takes back, or calls harmless, lists nothing; one that it allows, allows.
 * @param shown the record as a person reads it
 */
export function recordEntries(record: ListRecord, meaning: Meaning, shown?: string): RawEntry[] {
  const skipped = (skip: SkipReason): RawEntry[] => [{ content: shown ?? JSON.stringify(record), skip }];
  const fields = Object.entries(record).map(([name, value]) => ({ name, field: fieldOf(name), value }));
  const texts = fields.flatMap(({ name, value }) =>
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
      ? [[name, `${value}`] as const]
      : [],
  );
  const some = (name: RegExp, is: (value: string) => boolean) =>
    texts.some(([key, value]) => name.test(key) && is(value.trim()));
  if (WITHDRAWN.some(([name, is]) => some(name, is))) return skipped('withdrawn');
  // `registrar_url` beside `domain` is somebody else's, `malicious_url` is on that host.
  const own = fields.flatMap(({ name, field, value }) =>
    (field === 'url' || field === 'host') && wordsOf(name).length === 1 ? partsOf(value, field).map(bareSpelling) : [],
  );
  const isOwn = (part: string) => own.length === 0 || own.some((text) => bareSpelling(part).includes(text));
  const valuesOf = (wanted: Field) =>
    fields.flatMap(({ field, value }) =>
      field === wanted ? partsOf(value, wanted).filter((part) => wanted !== 'url' || isOwn(part)) : [],
    );
  const addresses = valuesOf('address');
  const site = SITE_FIELDS.find((field) => valuesOf(field).length > 0);
  const isOther = site === 'indicator' && some(KIND, (value) => OTHER_KIND.test(value));
  const sites = site === undefined || isOther || (site === 'ip' && addresses.length > 0) ? [] : valuesOf(site);
  const status = some(ACTION, (value) => ALLOWED.test(value)) ? 'ALLOWED' : meaning.status;
  const entries = [...sites, ...addresses].map((content) => entryOf(content, meaning, status));
  if (entries.length > 0) return entries;
  return skipped(fields.some(({ field }) => field !== null) ? 'no-entry' : 'not-understood');
}

const bareSpelling = (text: string): string =>
  refanged(text)
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?|\/$/g, '');

/** The single values of a field: a text with separators, an array, or wallet addresses by chain. What lies deeper belongs to others. */
function partsOf(value: unknown, field: Field): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return field === 'address' ? Object.values(value).flatMap(textsOf) : [];
  return textsOf(value);
}

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/\n|\s\|\s|[,;]\s/))
    .flatMap(partsOfWord)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Separators without a space, which an address of a page may have too. */
const partsOfWord = (word: string): string[] => word.split(/:\/\//.test(word) ? /\|(?=\w+:\/\/)/ : /[|,;]/);
