import { ADDRESS_FAMILIES, type AddressFamily, type Check, type Context, type Spelling } from './family.ts';
import type { Span } from './plain-text.ts';
import { eachToken, isTooShort, type Token } from './token.ts';

/**
 * A match of a family's pattern, which may be an address. The content is as a wallet would accept it, in lower case if
 * case carries no information. Pages find candidates, the background decides: the codecs of all families are several
 * times the size of a content script.
 */
export type Candidate = Token;

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

const ofCodecs = (...codecs: readonly Check['codec'][]): Reader[] =>
  READERS.filter(({ spelling }) => codecs.includes(spelling.check.codec));
const oneOf = (readers: readonly Reader[], flags: string): RegExp =>
  new RegExp(`^(?:${readers.map(({ spelling }) => spelling.pattern).join('|')})$`, flags);

const ENS = oneOf(ofCodecs('ens-name'), 'i');
const IN_CONTEXT = READERS.filter(({ family }) => family.context !== undefined);
const ANY_IN_CONTEXT = oneOf(IN_CONTEXT, 'i');
/** Spellings other than names that need no nearby word. */
const CLEAR = READERS.filter(
  ({ family, spelling }) => family.context === undefined && spelling.check.codec !== 'ens-name',
);
const ANY_CASE = oneOf(
  CLEAR.filter(({ spelling }) => spelling.anyCase),
  'i',
);
const ONE_CASE = oneOf(
  CLEAR.filter(({ spelling }) => !spelling.anyCase),
  '',
);

/** Spellings in either case, but in one: wallets refuse a mix (BIP-173, CashAddr). */
const IN_ONE_CASE = oneOf(ofCodecs('segwit', 'cash-address'), 'i');
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && IN_ONE_CASE.test(text);

/** Maximum distance between an address and the word that confirms it, in characters. */
const NEAR = 300;
/** Length of the text before a match that is searched for a sign that it is something else, in characters. */
const BEHIND = 32;

/**
 * Finds everything with the shape of an address of any family, in order, with repeats. Skips a match that touches a
 * letter or a digit: it is part of a transaction hash or byte code. Does not verify checksums (see `addressOf`). Linear
 * time.
 * @param around returns the surrounding text for families that need a nearby word; called only for those. Null if such
 * a word is known to be there
 */
export function candidatesIn(text: string, around: (() => string) | null = () => ''): Candidate[] {
  if (isTooShort(text)) return [];
  const found: Candidate[] = [];
  let isInOrder = true;
  let words: string | null = null;
  const answers = new Map<Context, boolean>();
  const isNear = (context: Context): boolean => {
    if (around === null) return true;
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
  const isMeant = (span: Span, context: Context): boolean =>
    isLikely(span, context, text) && (isBeside(span, context) || isNear(context));
  eachToken(text, (token, kind, prefixed) => {
    const shaped = kind === 'whole' ? token : SHAPES[kind](token, prefixed, isMeant);
    if (shaped === null) return;
    isInOrder &&= found.length === 0 || found[found.length - 1]!.index <= shaped.index;
    found.push(shaped);
  });
  return isInOrder ? found : found.sort((one, other) => one.index - other.index);
}

type IsMeant = (span: Span, context: Context) => boolean;

/** What has the shape of an address at a token of each kind that does not show it already. */
const SHAPES = {
  ens: (token: Token): Token | null => (ENS.test(token.content) ? inLowerCase(token) : null),
  near: inContext,
  code: (token: Token, prefixed: Span | null, isMeant: IsMeant): Token | null => {
    if (prefixed !== null && ANY_CASE.test(prefixed.content) && !isMixed(prefixed.content))
      return inLowerCase(prefixed);
    if (ANY_CASE.test(token.content)) return isMixed(token.content) ? null : inLowerCase(token);
    return ONE_CASE.test(token.content) ? token : inContext(token, prefixed, isMeant);
  },
} as const;

function inContext(token: Token, prefixed: Span | null, isMeant: IsMeant): Token | null {
  if (!ANY_IN_CONTEXT.test(token.content)) return null;
  for (const { family, whole, spelling } of IN_CONTEXT) {
    if (!whole.test(token.content)) continue;
    const { context, schemes } = family;
    const isNamed =
      prefixed !== null && schemes.includes(prefixed.content.slice(0, prefixed.content.indexOf(':')).toLowerCase());
    if (isNamed || isMeant(token, context!)) return spelling.anyCase ? inLowerCase(token) : token;
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

const isLikely = ({ content, index, length }: Span, { shape, notBehind }: Context, text: string): boolean =>
  shape?.test(content) !== false &&
  !notBehind?.test(text.slice(Math.max(0, index - BEHIND), index)) &&
  !LINE_OF_LETTERS.test(text.slice(index, index + length));

/** Words on lines are no address in pieces where no checksum tells: `Raydium\nJupiter\n…` beside `Solana`. */
const LINE_OF_LETTERS = /(?:^|\s)[A-Za-z]+(?:\s|$)/;

/** In ASCII only: other letters follow the rules of their family (`Σ` in a name never becomes `ς`). */
function inLowerCase(token: Token): Token {
  const { content } = token;
  if (!/[A-Z]/.test(content)) return token;
  if (!/[^\0-\x7f]/.test(content)) return { ...token, content: content.toLowerCase() };
  const codes: number[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    codes.push(code >= 65 && code <= 90 ? code + 32 : code);
  }
  return { ...token, content: String.fromCharCode(...codes) };
}
