import { prefixOfExpression } from '../hash.ts';

/** Minimum number of equal characters at each end: what people compare, and what attackers generate. */
const END_LENGTH = 4;
/**
 * Minimum share of an address between the equal ends. Addresses of one issuer agree over more than an attacker can
 * generate.
 */
const MIN_MIDDLE_SHARE = 0.6;

/**
 * Fixed beginning of an address kind: `0x`, a workchain, a scheme, a bech32 prefix with its version, else one
 * character.
 */
const FIXED_START = /^(?:0x|-?\d+:|[a-z]+:[qp]|[a-z]{1,20}1[qp]?(?=[02-9ac-hj-np-z]{20,}$)|.)/;
/** A repeated digit, as in the zero address, identifies nobody. */
const RUN = /^(.)\1*$/;

/**
 * Both ends of an address in one key: addresses that people may confuse have the same key.
 * @param content canonical
 * @returns null if the address is too short or its ends identify nobody
 */
export function endsOf(content: string): string | null {
  const significant = content.replace(FIXED_START, '');
  if (significant.length < 5 * END_LENGTH || content.includes('.')) return null;
  const [start, end] = [significant.slice(0, END_LENGTH), significant.slice(-END_LENGTH)];
  return RUN.test(start) || RUN.test(end) ? null : `${start}…${end}`;
}

/**
 * 16 bits of the hash of {@link endsOf}: addresses that differ in them are no twins, and thousands of addresses share them.
 * @returns -1 where an address has no such ends
 */
export function endsBucketOf(content: string): number {
  const ends = endsOf(content);
  return ends === null ? -1 : prefixOfExpression(ends) >>> 16;
}

/**
 * Whether people may confuse two canonical addresses of one family: at least four equal characters at both ends, and a
 * different middle (MetaMask's rule, with a bound for addresses of one issuer that share a long beginning).
 */
export function areAlike(one: string, other: string): boolean {
  const ends = endsOf(one);
  if (one === other || ends === null || ends !== endsOf(other)) return false;
  const [a, b] = [one.replace(FIXED_START, ''), other.replace(FIXED_START, '')];
  const shorter = Math.min(a.length, b.length);
  return shorter - commonStart(a, b) - commonEnd(a, b) >= MIN_MIDDLE_SHARE * shorter;
}

/** Length of the common beginning of two texts. */
export function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/**
 * Splits an address into runs that equal the other one at the same position, and runs that differ. Behind the first
 * difference positions are counted from the end, because the two may differ in length.
 */
export function runs(address: string, other: string): (readonly [text: string, differs: boolean])[] {
  const pieces: [string, boolean][] = [];
  const [own, others] = [[...address], [...other]];
  const start = own.findIndex((character, index) => character !== others[index]);
  for (const [index, character] of own.entries()) {
    const opposite = index + others.length - own.length;
    const differs = start >= 0 && index >= start && (opposite < start || character !== others[opposite]);
    const last = pieces.at(-1);
    if (last && last[1] === differs) last[0] += character;
    else pieces.push([character, differs]);
  }
  return pieces;
}
