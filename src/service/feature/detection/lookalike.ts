import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { Asset } from '../../../asset/index.ts';
import { knownBrands } from '../../../lookalike/brand.ts';
import { isDeceptiveEdit } from '../../../lookalike/edit-distance.ts';
import { skeletonOf } from '../../../lookalike/skeleton.ts';

/** A brand as impostors imitate it. */
export type BrandName = {
  /** Its name in findings. */
  readonly name: string;
  /** Words that mean the brand: lower case, letters and digits. */
  readonly terms: readonly string[];
  /** Words that contain such a word and do not mean the brand. */
  readonly excludedTerms: readonly string[];
  /** Registrable domains and accounts that are the brand's own, lower case. */
  readonly own: readonly string[];
  /** Length of the shortest term that counts as a word within a name, or with one character changed. */
  readonly shortestWord: number;
};

/** Longer than any name: such a term never counts as a word. */
const NEVER = Number.POSITIVE_INFINITY;
/** Shorter names occur in the names of honest sites. */
const MIN_WORD_LENGTH = 7;

/** The most imitated brands, the same as in the extension, each under its first word. */
export const KNOWN_BRANDS: readonly BrandName[] = knownBrands().map(({ terms, hosts, unrelated }) => ({
  name: terms[0]?.word ?? '',
  terms: terms.map(({ word }) => word),
  excludedTerms: unrelated,
  own: hosts,
  shortestWord: terms.some(({ reach }) => reach === 'beside') ? NEVER : MIN_WORD_LENGTH,
}));

/** How a name imitates a brand: it looks the same, the brand is a word in it, or one character is different. */
export type LookalikeKind = 'skeleton' | 'token' | 'edit';
export type Lookalike = { readonly brand: string; readonly term: string; readonly kind: LookalikeKind };

const MIN_EDIT_LENGTH = 7;
const MIN_SKELETON_LENGTH = 4;
const ORDER: readonly LookalikeKind[] = ['skeleton', 'token', 'edit'];

/**
 * The brands that the name of a site or an account imitates, the clearest first. A brand's own assets imitate none: its
 * domains and accounts, and everything below them.
 */
export function lookalikesOf(asset: Asset, brands: readonly BrandName[]): Lookalike[] {
  const name = nameOf(asset);
  if (!name) return [];
  if (brands.some(({ own }) => own.some((mine) => name.whole === mine || name.registrable === mine))) return [];
  return brands
    .flatMap((brand) => {
      const found = brand.terms.flatMap((term) => {
        const kind = kindOf(name, term, brand);
        return kind ? [{ brand: brand.name, term, kind }] : [];
      });
      return found.sort(byKind).slice(0, 1);
    })
    .sort(byKind);
}

const byKind = (a: Lookalike, b: Lookalike): number => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

/** A name as a reader sees it. `main` is the part that its owner chose, without the public suffix. */
type Name = {
  readonly whole: string;
  readonly registrable: string | null;
  readonly main: string;
  readonly tokens: readonly { readonly text: string; readonly skeleton: string }[];
};

function nameOf({ type, content }: Asset): Name | null {
  if (type === 'ADDRESS' || type === 'PHONE_NUMBER' || type === 'IPFS') return null;
  const isHost = type === 'URL' || type === 'PAGE' || type === 'EMAIL';
  if (!isHost) return { whole: content.toLowerCase(), registrable: null, ...partsOf(content) };
  const host = type === 'EMAIL' ? content.slice(content.lastIndexOf('@') + 1) : content.split('/', 1)[0]!;
  const { domain, domainWithoutSuffix, publicSuffix, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp || !domain || !domainWithoutSuffix || !publicSuffix) return null;
  const chosen = domainToUnicode(host).split('.').slice(0, -publicSuffix.split('.').length).join('.');
  return { whole: host, registrable: domain, ...partsOf(chosen), main: chosen.split('.').at(-1)! };
}

const partsOf = (text: string) => {
  const main = text.toLowerCase();
  const words = main.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  return { main, tokens: words.map((word) => ({ text: word, skeleton: skeletonOf(word) })) };
};

function kindOf(name: Name, term: string, { excludedTerms, shortestWord }: BrandName): LookalikeKind | null {
  if (excludedTerms.some((word) => word !== '' && name.main.includes(word))) return null;
  const skeleton = skeletonOf(term);
  const isDisguised = name.tokens.some((token) => token.text !== term && token.skeleton === skeleton);
  if (term.length >= MIN_SKELETON_LENGTH && isDisguised) return 'skeleton';
  if (term.length >= shortestWord && name.tokens.some(({ text }) => text === term)) return 'token';
  return term.length >= Math.max(MIN_EDIT_LENGTH, shortestWord) && isDeceptiveEdit(name.main, term) ? 'edit' : null;
}
