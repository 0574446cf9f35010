import { readableHost } from '../asset/url/host/idn.ts';
import { isIpAddress } from '../asset/url/host/ip.ts';
import type { ImitatedBrand, Term } from './brand.ts';
import { isDeceptiveEdit } from './edit-distance.ts';
import { skeletonOf } from './skeleton.ts';

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

/** Labels before the country in suffixes such as `co.uk` and `com.au`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|ne|net|or|org)$/;

/** Hosts whose operators know their tenants: `coinbase.zendesk.com` belongs to Coinbase. */
const LANDLORDS = new Set(
  'atlassian.net discourse.group fandom.com freshdesk.com intercom.help statuspage.io stackexchange.com tumblr.com zendesk.com'.split(
    ' ',
  ),
);

/**
 * The brand that a host imitates, or null. For a notice, never for a block. A brand's own hosts and hosts below them do
 * not imitate. Sends no request.
 * @param host canonical, in ASCII
 */
export function lookalikeOf(host: string, brands: readonly ImitatedBrand[]): LookalikeHost | null {
  if (isIpAddress(host) || !host.includes('.')) return null;
  const labels = nameLabels(host);
  if (isOwn(host, labels, brands)) return null;
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

/** The labels of a host in Unicode without its suffix, as far as that is known without the Public Suffix List. */
function nameLabels(host: string): Label[] {
  const readable = readableHost(host).split('.');
  const ascii = host.split('.');
  const country = /^[a-z]{2}$/.test(ascii.at(-1)!) && ascii.length > 2 && SECOND_LEVEL.test(ascii.at(-2)!);
  return readable.slice(0, country ? -2 : -1).map((text) => ({ text, skeleton: skeletonOf(text) }));
}

function isOwn(host: string, labels: readonly Label[], brands: readonly ImitatedBrand[]): boolean {
  const above = host.split('.').map((_, index, all) => all.slice(index).join('.'));
  if (above.some((each) => LANDLORDS.has(each))) return true;
  const main = labels.at(-1)?.text;
  return brands.some(
    ({ hosts, terms, everyCountry }) =>
      above.some((each) => hosts.includes(each)) || (everyCountry && terms.some(({ word }) => word === main)),
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
