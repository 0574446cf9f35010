import type { Brand } from '../../organization/brand.ts';
import { descriptionIn } from '../brand/description.ts';
import { type Say, wordsIn } from './words.ts';

/** Characters that each store takes of each text. */
const LIMITS = {
  chrome: { name: [1, 75], summary: [1, 132], description: [1, 16_000] },
  edge: { name: [1, 45], summary: [1, 132], description: [250, 10_000] },
  firefox: { name: [1, 50], summary: [1, 250], description: [1, 15_000] },
} as const;

export type Store = keyof typeof LIMITS;
export const STORES = Object.keys(LIMITS) as Store[];
export type Listing = Readonly<Record<keyof (typeof LIMITS)[Store], string>>;

/** A text does not fit where it is to stand; the message says which, where and by how much. */
export class ListingError extends Error {
  override readonly name = 'ListingError';
}

const POINTS = ['first', 'second', 'third'] as const;

/**
 * What a store shows of a brand, in one language. The summary is the description in the package.
 * @throws ListingError where a text is shorter or longer than the store takes
 */
export function listingOf(brand: Brand, store: Store, language: string): Listing {
  const t = wordsIn(language);
  const listing = {
    name: brand.name,
    summary: descriptionIn(brand, language),
    description: longDescription(brand, t),
  };
  for (const [text, [least, most]] of Object.entries(LIMITS[store]) as [keyof Listing, readonly [number, number]][]) {
    const { length } = [...listing[text]];
    if (length < least || length > most)
      throw new ListingError(
        `The ${text} for ${store} in ${language} has ${length} characters; the store takes ${least} to ${most}`,
      );
  }
  return listing;
}

function longDescription(brand: Brand, t: Say): string {
  const { shortName, supportUrl } = brand;
  const points = POINTS.map((point) => `• ${t(`welcome.${point}`)}\n${t(`welcome.${point}Hint`)}`);
  const privacy = ['privacyList', 'privacyConfirm', 'privacySend', 'privacyNothing'] as const;
  return [
    descriptionIn(brand, t('language')),
    t('welcome.lead'),
    points.join('\n\n'),
    `${t('welcome.privacyTitle')}\n${t('welcome.privacy')}`,
    `${t('settings.privacyIntro', { brand: shortName })}\n${privacy.map((key) => `• ${t(`settings.${key}`)}`).join('\n')}`,
    ...(supportUrl === null ? [] : [`${t('settings.support')}: ${supportUrl}`]),
  ].join('\n\n');
}
