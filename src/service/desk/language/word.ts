import type { Words } from '../../language/words.ts';

/** What people call a value of the interface, inside a sentence: `IN_PROGRESS` is "in progress". One that nobody named is as it is. */
export const word = (words: Words, value: string): string => words.find(`desk.word.${value}`) ?? spacedOut(value);

/** The same where it stands alone. */
export function headWord(words: Words, value: string): string {
  const text = word(words, value);
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

const spacedOut = (value: string): string =>
  value
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
