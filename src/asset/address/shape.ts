import { ADDRESS_FAMILIES, type AddressFamily, type Spelling } from './family.ts';
import { eachToken, type Span, type Token } from './token.ts';

/**
 * What has the shape of an address: as a wallet would take it, in lower case where case carries nothing; where it begins, and how many
 * characters it takes (UTF-16 units).
 */
export type Shaped = { readonly content: string; readonly index: number; readonly length: number };

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

/** How far before something is looked for what says that it is no address. */
const BEHIND = 32;

/**
 * Everything in a text that has the shape of an address of any family, in order, with repeats. What a letter or a digit touches is part of
 * something else: a transaction hash, byte code. Checksums are not looked at: see `addressOf`. Linear time.
 * @param around the text in which families that need a word beside them look for it; asked for only where that matters
 */
export function shapesIn(text: string, around: () => string = () => text): Shaped[] {
  const found: Shaped[] = [];
  let context: string | null = null;
  const isNear = ({ near }: { near: RegExp }) => {
    context ??= around();
    return near.test(context);
  };
  eachToken(text, (token) => {
    const shaped = shapedBy(token, text, isNear);
    if (shaped !== null) found.push(shaped);
    return false;
  });
  return found.length > 1 ? found.sort((one, other) => one.index - other.index) : found;
}

function shapedBy(token: Token, text: string, isNear: (context: { near: RegExp }) => boolean): Shaped | null {
  const { prefixed } = token;
  const scheme = prefixed?.text.slice(0, prefixed.text.indexOf(':')).toLowerCase() ?? '';
  for (const { family, whole, spelling } of READERS) {
    const { context, schemes } = family;
    if (prefixed !== null && whole.test(prefixed.text)) return shapedAs(prefixed, spelling);
    if (!whole.test(token.text)) continue;
    if (context === undefined || (scheme !== '' && schemes.includes(scheme))) return shapedAs(token, spelling);
    if (context.shape?.test(token.text) === false) continue;
    if (context.notBehind?.test(text.slice(Math.max(0, token.index - BEHIND), token.index))) continue;
    if (isNear(context)) return shapedAs(token, spelling);
  }
  return null;
}

const shapedAs = ({ text, index, length }: Span, { anyCase }: Spelling): Shaped => ({
  content: anyCase ? text.toLowerCase() : text,
  index,
  length,
});
