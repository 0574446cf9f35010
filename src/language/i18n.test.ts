import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak as browserSpeaks } from '../../test/fixtures/messages.ts';
import { packageMessages } from '../development/words.ts';
import { readLanguages } from './catalogue.ts';
import { i18n, speak } from './i18n.ts';
import { countInWords, numberInWords, textLocale } from './locale.ts';
import { textsOfMarks } from './mark-texts.ts';

const messagesIn = (language: string) => packageMessages(readLanguages().find(({ name }) => name === language)!);

beforeEach(() => browserSpeaks('en', 'en-GB'));
afterEach(() => speak(null));

test('texts, counts, numbers and their locale are the browser’s until a language is chosen, and again after the choice is removed', () => {
  const said = () => [
    i18n.t('verdict.reportedAs', { reason: 'x' }),
    countInWords('settings.found', 2),
    numberInWords(1234.5),
    textLocale(),
  ];
  const before = said();
  expect(before).toEqual(['Reported as x', '2 sections found', '1,234.5', 'en-GB']);
  speak(messagesIn('de'));
  expect(said()).toEqual(['Gemeldet als x', '2 Abschnitte gefunden', '1.234,5', 'de']);
  speak(null);
  expect(said()).toEqual(before);
});

test('a count has the form of the chosen language, not of the browser’s', () => {
  speak(messagesIn('ar'));
  const forms = [0, 1, 2, 3, 11, 100].map((count) => countInWords('settings.found', count).replace(/\d+|[٠-٩]+/g, ''));
  expect(new Set(forms).size).toBe(6);
});

test('a value that looks like a blank or a name is shown as it is', () => {
  speak(messagesIn('de'));
  expect(i18n.t('verdict.reportedAs', { reason: '{reason} $1 $&' })).toBe('Gemeldet als {reason} $1 $&');
});

test('marks are given their own texts, and none in the browser’s language', () => {
  expect(textsOfMarks()).toBeNull();
  speak(messagesIn('ar'));
  const texts = textsOfMarks()!;
  expect(texts).toMatchObject({ language: 'ar', direction: 'rtl', marks_blocked_title: 'عنوان احتيال' });
  expect(
    Object.keys(texts)
      .filter((name) => !name.startsWith('marks_'))
      .sort(),
  ).toEqual(['direction', 'language']);
});
