import { i18n } from '../../language/i18n.ts';

/** The pages of the settings in the order of their navigation, each with its sections. */
const PAGES = {
  protection: ['health', 'protection'],
  allowed: ['allowed'],
  outbox: ['outbox'],
  traffic: ['traffic', 'statistics'],
  language: ['language'],
  service: ['service'],
  about: ['about'],
} as const;
type PageName = keyof typeof PAGES;
export type SectionName = (typeof PAGES)[PageName][number];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];
export const SECTIONS: readonly SectionName[] = Object.values(PAGES).flat();
export const sectionsOf = (page: PageName): readonly SectionName[] => PAGES[page];

/** The page with a section of this name; the first where there is none. */
export const pageOf = (section: string): PageName =>
  PAGE_NAMES.find((page) => sectionsOf(page).some((name) => name === section)) ?? 'protection';

export const sectionTitle = (name: SectionName): string =>
  name === 'traffic' || name === 'statistics' ? i18n.t(`${name}.title`) : i18n.t(`settings.${name}`);

const wordsOf = (query: string): string[] => query.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/**
 * The sections in which every word of a search is found: in their titles, among the words that people look for there, or in
 * what they show.
 * @param shownIn the text that a section shows now
 */
export function matching(query: string, shownIn: (name: SectionName) => string): SectionName[] {
  return SECTIONS.filter((name) => {
    const text = `${sectionTitle(name)} ${i18n.t(`settings.words.${name}`)} ${shownIn(name)}`.toLocaleLowerCase();
    return wordsOf(query).every((word) => text.includes(word));
  });
}

/** Highlights every word of a search in what an element shows (CSS Custom Highlight API, `::highlight(found)`). */
export function highlight(query: string, element: Element): void {
  const found = new Highlight();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = node.nodeValue!.toLocaleLowerCase();
    for (const word of wordsOf(query))
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
        found.add(
          new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }),
        );
  }
  CSS.highlights.set('found', found);
}
