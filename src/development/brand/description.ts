import type { Brand } from '../../organization/brand.ts';
import { textIn } from '../../organization/brand-text.ts';
import { wordsIn } from '../store/words.ts';

/** What browsers and stores say of a brand's package in a language of the extension: its own words, or else those of the product. */
export const descriptionIn = ({ description }: Brand, language: string): string =>
  description === undefined ? wordsIn(language)('package.summary') : textIn(description, language);
