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

/** The sections in which every word of a search is found: in their titles, or among the words that people look for there. */
export function matching(query: string): SectionName[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return SECTIONS.filter((name) => {
    const text = `${sectionTitle(name)} ${i18n.t(`settings.words.${name}`)}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
