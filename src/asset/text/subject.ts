import { type AddressFault, addressFault } from '../address/fault.ts';
import { type Adjustment, type Named, namedBy, readContents } from '../content.ts';
import type { AssetType } from '../type.ts';
import { canonicalBankAccount } from './bank-account.ts';
import { accountOf, isHandle } from './handle.ts';

/** A site as a whole, and one page of it: the contents that name either, of which a report holds one. */
export type Reach = { readonly site: string; readonly page: string };

/** The choices between site and page, by either of the two contents. */
export type Reaches = ReadonlyMap<string, Reach>;

/** The site and the page between which a content leaves a choice; null if it names no page, or a page on a host of many people. */
export function reachOf(named: Named): Reach | null {
  if (named.page !== null) return { site: named.content, page: named.page };
  if (named.asset.type !== 'PAGE') return null;
  const site = namedBy(named.asset.content);
  return site?.asset.type === 'URL' ? { site: site.content, page: named.content } : null;
}

/** The key below `report` of the text that says what blocking an asset would mean. */
export function meaningOf(type: AssetType): 'wholeSite' | 'thisPage' | 'thisAddress' | 'thisAccount' {
  if (type === 'URL') return 'wholeSite';
  if (type === 'PAGE') return 'thisPage';
  return type === 'ADDRESS' ? 'thisAddress' : 'thisAccount';
}

/** Something named that a blocklist cannot hold: a handle without a platform, a bank account, an address with a typo, or other text. */
export type Mention =
  | { readonly kind: 'handle' | 'bankAccount' | 'other' }
  | { readonly kind: 'fault'; readonly fault: AddressFault };

/** Classifies a text that was not recognised. */
export function mentionOf(text: string): Mention {
  if (isHandle(text)) return { kind: 'handle' };
  if (canonicalBankAccount(text) !== null) return { kind: 'bankAccount' };
  const fault = addressFault(text);
  return fault === null ? { kind: 'other' } : { kind: 'fault', fault };
}

/** What a report is about: contents that a list can hold, and texts that go along. */
export type Subject = { readonly contents: readonly string[]; readonly mentions: readonly string[] };

export type Addition = Subject & {
  readonly reaches: readonly Reach[];
  /** What was changed in the contents that were not taken as they were written, by each of them. */
  readonly adjusted: ReadonlyMap<string, Adjustment>;
  /** Sentences around the recognised items. */
  readonly rest: string;
  readonly problem: 'empty' | 'twice' | 'full' | null;
};

/**
 * Adds what a text names to the subject of a report: everything once, and no site beside one of its pages. Of a text that names
 * something, account names, bank accounts and addresses with a typo are added as texts; a text that names nothing is added whole.
 * If there is a problem, the subject stays as it was.
 * @param most contents of a report, and texts beside them
 */
export function added(before: Subject, text: string, most: number): Addition {
  const { named, rest: unread } = readContents(text);
  const parts = partsOf(unread);
  const nothing = { ...before, reaches: [], adjusted: new Map(), rest: '' };
  if (named.length === 0) {
    const mentions = together(before.mentions, parts);
    if (mentions.length === before.mentions.length)
      return { ...nothing, problem: parts.length === 0 ? 'empty' : 'twice' };
    return mentions.length > most ? { ...nothing, problem: 'full' } : { ...nothing, mentions, problem: null };
  }
  const apart = new Set(parts.filter((part) => mentionOf(part).kind !== 'other'));
  const rest = linesOf(unread)
    .filter((line) => !partsOf(line).every((part) => apart.has(part)))
    .join('\n');
  const reaches = named.map(reachOf).filter((reach) => reach !== null);
  const { contents } = before;
  // Of two choices of one site, the first counts.
  const pages = new Map(
    reaches.toReversed().flatMap(({ site, page }) => [[page, page] as const, [site, page] as const]),
  );
  const has = (content: string) => contents.includes(content) || contents.includes(pages.get(content) ?? content);
  const wider = [...contents, ...named.map(({ content }) => content).filter((content) => !has(content))];
  const mentions = together(before.mentions, [...apart]);
  if (Math.max(wider.length, mentions.length) > most) return { ...nothing, rest, problem: 'full' };
  const isNew = wider.length > contents.length || mentions.length > before.mentions.length;
  return { contents: wider, mentions, reaches, adjusted: adjustmentsOf(named), rest, problem: isNew ? null : 'twice' };
}

/** What was changed in contents, by each of them and its page. */
export const adjustmentsOf = (all: readonly Named[]): ReadonlyMap<string, Adjustment> =>
  new Map(
    all.flatMap(({ content, page, adjusted }) =>
      adjusted === null ? [] : [content, ...(page === null ? [] : [page])].map((one) => [one, adjusted] as const),
    ),
  );

/** A subject whose account names are those of one platform. A name that the platform cannot have stays a text. */
export function onPlatform({ contents, mentions }: Subject, platform: AssetType): Subject {
  const accounts = new Map<string, string>();
  for (const text of mentions) {
    const account = isHandle(text) ? accountOf(platform, text) : null;
    if (account !== null) accounts.set(text, `${account.type}:${account.content}`);
  }
  return {
    contents: together(contents, [...accounts.values()]),
    mentions: mentions.filter((text) => !accounts.has(text)),
  };
}

const together = (before: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...before, ...more]),
];

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The lines of a text; a line of handles only is split into them. */
function partsOf(text: string): string[] {
  const parts = linesOf(text).flatMap((line) => {
    const words = line.split(/[\s,;]+/).filter((word) => word !== '');
    return words.every(isHandle) ? words : [line.trim().slice(0, 4096)];
  });
  return [...new Set(parts)];
}
