import { ADDRESS_FAMILIES, type AddressFamily, type Context, type Spelling } from './family.ts';
import type { Span } from './plain-text.ts';
import { eachToken, isTooShort, type Token } from './token.ts';

/**
 * A match of a family's pattern. The content is as a wallet would accept it, in lower case if case carries no
 * information; `index` and `length` are UTF-16 units.
 */
export type Shaped = {
  readonly content: string;
  readonly index: number;
  readonly length: number;
  /** See {@link Token}. The name without the text before it is found as well. */
  readonly mayRunOn?: true;
};

/** One spelling of one family, with the pattern of a whole text. */
export type Reader = { readonly family: AddressFamily; readonly whole: RegExp; readonly spelling: Spelling };

/** Every spelling of every family, in order of precedence. */
export const READERS: readonly Reader[] = ADDRESS_FAMILIES.flatMap((family) =>
  family.spellings.map((spelling) => ({
    family,
    spelling,
    whole: new RegExp(`^(?:${spelling.pattern})$`, spelling.anyCase ? 'i' : ''),
  })),
);

/** What tells whether a token is an address: two expressions for all spellings that need no nearby word, and those that need one. */
type Readers = {
  readonly anyCase: RegExp;
  readonly oneCase: RegExp | null;
  readonly inContext: readonly Reader[];
};

const isName = ({ spelling }: Reader): boolean =>
  spelling.check.codec === 'ens-name' || spelling.check.codec === 'near-name';
const NAMES = readersOf(READERS.filter(isName));
const CODES = readersOf(READERS.filter((reader) => !isName(reader)));

function readersOf(readers: readonly Reader[]): Readers {
  const plain = readers.filter(({ family }) => family.context === undefined);
  const [anyCase, oneCase] = [true, false].map((isAnyCase) =>
    plain
      .filter(({ spelling }) => (spelling.anyCase ?? false) === isAnyCase)
      .map(({ spelling }) => spelling.pattern)
      .join('|'),
  );
  return {
    anyCase: new RegExp(`^(?:${anyCase})$`, 'i'),
    oneCase: oneCase ? new RegExp(`^(?:${oneCase})$`) : null,
    inContext: readers.filter(({ family }) => family.context !== undefined),
  };
}

/** Spellings in either case, but in one: wallets refuse a mix (BIP-173, CashAddr). */
const IN_ONE_CASE = new RegExp(
  `^(?:${READERS.filter(({ spelling: { check } }) => check.codec === 'segwit' || check.codec === 'cash-address')
    .map(({ spelling }) => spelling.pattern)
    .join('|')})$`,
  'i',
);
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && IN_ONE_CASE.test(text);

/** Maximum distance between an address and the word that confirms it, in characters. */
const NEAR = 300;
/** Length of the text before a match that is searched for a sign that it is something else, in characters. */
const BEHIND = 32;

/**
 * Finds everything with the shape of an address of any family, in order, with repeats. Skips a match that touches a
 * letter or a digit: it is part of a transaction hash or byte code. Does not verify checksums (see `addressOf`). Linear
 * time.
 * @param around returns the surrounding text for families that need a nearby word; called only for those
 */
export function shapesIn(text: string, around: () => string = () => ''): Shaped[] {
  if (isTooShort(text)) return [];
  const found: Shaped[] = [];
  let isInOrder = true;
  let words: string | null = null;
  const answers = new Map<Context, boolean>();
  const isNear = (context: Context): boolean => {
    words ??= around();
    const answer = answers.get(context) ?? context.near.test(words);
    answers.set(context, answer);
    return answer;
  };
  const places = new Map<Context, readonly Place[]>();
  const isBeside = ({ index, length }: Span, context: Context): boolean => {
    const all = places.get(context) ?? placesOf(context, text);
    places.set(context, all);
    const end = index + length;
    const next = all[firstFrom(all, index - NEAR)];
    const after = all[firstFrom(all, end)];
    return (next !== undefined && next.end <= index) || (after !== undefined && after.end <= end + NEAR);
  };
  eachToken(text, (token) => {
    const shaped = shapedBy(token, text, isBeside, isNear);
    if (shaped === null) return;
    isInOrder &&= found.length === 0 || found[found.length - 1]!.index <= shaped.index;
    const { content, index, length } = shaped;
    found.push(token.mayRunOn ? { content, index, length, mayRunOn: true } : shaped);
  });
  return isInOrder ? found : found.sort((one, other) => one.index - other.index);
}

function shapedBy(
  { span, prefixed, isName }: Token,
  text: string,
  isBeside: (span: Span, context: Context) => boolean,
  isNear: (context: Context) => boolean,
): Shaped | null {
  const { anyCase, oneCase, inContext } = isName ? NAMES : CODES;
  if (prefixed !== null && !isName && anyCase.test(prefixed.text) && !isMixed(prefixed.text))
    return shapedAs(prefixed, true);
  if (anyCase.test(span.text)) return !isName && isMixed(span.text) ? null : shapedAs(span, true);
  if (oneCase?.test(span.text)) return shapedAs(span);
  for (const { family, whole, spelling } of inContext) {
    if (!whole.test(span.text)) continue;
    const { context, schemes } = family;
    const isNamed =
      prefixed !== null && schemes.includes(prefixed.text.slice(0, prefixed.text.indexOf(':')).toLowerCase());
    if (isNamed || (isLikely(span, context!, text) && (isBeside(span, context!) || isNear(context!))))
      return shapedAs(span, spelling.anyCase);
  }
  return null;
}

/** Position of a word that a family needs nearby. */
type Place = { readonly start: number; readonly end: number };

/** Finds all of them once, in order: a search around each token would read the same text repeatedly. */
const placesOf = ({ near }: Context, text: string): Place[] =>
  [...text.matchAll(new RegExp(near, `${near.flags}g`))].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));

/** Index of the first position that starts at `from` or later. */
function firstFrom(places: readonly Place[], from: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isLikely = ({ text: spelling, index }: Span, { shape, notBehind }: Context, text: string): boolean =>
  shape?.test(spelling) !== false && !notBehind?.test(text.slice(Math.max(0, index - BEHIND), index));

const shapedAs = ({ text, index, length }: Span, anyCase = false): Shaped => ({
  content: anyCase ? inLowerCase(text) : text,
  index,
  length,
});

/** In ASCII only: other letters follow the rules of their family (`Σ` in a name never becomes `ς`). */
function inLowerCase(text: string): string {
  if (!/[A-Z]/.test(text)) return text;
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  const codes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    codes.push(code >= 65 && code <= 90 ? code + 32 : code);
  }
  return String.fromCharCode(...codes);
}
