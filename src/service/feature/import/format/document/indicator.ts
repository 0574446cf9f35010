import * as z from 'zod/mini';
import { entryOf, isSureEnough, type Meaning, type RawEntry } from '../entry.ts';

const flag = z.optional(z.unknown());
export const stixBundle = z.object({ type: z.literal('bundle'), objects: z.array(z.unknown()) });
const indicator = z.object({
  type: z.literal('indicator'),
  pattern: z.string(),
  pattern_type: z.optional(z.string()),
  revoked: flag,
  valid_until: z.optional(z.string()),
  confidence: flag,
  indicator_types: z._default(z.array(z.string()), []),
  labels: z._default(z.array(z.string()), []),
});
/** A text in a pattern, and its end: nothing where it is never closed, which is read once and not from each quote on. */
const LITERAL = /'((?:[^'\\]|\\.)*)\\?('|$)/gs;
/** One comparison of a pattern (STIX 2.1 section 9.6), of what a browser opens or a wallet pays: a quote for each text, and no two blanks. */
const COMPARISON =
  /^ ?\[?\(? ?(?:domain-name|url|ipv4-addr|ipv6-addr|x-[\w-]*wallet|cryptocurrency-wallet):(?:value|address) ?(?:=|IN) ?\(? ?'(?: ?, ?')* ?\)? ?\)?\]? ?$/;

/**
 * The entries of a STIX 2.1 bundle: hosts, URLs and addresses in the patterns of indicators that are neither revoked, over, nor benign.
 * Only alternatives (`OR`) are read: of several conditions that must hold together none is bad alone.
 */
export function stixEntries({ objects }: z.infer<typeof stixBundle>, meaning: Meaning): RawEntry[] {
  return objects.flatMap((object): RawEntry[] => {
    const { success, data } = z.safeParse(indicator, object);
    if (!success) return [{ content: JSON.stringify(object), skip: isObject(object) ? 'no-entry' : 'not-understood' }];
    const { pattern, revoked, valid_until: end = '', indicator_types: types, labels, confidence } = data;
    if (isTrue(revoked) || Date.parse(end) < Date.now() || [...types, ...labels].includes('benign'))
      return [{ content: pattern, skip: 'withdrawn' }];
    if (!isSureEnough(confidence, meaning)) return [{ content: pattern, skip: 'unsure' }];
    if ((data.pattern_type ?? 'stix') !== 'stix') return [{ content: pattern, skip: 'no-entry' }];
    return alternativesOf(pattern).flatMap(({ comparison, literals, shown }): RawEntry[] => {
      if (!COMPARISON.test(comparison))
        return [{ content: shown, skip: /^ ?\[?[\w-]+:/.test(comparison) ? 'no-entry' : 'not-understood' }];
      return literals.map((text) => entryOf(text.replace(/\\(.)/g, '$1'), meaning, 'BLOCKED'));
    });
  });
}

function alternativesOf(pattern: string) {
  const all: string[] = [];
  const bare = pattern.replace(LITERAL, (_, text: string, end: string) => {
    all.push(text);
    return end === '' ? "'!" : end;
  });
  return bare
    .replace(/\s+/g, ' ')
    .split(' OR ')
    .map((comparison) => {
      const literals = all.splice(0, comparison.replace(/[^']/g, '').length);
      let next = 0;
      return { comparison, literals, shown: comparison.replaceAll("'", () => `'${literals[next++]}'`) };
    });
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const attribute = z.object({ type: z.string(), value: z.string(), to_ids: flag, deleted: flag });
const attributes = z._default(z.array(z.unknown()), []);
export const mispEvent = z.object({
  Event: z.object({ Attribute: attributes, Object: z._default(z.array(z.object({ Attribute: attributes })), []) }),
});
/** Types of attributes that name a site or a wallet, some with a second part behind `|` (MISP core format, attribute types). */
const SITE_TYPE = /^(?:domain|hostname|url|ip-dst|btc|xmr|dash)(?:\|(?:ip|port))?$/;

/** The entries of a MISP event: attributes of sites and wallets that are meant for detection (`to_ids`) and not deleted. */
export const mispEntries = ({ Event }: z.infer<typeof mispEvent>, meaning: Meaning): RawEntry[] =>
  [...Event.Attribute, ...Event.Object.flatMap((object) => object.Attribute)].map((given): RawEntry => {
    const { success, data } = z.safeParse(attribute, given);
    if (!success) return { content: JSON.stringify(given), skip: 'not-understood' };
    const { type, value, to_ids: isMeant, deleted } = data;
    if (!SITE_TYPE.test(type)) return { content: value, skip: 'no-entry' };
    if (!isTrue(isMeant) || isTrue(deleted)) return { content: value, skip: 'withdrawn' };
    return entryOf(type.includes('|') ? value.replace(/\|.*/s, '') : value, meaning, 'BLOCKED');
  });

/** Also as a number, and as a text of YAML. */
const isTrue = (value: unknown): boolean => /^(?:true|1)$/i.test(String(value));
