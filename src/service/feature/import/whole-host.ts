import type { Asset } from '../../../asset/index.ts';
import { listingRefusal } from '../../../asset/listing/refusal.ts';
import type { ImportEntry, ImportStore } from './format/entry.ts';

/** A host of which a list names pages, as an entry of its own, and how many they are. */
export type PagedHost = { readonly entry: ImportEntry; readonly pages: number };

/** Fewer pages say little about their host: any site may have been broken into. */
const MIN_PAGES = 3;

/**
 * The hosts of which a list blocks several pages and that could be listed whole: nobody else publishes there, the list allows nothing of
 * them, and not many people visit them. Whether all of a host is bad is for a person to say. They get a source of their own, so that the
 * next import of the list does not take them for entries that left it.
 * @param taken the entries of the list that are imported
 */
export async function pagedHosts(taken: readonly ImportEntry[], store: ImportStore): Promise<PagedHost[]> {
  const pages = new Map<string, ImportEntry[]>();
  const spared = new Set<string>();
  for (const entry of taken) {
    const host = entry.content.split('/', 1)[0]!.replace(/^www\./, '');
    if (entry.status === 'ALLOWED') spared.add(host);
    else if (entry.type === 'PAGE') pages.set(host, [...(pages.get(host) ?? []), entry]);
    else if (entry.type === 'URL') spared.add(host);
  }
  const found = [...pages]
    .filter(([host, { length }]) => length >= MIN_PAGES && !spared.has(host) && listingRefusal(siteOf(host)) === null)
    .map(([host, [first, ...others]]): PagedHost => {
      const { status, reason, source } = first!;
      return { entry: { ...siteOf(host), status, reason, source: `${source}, whole hosts` }, pages: 1 + others.length };
    });
  const visited = await store.ofHighReach(found.map(({ entry }) => entry));
  return found.filter(({ entry }) => !visited.has(entry)).sort((one, other) => other.pages - one.pages);
}

const siteOf = (content: string): Asset => ({ type: 'URL', content });
