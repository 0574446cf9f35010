import { type AddressFault, addressFault, type Named, namedBy, readContents } from '../../asset/index.ts';

/** The most contents that one report may hold (spec: `POST /report/create`). */
export const MAX_CONTENTS = 100;

/** A site as a whole, and one page of it: the contents that name either, of which a report holds one. */
export type Reach = { readonly site: string; readonly page: string };

/** What a report can be about either of, by each of the two contents. */
export type Reaches = ReadonlyMap<string, Reach>;

/** The site and the page that one content leaves a choice between; none where it names no page, or a page on a host of many people. */
export function reachOf(named: Named): Reach | null {
  if (named.page !== null) return { site: named.content, page: named.page };
  if (named.asset.type !== 'PAGE') return null;
  const site = namedBy(named.asset.content);
  return site?.asset.type === 'URL' ? { site: site.content, page: named.content } : null;
}

export type Addition = {
  readonly contents: readonly string[];
  readonly reaches: readonly Reach[];
  /** What the text says beside what it names. */
  readonly rest: string;
  readonly problem: 'wrong' | 'twice' | 'full' | AddressFault | null;
};

/** The contents with what a text names added to them, each once and a site beside none of its pages, or unchanged with the reason. */
export function added(contents: readonly string[], text: string): Addition {
  const { named, rest } = readContents(text);
  if (named.length === 0) return { contents, reaches: [], rest, problem: addressFault(text) ?? 'wrong' };
  const reaches = named.map(reachOf).filter((reach) => reach !== null);
  const held = (content: string) => {
    const reach = reaches.find(({ site, page }) => site === content || page === content);
    return contents.includes(content) || (reach !== undefined && contents.includes(reach.page));
  };
  const wider = [...contents, ...named.map(({ content }) => content).filter((content) => !held(content))];
  const problem = wider.length > MAX_CONTENTS ? 'full' : wider.length === contents.length ? 'twice' : null;
  return { contents: problem === null ? wider : contents, reaches, rest, problem };
}
