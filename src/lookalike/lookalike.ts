import { readableHost } from '../asset/url/host/idn.ts';
import { isIpAddress } from '../asset/url/host/ip.ts';
import type { ImitatedBrand, Term } from './brand.ts';
import { isDeceptiveEdit } from './edit-distance.ts';
import { isExempt } from './exempt-host.ts';
import { skeletonOf } from './skeleton.ts';
import { disguisedHost, hostBefore } from './whole-host.ts';

/** How a host imitates a brand: its letters look the same, it contains the brand's name, or one character differs. */
export const LOOKALIKE_KINDS = ['skeleton', 'name', 'edit'] as const;
export type LookalikeKind = (typeof LOOKALIKE_KINDS)[number];

/** A host that imitates a brand. `host` is the brand's own host. */
export type LookalikeHost = { readonly brand: string; readonly host: string; readonly kind: LookalikeKind };

const MIN_SKELETON_LENGTH = 4;

/** Bait words, which impostors put beside a name. Short names and dictionary words match only beside one of them. */
const BAIT = new Set(
  (
    'access account accounts activate activation airdrop airdrops alert allocation allocations allocate app apps appeal auth authorize banking billing bonus ' +
    'bridge check checker claim claims claiming coin community confirm connect crypto customer dapp dapps dashboard defi distribution drop drops earn eligibility ' +
    'eligible enroll event events exchange farm fi finance foundation free freemint gift giveaway governance help helpdesk invest io join kyc launch launchpad ' +
    'live lock login mainnet merge migrate migration mint minting network nft nfts node official org pay points portal pool presale promo protocol ' +
    'quest recover recovery redeem refund register registration restore reward rewards sale season secure security service signin signup stake ' +
    'staking start suite support swap sync token tokens trade trading treasury trust unlock update upgrade validate verification verify vote voting ' +
    'wallet wallets web web3 whitelist xyz'
  ).split(' '),
);

const COUNTRY = /^[a-z]{2}$/;
/** An account of GitHub, which gives each name once and takes it from impostors (GitHub Trademark Policy), or a manual at its usual hosts. */
const PAGES = /(?:^|\.)([^.]+)\.(?:github|readthedocs|readme)\.io$/;
/** Labels before the country in suffixes such as `co.uk` and `com.au`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|ne|net|or|org)$/;

/**
 * The brand that a host imitates, or null. For a notice, never for a block. A brand's own hosts and hosts below them do
 * not imitate. Sends no request.
 * @param host canonical, in ASCII
 */
export function lookalikeOf(host: string, brands: readonly ImitatedBrand[]): LookalikeHost | null {
  if (isIpAddress(host) || !host.includes('.') || isExempt(host)) return null;
  const readable = readableHost(host).split('.');
  const suffix = suffixLength(host.split('.'));
  const labels = readable.slice(0, -suffix).map((text) => ({ text, skeleton: skeletonOf(text) }));
  if (isOwn(host, labels, brands)) return null;
  const disguised = disguisedHost(readable, brands);
  const own = disguised ?? hostBefore(labels.map(({ skeleton }) => skeleton).join('.'), brands);
  if (own) return { brand: own.name, host: own.hosts[0] ?? '', kind: disguised ? 'skeleton' : 'name' };
  const tokens = labels.flatMap(({ skeleton }) => skeleton.split(/[-_]+/));
  let best: (LookalikeHost & { readonly term: Term }) | null = null;
  for (const brand of brands)
    for (const term of brand.terms) {
      const kind = kindOf(term, brand.unrelated, { labels, tokens });
      if (kind === null || (best && !isClearer({ kind, term }, best))) continue;
      best = { brand: brand.name, host: brand.hosts[0] ?? '', kind, term };
    }
  return best && { brand: best.brand, host: best.host, kind: best.kind };
}

/** The part of a host that its owner chose: its labels, and their words as skeletons. */
type Name = { readonly labels: readonly Label[]; readonly tokens: readonly string[] };
type Label = { readonly text: string; readonly skeleton: string };

/** The number of labels in the suffix of a host, as far as that is known without the Public Suffix List. */
const suffixLength = (labels: readonly string[]): number =>
  labels.length > 2 && COUNTRY.test(labels.at(-1)!) && SECOND_LEVEL.test(labels.at(-2)!) ? 2 : 1;

function isOwn(host: string, labels: readonly Label[], brands: readonly ImitatedBrand[]): boolean {
  const above = host.split('.').map((_, index, all) => all.slice(index).join('.'));
  const main = labels.at(-1)?.text;
  const isCountry = COUNTRY.test(host.slice(-2)) && host.at(-3) === '.';
  const account = PAGES.exec(host)?.[1];
  return brands.some(
    ({ hosts, terms, everyCountry }) =>
      above.some((each) => hosts.includes(each)) ||
      terms.some(({ word }) => word === account || (everyCountry && isCountry && word === main)),
  );
}

function kindOf(
  { word, skeleton, reach }: Term,
  unrelated: readonly string[],
  { labels, tokens }: Name,
): LookalikeKind | null {
  if (word.length >= MIN_SKELETON_LENGTH && labels.some((label) => isDisguise(label, word, skeleton)))
    return 'skeleton';
  const isNamed =
    (reach === 'inside' && labels.some((label) => isInside(skeleton, label, unrelated))) ||
    (reach === 'word' && tokens.includes(skeleton)) ||
    isBaited(skeleton, tokens);
  if (isNamed) return 'name';
  const isEdited = reach === 'inside' && tokens.some((token) => isDeceptiveEdit(token, skeleton));
  return isEdited ? 'edit' : null;
}

const isInside = (name: string, { text, skeleton }: Label, unrelated: readonly string[]): boolean =>
  skeleton.replaceAll('-', '').includes(name) && !unrelated.some((word) => text.includes(word));

/** Whether a label contains the name as a separate word in letters of another script. */
function isDisguise({ text, skeleton: whole }: Label, word: string, skeleton: string): boolean {
  if (!whole.includes(skeleton) || /^[a-z0-9-]*$/.test(text)) return false;
  return text.split('-').some((token) => token !== word && skeletonOf(token) === skeleton);
}

const BAIT_SKELETONS = new Set([...BAIT].map(skeletonOf));

function isBaited(skeleton: string, tokens: readonly string[]): boolean {
  if (tokens.includes(skeleton)) return tokens.some((token) => BAIT_SKELETONS.has(token));
  return tokens.some(
    (token) =>
      (token.startsWith(skeleton) && BAIT_SKELETONS.has(token.slice(skeleton.length))) ||
      (token.endsWith(skeleton) && BAIT_SKELETONS.has(token.slice(0, -skeleton.length))),
  );
}

type Found = { readonly kind: LookalikeKind; readonly term: Term };

function isClearer(one: Found, other: Found): boolean {
  const order = LOOKALIKE_KINDS.indexOf(one.kind) - LOOKALIKE_KINDS.indexOf(other.kind);
  return order < 0 || (order === 0 && one.term.word.length > other.term.word.length);
}
