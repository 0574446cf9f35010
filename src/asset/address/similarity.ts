/** So many characters of either end must agree: what people compare, and what impostors grind for. */
const END_LENGTH = 4;
/** The share of an address that must lie between the ends that agree; names of one maker agree over more than an impostor can afford. */
const MIN_MIDDLE_SHARE = 0.6;

/** What every address of its kind begins with: `0x`, a work chain, a scheme, a bech32 prefix with its version, else one character. */
const FIXED_START = /^(?:0x|-?\d+:|[a-z]+:[qp]|[a-z]{1,20}1[qp]?(?=[02-9ac-hj-np-z]{20,}$)|.)/;
/** One digit over and over, as in the zero address, says nothing. */
const RUN = /^(.)\1*$/;

/**
 * What of an address people look at, as one word: addresses that might be taken for each other have the same.
 * @param content canonical
 * @returns null for what is too short, or has ends that say nothing
 */
export function endsOf(content: string): string | null {
  const significant = content.replace(FIXED_START, '');
  if (significant.length < 5 * END_LENGTH || content.includes('.')) return null;
  const [start, end] = [significant.slice(0, END_LENGTH), significant.slice(-END_LENGTH)];
  return RUN.test(start) || RUN.test(end) ? null : `${start}…${end}`;
}

/**
 * Whether two canonical addresses of one family might be taken for each other: they agree over four characters and more at both ends
 * and differ over most of what is between (MetaMask's rule, with a bound for addresses that one maker gives long common starts).
 */
export function areAlike(one: string, other: string): boolean {
  const ends = endsOf(one);
  if (one === other || ends === null || ends !== endsOf(other)) return false;
  const [a, b] = [one.replace(FIXED_START, ''), other.replace(FIXED_START, '')];
  const shorter = Math.min(a.length, b.length);
  return shorter - commonStart(a, b) - commonEnd(a, b) >= MIN_MIDDLE_SHARE * shorter;
}

/** How many characters two texts have in common where they begin. */
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
