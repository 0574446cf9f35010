import { refanged } from '../../../../../asset/text/word.ts';
import type { SkipReason } from '../../reason.ts';
import { entryOf, isSureEnough, type Meaning, type RawEntry } from '../entry.ts';

export type ListRecord = Readonly<Record<string, unknown>>;

/**
 * The last words of the names of fields, in the languages of lists; of the first four the first that is filled counts.
 */
const FIELDS = {
  url: /^(?:ur[li]s?|internetadressen?|网址|網址)$/,
  host: /^(?:(?:host|hostname|fqdn|(?:web)?site|webseite|sitio)s?|(?:web|internet|fake|betrugs|phishing)?seiten?|dom(?:ain[es]*|äne?n?|aenen?|[ií]nios?|en[aey])|сайты?|домены?|域名|ドメイン)$/,
  indicator: /^(?:iocs?|indicators?|values?|observables?|content|entry)$/,
  ip: /^ips?$/,
  address: /^(?:addresse?s?|adress[en]*|wallets?|mints?|contracts?|direcci[oó]n(?:es)?|адреса?|地址)$/,
} as const;
type Field = keyof typeof FIELDS;
const SITE_FIELDS: readonly Field[] = ['url', 'host', 'indicator', 'ip'];

/** Words of fields that name somebody else: who reports, who is imitated, where more is written. */
const OTHERS =
  /^(?:details?|refs?|references?|evidence|imitat\w*|imitiert\w*|target\w*|ziel\w*|brand\w*|marken?|legit\w*|real|echte?|official|original|sources?|quellen?|report\w*|warn\w*|articles?|screenshots?|contact|e?mails?|mac|home|homepage|images?|logo|referr?er|final|redirect\w*|registr\w*|hosting|parent|urlhaus|licen[cs]e|documentation|docs?|help|api|next|previous|self)$/;

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
  // `is_phishing_site` is a question.
  if (/^(?:is|has|was)$/.test(words[0] ?? '') || words.some((word) => OTHERS.test(word))) return null;
  const last = words.findLast((word) => !/^(?:name|defanged|internet|web)$/.test(word));
  if (last === undefined) return null;
  if (/^(?:link|page)s?$/.test(last) && words.length > 1) return 'url';
  if (FIELDS.address.test(last) && words.at(-2) === 'ip') return 'ip';
  return (Object.keys(FIELDS) as Field[]).find((field) => FIELDS[field].test(last)) ?? null;
}

/** Whether a name, which is no host, is that of a group of somebody else's or of harmless records. */
export const isOfOthers = (name: string): boolean => {
  const words = wordsOf(name);
  return (
    !name.includes('.') &&
    (words.some((word) => OTHERS.test(word) || HARMLESS.test(word) || LEFT_OUT.test(word)) ||
      /\bfalse positives?\b/.test(words.join(' ')))
  );
};

const YES = /^(?:yes|y|true|1)$/i;
const NO = /^(?:no|n|none|false|0)$/i;
const ALLOWED = /^(?:allow|white)(?:ed|list(?:ed)?)?$/i;
const HARMLESS =
  /^(?:benign|clean|good|safe|trusted|legit(?:imate)?|harmless|undetected|pass(?:ed|thru)?|permit(?:ted)?|negative|ok|ham|false[-_ ]?positives?|no[tn]?[-_ ]?(?:phish(?:ing)?|malicious|scam|fraud|threats?))$/i;
/** Names of groups that are no part of the list any more, or never were. */
const LEFT_OUT =
  /^(?:except(?:ion|ed)?s?|exclu(?:de[ds]?|sions?)|ignored?|remov(?:ed|als?)|deleted|delisted|revoked|withdrawn|unblock(?:ed)?)$/;

/** Words of fields that say what a list thinks of a record. */
const VERDICT =
  /^(?:type|category|verdict|status|state|labels?|tags?|class(?:ification)?|result|prediction|list|action|disposition)$/;
/** In some tables 1 is a scam, in others an honest site. */
const LABEL = /^(?:verdict|label|class(?:ification)?|result|prediction)$/i;
const NUMBER = /^-?[01](?:\.0+)?$/;

/** Fields that take a record back, or say that it was wrong. */
const WITHDRAWN: readonly (readonly [name: RegExp, is: (value: string) => boolean])[] = [
  [
    /^(?:verified|to_?ids|(?:is[_ ]?)?(?:malicious|phish(?:ing)?|scam|fraud|threat)(?:[_ ]?(?:site|domain|url|count))?\??)$/i,
    (value) => NO.test(value),
  ],
  [
    /^(?:revoked|is_?removal|removed|deleted|withdrawn|(?:is_?)?(?:false_?positive|whitelisted|allow(?:ed)?))$/i,
    (value) => YES.test(value),
  ],
  // A number is a count of engines, as in `harmless: 1`.
  [/^(?:is[_ ]?)?(?:safe|benign|clean|harmless|legit(?:imate)?)$/i, (value) => /^(?:yes|true)$/i.test(value)],
  [/^(?:(?:removed|deleted|revoked|withdrawn)_?(?:at|on|date)|data_?wykre[sś]lenia)$/i, (value) => /^\d/.test(value)],
  [/^(?:valid_?until|expires(?:_?at)?|expiration(?:_?date)?)$/i, (value) => Date.parse(value) < Date.now()],
  [/^type$/i, (value) => /^verified$/i.test(value)],
];
const CONFIDENCE = /^confidence(?:_?(?:level|score))?$/i;
/** Kinds of indicators that no browser opens. */
const KIND = /^(?:(?:ioc|indicator|observable)[_. ]?)?(?:type|kind)$/i;
const OTHER_KIND =
  /^(?:md5|sha-?\d+|\w*hash|ssdeep|tlsh|e-?mail|mail|cve|mutex|yara|asn|filename|link|comment|text|ip-src|user-agent|regkey)\b/i;

/**
 * The entries of a record: the most precise address of its site, and wallet addresses. A record that its list takes
 * back or calls harmless lists nothing. @param shown the record as a person reads it
 */
export function recordEntries(record: ListRecord, meaning: Meaning, shown?: string): RawEntry[] {
  const skipped = (skip: SkipReason): RawEntry[] => [{ content: shown ?? JSON.stringify(record), skip }];
  const fields = Object.entries(record)
    .flatMap(partsOfField)
    .map(([name, value]) => ({ name, field: fieldOf(name), value }));
  const texts = fields.flatMap(({ name, value }) =>
    [value]
      .flat()
      .filter((part) => ['string', 'boolean', 'number'].includes(typeof part))
      .map((part) => [name, `${part}`.trim()] as const),
  );
  const some = (name: RegExp, is: (value: string) => boolean) =>
    texts.some(([key, value]) => name.test(key) && is(value));
  const verdicts = texts.filter(([name]) => wordsOf(name).some((word) => VERDICT.test(word)));
  const isHarmless = verdicts.some(([, value]) => HARMLESS.test(value) || LEFT_OUT.test(value.toLowerCase()));
  if (isHarmless || WITHDRAWN.some(([name, is]) => some(name, is))) return skipped('withdrawn');
  if (some(LABEL, (value) => NUMBER.test(value))) return skipped('not-understood');
  if (some(CONFIDENCE, (value) => !isSureEnough(value, meaning))) return skipped('unsure');
  const valuesOf = (wanted: Field, only: (name: string) => boolean = () => true) =>
    fields.flatMap(({ name, field, value }) => (field === wanted && only(name) ? partsOf(value, wanted) : []));
  const own = valuesOf('url', (name) => wordsOf(name).length === 1);
  // `registrar_url` beside `domain` is somebody else's, `malicious_url` is on that host.
  const hosts = new Set(valuesOf('host').map(hostOf));
  const isOn = (url: string) => hosts.size === 0 || hostsFrom(hostOf(url)).some((host) => hosts.has(host));
  const named = (field: Field) =>
    field !== 'url' ? valuesOf(field) : own.length > 0 ? own : valuesOf('url').filter(isOn);
  const addresses = named('address');
  const site = SITE_FIELDS.find((field) => named(field).length > 0);
  const isOther = site === 'indicator' && some(KIND, (value) => OTHER_KIND.test(value));
  // `domain|ip` of MISP: where the host leads is no entry.
  const isPair = site === 'indicator' && some(KIND, (value) => value.includes('|'));
  const sites =
    site === undefined || isOther || (site === 'ip' && addresses.length > 0)
      ? []
      : named(site).slice(0, isPair ? 1 : undefined);
  // A list of hosts beside one of pages: those of the pages are the hosts of others.
  const paged = new Set(site === 'url' ? sites.flatMap((url) => hostsFrom(hostOf(url))) : []);
  const further = fields.flatMap(({ field, value }) =>
    site === 'url' && field === 'host' && Array.isArray(value) ? partsOf(value, field) : [],
  );
  const status = verdicts.some(([, value]) => ALLOWED.test(value)) ? 'ALLOWED' : meaning.status;
  const unpaged = further.filter((host) => !paged.has(hostOf(host)));
  const entries = [...sites, ...unpaged, ...addresses].map((content) => entryOf(content, meaning, status));
  if (entries.length > 0) return entries;
  return skipped(fields.some(({ field }) => field !== null) ? 'no-entry' : 'not-understood');
}

/** Records around the one that counts, as search engines export them. */
const AROUND = /^(?:_source|data|attributes|verdicts?|overall)$/;

/** What lies in a field as fields of their own: `ioc: {value, type}` is `ioc_value` and `ioc_type`. */
function partsOfField([name, value]: readonly [string, unknown]): (readonly [string, unknown])[] {
  const field = fieldOf(name);
  const isDeeper = AROUND.test(name) || (field !== null && field !== 'address');
  if (!isDeeper || typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).flatMap(([inner, part]) =>
    AROUND.test(name) ? partsOfField([inner, part]) : [[`${name}_${inner}`, part] as const],
  );
}

const hostOf = (text: string): string =>
  refanged(text)
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/[/:?#].*/s, '')
    .slice(0, 253);

/** A host and those above it. */
const hostsFrom = (host: string): string[] => host.split('.').map((_, at, labels) => labels.slice(at).join('.'));

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
    .flatMap((text) => text.split(/\n|\s[|/]\s|[,;]\s/))
    .flatMap(partsOfWord)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Separators without a space, which an address of a page may have too. */
const partsOfWord = (word: string): string[] => word.split(/:\/\//.test(word) ? /\|(?=\w+:\/\/)/ : /[|,;]/);
