import { ADDRESS_FAMILIES, type AddressFamily, type Context, type Spelling } from './family.ts';
import type { Span } from './plain-text.ts';
import { eachToken, type Token } from './token.ts';

/**
 * What has the shape of an address: as a wallet would take it, in lower case where case carries nothing; where it begins, and how many
 * characters it takes (UTF-16 units).
 */
export type Shaped = {
  readonly content: string;
  readonly index: number;
  readonly length: number;
  /** See {@link Token}; the name without that text is found as well. */
  readonly mayRunOn?: true;
};

/** One spelling of one family, and what a text in it looks like as a whole. */
export type Reader = { readonly family: AddressFamily; readonly whole: RegExp; readonly spelling: Spelling };

/** Every spelling of every family, in the order in which they claim a text. */
export const READERS: readonly Reader[] = ADDRESS_FAMILIES.flatMap((family) =>
  family.spellings.map((spelling) => ({
    family,
    spelling,
    whole: new RegExp(`^(?:${spelling.pattern})$`, spelling.anyCase ? 'i' : ''),
  })),
);

const IN_CONTEXT = READERS.filter(({ family }) => family.context !== undefined);

/** One expression for all spellings that need no word beside them: most words are none, and are told so at once. */
function anyOf(anyCase: boolean): RegExp {
  const meant = READERS.filter(
    ({ family, spelling }) => family.context === undefined && (spelling.anyCase ?? false) === anyCase,
  );
  return new RegExp(`^(?:${meant.map(({ spelling }) => spelling.pattern).join('|')})$`, anyCase ? 'i' : '');
}
const ANY_CASE = anyOf(true);
const ONE_CASE = anyOf(false);

/** How far from an address a word still stands beside it. */
const NEAR = 300;
/** How far before something is looked for what says that it is no address. */
const BEHIND = 32;

/**
 * Everything in a text that has the shape of an address of any family, in order, with repeats. What a letter or a digit touches is part of
 * something else: a transaction hash, byte code. Checksums are not looked at: see `addressOf`. Linear time.
 * @param around what stands near the text, for families that need a word beside them; asked for only where that matters
 */
export function shapesIn(text: string, around: () => string = () => ''): Shaped[] {
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
  { span, prefixed }: Token,
  text: string,
  isBeside: (span: Span, context: Context) => boolean,
  isNear: (context: Context) => boolean,
): Shaped | null {
  if (prefixed !== null && ANY_CASE.test(prefixed.text)) return shapedAs(prefixed, true);
  if (ANY_CASE.test(span.text)) return shapedAs(span, true);
  if (ONE_CASE.test(span.text)) return shapedAs(span);
  for (const { family, whole, spelling } of IN_CONTEXT) {
    if (!whole.test(span.text)) continue;
    const { context, schemes } = family;
    const isNamed =
      prefixed !== null && schemes.includes(prefixed.text.slice(0, prefixed.text.indexOf(':')).toLowerCase());
    if (isNamed || (isLikely(span, context!, text) && (isBeside(span, context!) || isNear(context!))))
      return shapedAs(span, spelling.anyCase);
  }
  return null;
}

/** Where a word stands that a family wants near. */
type Place = { readonly start: number; readonly end: number };

/** All of them, in order, looked for once: around each of many tokens the same text would be searched again and again. */
const placesOf = ({ near }: Context, text: string): Place[] =>
  [...text.matchAll(new RegExp(near, `${near.flags}g`))].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));

/** The index of the first place that starts at `from` or later. */
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
  // Other letters have their small ones by the rules of their family alone: a name's `Σ` is never `ς`.
  content: anyCase ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text,
  index,
  length,
});
