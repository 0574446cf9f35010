import { beforeAll, expect, test } from 'vitest';
import { speak } from '../../../test/fixtures/messages.ts';
import { matching } from './sections.ts';

beforeAll(() => speak('en', 'en-GB'));

test('an empty search leaves every section', () => {
  expect(matching('  ')).toHaveLength(matching('').length);
  expect(matching('').length).toBeGreaterThan(5);
});

test.each([
  ['privacy', ['traffic', 'about']],
  ['Key', ['service']],
  ['open anyway', ['allowed']],
  ['switch off', ['protection']],
  ['deutsch', ['language']],
])('people find a section by the word that they have for it: %s', (query, found) => {
  expect(matching(query)).toEqual(found);
});

test('a word that is nowhere finds nothing', () => {
  expect(matching('xylophone')).toEqual([]);
});
