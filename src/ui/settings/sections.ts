import { i18n } from '../../language/i18n.ts';

/** The sections of the settings, in their order. */
export const SECTIONS = [
  'protection',
  'health',
  'allowed',
  'outbox',
  'traffic',
  'statistics',
  'service',
  'language',
  'about',
] as const;
export type SectionName = (typeof SECTIONS)[number];

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
