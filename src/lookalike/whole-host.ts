import type { ImitatedBrand } from './brand.ts';
import { skeletonOf } from './skeleton.ts';

/** Brands by the skeletons of their hosts: of the whole host, of the host with hyphens for dots, and of its name before the suffix. */
type Index = { readonly whole: Hosts; readonly hyphenated: Hosts; readonly names: Hosts };
type Hosts = Map<string, ImitatedBrand>;

const indexes = new WeakMap<readonly ImitatedBrand[], Index>();

/** Shorter names are in too many others: `x-com`, or `lng` for `ing`. */
const MIN_HYPHENATED_LENGTH = 2;
const MIN_NAME_LENGTH = 4;

function indexOf(brands: readonly ImitatedBrand[]): Index {
  const known = indexes.get(brands);
  if (known) return known;
  const index: Index = { whole: new Map(), hyphenated: new Map(), names: new Map() };
  for (const brand of brands)
    for (const host of brand.hosts) {
      const [name = '', ...suffix] = host.split('.');
      if (suffix.length === 0) continue;
      const skeleton = skeletonOf(host);
      const add = (hosts: Hosts, key: string) => hosts.has(key) || hosts.set(key, brand);
      add(index.whole, skeleton);
      if (name.length >= MIN_HYPHENATED_LENGTH) add(index.hyphenated, skeleton.replaceAll('.', '-'));
      if (name.length >= MIN_NAME_LENGTH && suffix.length === 1) add(index.names, skeletonOf(name));
    }
  indexes.set(brands, index);
  return index;
}

/** What is left of a name without accents is ASCII in the languages of Europe: `gâté` is a word. */
const hasForeignLetter = (text: string): boolean => /[^\0-\x7f]/.test(text.normalize('NFD').replace(/\p{M}/gu, ''));

/**
 * The brand with a host whose letters a host imitates, with the same suffix, or with any suffix if a letter is of another script.
 * @param labels all labels of the host, in Unicode
 */
export function disguisedHost(labels: readonly string[], brands: readonly ImitatedBrand[]): ImitatedBrand | null {
  const { whole, names } = indexOf(brands);
  const skeletons = labels.map(skeletonOf);
  for (let from = 0; from < labels.length - 1; from += 1) {
    const own = whole.get(skeletons.slice(from).join('.'));
    if (own && (labels[from]!.length >= MIN_NAME_LENGTH || /[^\0-\x7f]/.test(labels[from]!))) return own;
  }
  for (const token of labels.flatMap((label) => label.split('-'))) {
    const own = hasForeignLetter(token) ? names.get(skeletonOf(token)) : undefined;
    if (own) return own;
  }
  return null;
}

/** The brand that owns its name under the suffixes of many countries, if a host is of that form: `amazon.co.uk`. */
function ofCountry(host: string, names: Hosts): ImitatedBrand | undefined {
  const [, name = ''] = /^([^.]+)\.(?:com?\.)?[a-z]{2}$/.exec(host) ?? [];
  const brand = names.get(name);
  return brand?.everyCountry ? brand : undefined;
}

/** Suffixes that are no words, after which a name with hyphens may go on. */
const CLEAR_SUFFIX = /-(?:com|net|org|io)$/;

/**
 * The brand with a host that stands before the name of another owner, as people read the beginning: `chase.com.evil.example`,
 * `chase.com-verify.example`, `www-chase-com.evil.example`.
 * @param name skeleton of the labels before the suffix, joined with dots
 */
export function hostBefore(name: string, brands: readonly ImitatedBrand[]): ImitatedBrand | null {
  const { whole, hyphenated, names } = indexOf(brands);
  const edges = [...name.matchAll(/[.-]|$/g)].map(({ index }) => index);
  const starts = [0, ...edges.map((edge) => edge + 1)];
  for (const start of starts)
    for (const end of edges) {
      if (end <= start) continue;
      const part = name.slice(start, end);
      const own = whole.get(part) ?? ofCountry(part, names);
      if (own) return own;
      if (name.charAt(end) === '-' && !CLEAR_SUFFIX.test(part)) continue;
      const joined = hyphenated.get(part);
      if (joined) return joined;
    }
  return null;
}
