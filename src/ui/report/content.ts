import {
  type AddressFault,
  addressFault,
  canonicalBankAccount,
  isHandle,
  type Named,
  namedBy,
  readContents,
} from '../../asset/index.ts';
import { MAX_CONTENTS } from '../../reporting/entry.ts';

/** A site as a whole, and one page of it: the contents that name either, of which a report holds one. */
export type Reach = { readonly site: string; readonly page: string };

/** The choices between site and page, by either of the two contents. */
export type Reaches = ReadonlyMap<string, Reach>;

/** The site and the page that one content leaves a choice between; none where it names no page, or a page on a host of many people. */
export function reachOf(named: Named): Reach | null {
  if (named.page !== null) return { site: named.content, page: named.page };
  if (named.asset.type !== 'PAGE') return null;
  const site = namedBy(named.asset.content);
  return site?.asset.type === 'URL' ? { site: site.content, page: named.content } : null;
}

/** A page that a person looks at, and the tab that shows it. */
export type ReportedPage = { readonly tabId: number; readonly url: string };

/** Something named that a blocklist cannot hold: a handle without a platform, a bank account, an address with a typo, or other text. */
export type Mention =
  | { readonly kind: 'handle' | 'bank-account' | 'text' }
  | { readonly kind: 'fault'; readonly fault: AddressFault };

/** Classifies a text that was not recognised. */
export function mentionOf(text: string): Mention {
  if (isHandle(text)) return { kind: 'handle' };
  if (canonicalBankAccount(text) !== null) return { kind: 'bank-account' };
  const fault = addressFault(text);
  return fault === null ? { kind: 'text' } : { kind: 'fault', fault };
}

/** What a report is about: contents that a list can hold, and texts that go along. */
export type Subject = { readonly contents: readonly string[]; readonly mentions: readonly string[] };

export type Addition = Subject & {
  readonly reaches: readonly Reach[];
  /** Sentences around the recognised items. */
  readonly rest: string;
  readonly problem: 'empty' | 'twice' | 'full' | null;
};

/**
 * The subject of a report with what a text names added to it, each once and a site beside none of its pages, or unchanged with the
 * reason. A text that names nothing is added as it stands.
 */
export function added(held: Subject, text: string): Addition {
  const { named, rest } = readContents(text);
  const nothing = { ...held, reaches: [], rest: '' };
  if (named.length === 0) {
    const parts = partsOf(rest);
    const fresh = parts.filter((part) => !held.mentions.includes(part));
    if (fresh.length === 0) return { ...nothing, problem: parts.length === 0 ? 'empty' : 'twice' };
    const mentions = [...held.mentions, ...fresh];
    return mentions.length > MAX_CONTENTS ? { ...nothing, problem: 'full' } : { ...nothing, mentions, problem: null };
  }
  const reaches = named.map(reachOf).filter((reach) => reach !== null);
  const { contents, mentions } = held;
  const has = (content: string) => {
    const reach = reaches.find(({ site, page }) => site === content || page === content);
    return contents.includes(content) || (reach !== undefined && contents.includes(reach.page));
  };
  const wider = [...contents, ...named.map(({ content }) => content).filter((content) => !has(content))];
  if (wider.length > MAX_CONTENTS) return { ...nothing, rest, problem: 'full' };
  return { contents: wider, mentions, reaches, rest, problem: wider.length === contents.length ? 'twice' : null };
}

/** The lines of a text; a line of handles only is split into them. */
function partsOf(text: string): string[] {
  const parts = text.split('\n').flatMap((line) => {
    const words = line.split(/[\s,;]+/).filter((word) => word !== '');
    return words.every(isHandle) ? words : [line.trim().slice(0, 4096)];
  });
  return [...new Set(parts.filter((part) => part !== ''))];
}
