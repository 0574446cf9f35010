import { isRule } from './adblock.ts';
import type { ImportFormat } from './entry.ts';
import { DNSMASQ_RULE, POLICY, PROXY_RULE, UNBOUND_LOCAL } from './resolver.ts';
import type { Sample } from './sample.ts';
import { layoutOf } from './table.ts';

const SIGNS: readonly (readonly [ImportFormat, (sample: Sample) => boolean])[] = [
  ['ofac', ({ text }) => /^\s*</.test(text) && /<(?:[\w.-]+:)?(?:sdnList|Sanctions|sanctionsData)\b/.test(text)],
  ['adblock', ({ lines }) => /^\[(?:ad|u)(?:block|guard)/i.test(lines[0] ?? '')],
  ['ndjson', ({ lines }) => /^\s*[{"]/.test(firstOf(lines)) && lines.length > 1 && isJson(firstOf(lines))],
  ['stix', ({ text }) => isDocument(text) && /"type"\s*:\s*"bundle"/.test(text)],
  ['misp', ({ text }) => isDocument(text) && /"Event"\s*:\s*\{/.test(text)],
  ['eth-phishing-detect', ({ text }) => isDocument(text) && /"(?:fuzzylist|blacklist)"\s*:\s*\[/.test(text)],
  ['polkadot-phishing', ({ text }) => isDocument(text) && /"deny"\s*:\s*\[/.test(text)],
  ['json', ({ text }) => isDocument(text)],
  ['unbound', ofLines((line) => UNBOUND_LOCAL.test(line))],
  ['dnsmasq', ofLines((line) => DNSMASQ_RULE.test(line))],
  ['adblock', ofLines(isRule)],
  ['rpz', ofLines((line) => POLICY.test(line))],
  ['ofac', ofLines((line) => SDN_ROW.test(line))],
  ['rule-set', ofLines((line) => PROXY_RULE.test(line))],
  ['yaml', ({ lines }) => /^\s*(?:---(?:\s|$)|%YAML |-(?:$| +["']?[^\s"'])|[\w.-]+:\s*$)/.test(firstOf(lines))],
  ['yaml', ({ lines }) => /^[\w.-]+:\s/.test(firstOf(lines)) && lines.some((line) => /^\s*- ./.test(line))],
  ['csv', ({ lines }) => layoutOf(lines) !== null],
];

/** The format of a file, by its content alone; null for a web page or other XML. */
export function formatOf(sample: Sample): ImportFormat | null {
  const found = SIGNS.find(([, isLike]) => isLike(sample))?.[0];
  return found ?? (/^\s*</.test(sample.text) ? null : 'hosts');
}

/** A row of OFAC's table, in which `-0-` stands for nothing (Specially Designated Nationals list, data formats). */
const SDN_ROW = /^\d+,".*-0- *(?:,|$)/;
const isDocument = (text: string): boolean => /^\s*(?:\{|\[(?!(?:ad|u)(?:block|guard)))/i.test(text);

const firstOf = (lines: readonly string[]): string => lines.find((line) => !/^\s*#/.test(line)) ?? '';

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Longer lines are of none of the formats that have a sign in their lines, and take long to look at. Characters. */
const MAX_SIGNED = 4_096;

/** At least one line in five must have the sign: comments, settings and plain hosts stand between. */
function ofLines(isLike: (line: string) => boolean): (sample: Sample) => boolean {
  return ({ lines }) => {
    const { length } = lines.filter((line) => line.length <= MAX_SIGNED && isLike(line.trim()));
    return length > 0 && length * 5 >= lines.filter((line) => !/^\s*[!#;]/.test(line)).length;
  };
}
