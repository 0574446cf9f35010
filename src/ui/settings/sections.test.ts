import { beforeAll, expect, test } from 'vitest';
import { speak } from '../../../test/fixtures/messages.ts';
import { matching, type SectionName } from './sections.ts';

beforeAll(() => speak('en', 'en-GB'));

/** Before anything is shown. */
const nothing = () => '';

test('an empty search leaves every section', () => {
  expect(matching('  ', nothing)).toHaveLength(matching('', nothing).length);
  expect(matching('', nothing).length).toBeGreaterThan(5);
});

test.each([
  ['privacy', ['traffic', 'about']],
  ['Key', ['service']],
  ['open anyway', ['allowed']],
  ['switch off', ['protection']],
  ['deutsch', ['language']],
  ['notification', ['protection']],
  ['incognito', ['health']],
  ['clipboard', ['protection']],
  ['phishing', ['protection']],
  ['turn off', ['protection']],
  ['disable', ['protection']],
  ['allowlist', ['allowed']],
  ['pause', ['allowed']],
  ['erase', ['outbox', 'traffic', 'statistics']],
  ['theme', ['language']],
])('people find a section by the word that they have for it: %s', (query, found) => {
  expect(matching(query, nothing)).toEqual(found);
});

test('every word that a section shows is found', () => {
  const shown = (name: SectionName) => (name === 'service' ? 'Checked 2 Minutes ago' : '');
  expect(matching('minutes checked', shown)).toEqual(['service']);
});

test('a word that is nowhere finds nothing', () => {
  expect(matching('xylophone', nothing)).toEqual([]);
});
