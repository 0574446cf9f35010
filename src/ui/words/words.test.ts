import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speak } from '../../../test/fixtures/messages.ts';
import type { ScamKind } from '../../api/report/scam-kind.ts';
import { ASSET_TYPES } from '../../asset/type.ts';
import { countInWords } from '../../language/locale.ts';
import {
  HEALTH_PROBLEMS,
  type Health,
  type HealthProblem,
  type ProtectionLevel,
} from '../../protection/health/health.ts';
import { VERDICT_KINDS, type Verdict } from '../../protection/verdict/verdict.ts';
import type { OutboxEntry } from '../../reporting/entry.ts';
import { durationInWords } from './allowance.ts';
import { typeInWords } from './asset.ts';
import { checksInWords, listInWords, problemInWords, protectionInWords } from './health.ts';
import { countsInWords, progressInWords, subjectOf } from './outbox.ts';
import { problemsOf } from './problem.ts';
import { dateInWords, dayInWords, momentInWords, untilInWords, whenInWords } from './time.ts';
import { failureInWords, listingInWords, verdictInWords } from './verdict.ts';

const NOW = new Date(2026, 10, 20, 14, 2).getTime();
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeAll(() => speak('en', 'en-GB'));

const verdict = (over: Partial<Verdict> = {}): Verdict => ({
  kind: 'blocked',
  asset: { type: 'URL', content: 'claim-airdrop.example' },
  confirmation: 'confirmed',
  checkedAt: NOW,
  ...over,
});

describe('times', () => {
  test.each([
    [NOW - SECOND, 'just now'],
    [NOW - 40 * SECOND, '40 seconds ago'],
    [NOW - 5 * HOUR, '5 hours ago'],
    [NOW + SECOND, 'in a moment'],
    [NOW + 10 * 60 * SECOND, 'in 10 minutes'],
    [NOW - 2 * DAY, 'on 18 November'],
    [NOW - 365 * DAY, 'on 20 November 2025'],
    [NOW + 2 * DAY, 'on 22 November'],
  ])('are relative within a day, then dates: %s', (time, words) => {
    expect(whenInWords(time, NOW)).toBe(words);
  });

  test('of something that ends is its time of day, with the day where it is another one', () => {
    expect(untilInWords(NOW + HOUR, NOW)).toBe('15:02');
    expect(untilInWords(NOW + DAY, NOW)).toBe('tomorrow, 14:02');
    expect(untilInWords(NOW + 3 * DAY, NOW)).toBe('23 November, 14:02');
  });

  test('of a day are today and yesterday, then dates', () => {
    expect(dayInWords(NOW - HOUR, NOW)).toBe('today');
    expect(dayInWords(NOW - 15 * HOUR, NOW)).toBe('yesterday');
    expect(dayInWords(NOW - 3 * DAY, NOW)).toBe('on 17 November');
  });

  test('a moment is exact to the minute, for support calls', () => {
    expect(momentInWords(NOW)).toBe('2026-11-20 14:02');
  });

  test('are written in the language of the texts where the browser speaks another', async () => {
    speak('en', 'de-DE');
    expect(dateInWords(NOW, NOW)).toBe('November 20');
    speak('en', 'en-GB');
  });
});

describe('a number of things', () => {
  afterAll(() => speak('en', 'en-GB'));

  test.each([
    ['en', 0, '0 entries'],
    ['en', 1, '1 entry'],
    ['en', 1_234, '1,234 entries'],
    ['es', 1, '1 entrada'],
    ['es', 2, '2 entradas'],
    ['es', 1_000_000, '1.000.000 de entradas'],
    ['ar', 0, 'لا مدخلات'],
    ['ar', 1, 'مدخل واحد'],
    ['ar', 2, 'مدخلان'],
    ['ar', 3, '3 مدخلات'],
    ['ar', 11, '11 مدخلًا'],
    ['ar', 100, '100 مدخل'],
    ['ar', 103, '103 مدخلات'],
  ])('has the form of the language: %s, %i', (language, count, words) => {
    speak(language);
    expect(countInWords('health.entries', count).replace(/[\u2066-\u2069]/g, '')).toBe(words);
  });

  test('that is none is said in words where there are some', () => {
    speak('en', 'en-GB');
    expect(countInWords('settings.found', 0)).toBe('No section found');
  });
});

describe('verdicts', () => {
  test.each(VERDICT_KINDS)('%s has words, and none of them promises safety', (kind) => {
    const words = verdictInWords(verdict({ kind }));
    expect(words).not.toBe('');
    expect(words).not.toMatch(/safe/i);
  });

  test('a listing says why, since when and by whom', () => {
    const listing = { reason: 'Not at work', source: 'Acme Security', listedAt: '2026-11-18T09:00:00Z' } as const;
    const inWords = (scam: ScamKind) => listingInWords(verdict({ scam, ...listing }), NOW);
    expect(inWords('other')).toBe('Reported as Not at work · since 18 November · listed by Acme Security');
    expect(inWords('drainer')).toBe('Wallet drainer · since 18 November · listed by Acme Security');
  });

  test('a listing leaves out what is not known or cannot be read', () => {
    expect(listingInWords(verdict({ listedAt: 'yesterday' }), NOW)).toBe('On the blocklist');
  });

  test('a failed confirmation always has a reason', () => {
    expect(failureInWords(verdict({ confirmation: 'failed', failure: 'offline' }))).toContain('offline');
    expect(failureInWords(verdict({ confirmation: 'failed' }))).not.toBe('');
  });
});

describe('protection', () => {
  const health: Health = {
    level: 'protected',
    list: { token: 's1.9', entries: 412_308, currentAt: NOW - 40 * SECOND, origin: 'service' },
    lastAttemptAt: NOW - 40 * SECOND,
    lastSuccessAt: NOW - 40 * SECOND,
    nextAttemptAt: NOW + 20 * SECOND,
    problems: [],
  };
  const because = (kind: HealthProblem['kind'], level: ProtectionLevel): Health => ({
    ...health,
    level,
    problems: [{ kind, level, remedy: null }],
  });

  test('is one sentence: since when, or why not', () => {
    expect(protectionInWords(health, NOW)).toBe('Protected. List updated 40 seconds ago.');
    expect(protectionInWords(because('service-unreachable', 'protected'), NOW)).toMatch(/^Protected\. List updated/);
    expect(protectionInWords(because('list-old', 'reduced'), NOW)).toBe('Partly protected. The list is old.');
    expect(protectionInWords(because('list-empty', 'unprotected'), NOW)).toBe('Not protecting you. The list is empty.');
  });

  test('size and version of the list are there, and it is said what the version is for', () => {
    expect(listInWords(health)).toBe('412,308 entries · For a support request: s1.9');
    expect(listInWords({ ...health, list: null })).toBeNull();
  });

  test('says when it was checked and when it will be', () => {
    expect(checksInWords(health, NOW)).toBe('Last check 40 seconds ago · Next check in 20 seconds');
    expect(checksInWords({ ...health, lastAttemptAt: null, nextAttemptAt: NOW - 1 }, NOW)).toBe(
      'Blocklist update: not checked yet',
    );
  });

  test.each(HEALTH_PROBLEMS)('%s says what is wrong and what it means, without field terms', (kind) => {
    const { what, doing } = problemInWords({ kind });
    for (const words of [what, doing]) {
      expect(words).toMatch(/\.$/);
      expect(words).not.toMatch(/prefix|hash|bucket|snapshot|[{}$]|!/i);
    }
  });

  test("a problem keeps the service's own words", () => {
    expect(problemInWords({ kind: 'service-refused', detail: 'Internal server error' }).detail).toBe(
      'Internal server error',
    );
  });
});

describe('reports and disputes', () => {
  const entry = (over: Partial<OutboxEntry>): OutboxEntry => ({
    id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11',
    item: { kind: 'dispute', draft: { content: 'a.example', email: '', description: '' } },
    createdAt: NOW - HOUR,
    attempts: 2,
    lastAttemptAt: NOW - SECOND,
    nextAttemptAt: NOW + 60 * SECOND,
    state: { kind: 'waiting', cause: 'offline' },
    ...over,
  });

  test('of all reports the popup counts those to look at first', () => {
    const counts = { waiting: 0, refused: 0, damaged: 0, news: 0 };
    expect(countsInWords(counts)).toBe('');
    expect(countsInWords({ ...counts, waiting: 1200 })).toBe('1,200 waiting');
    expect(countsInWords({ ...counts, waiting: 1, damaged: 1 })).toBe('1 damaged');
    expect(countsInWords({ ...counts, damaged: 1, refused: 3 })).toBe('3 failed');
    expect(countsInWords({ ...counts, refused: 3, news: 2 })).toBe('2 new');
  });

  test('a waiting entry says how often it was tried and when it is tried again', () => {
    expect(progressInWords(entry({}), NOW)).toBe('1 hour ago · tried 2 times · next try in 1 minute');
    expect(progressInWords(entry({ attempts: 0, nextAttemptAt: NOW }), NOW)).toBe('1 hour ago · not tried yet');
  });

  test('a sent entry has its reference', () => {
    expect(progressInWords(entry({ state: { kind: 'sent', at: NOW - HOUR, reference: 41 } }), NOW)).toBe(
      '1 hour ago · reference 41',
    );
  });

  test('a refused entry says of each thing why, and gives what the service alone can say in its words, once', () => {
    const state = { kind: 'refused' as const, at: NOW, problem: 'Invalid', details: ['Invalid', 'a.example: unknown'] };
    expect(problemsOf(entry({ state }))).toEqual([
      expect.stringMatching(/^There’s nothing to correct/),
      'The service says: “Invalid a.example: unknown”',
    ]);
    const assetErrors = [
      { asset: 'a.example', errorType: 'ALREADY_PENDING_REVIEW' },
      { asset: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', errorType: 'INVALID_FORMAT' },
      { asset: 'b', errorType: 'SOMETHING_NEW' },
    ];
    expect(problemsOf(entry({ state: { ...state, assetErrors } }))).toEqual([
      expect.stringMatching(/^a\.example: .*under review/),
      expect.stringMatching(/^bc1q.*: .*Bitcoin.*with a typo/),
      'b: The service gave no reason.',
    ]);
    const file = { id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11', name: 'page.png', type: 'image/png', size: 1 };
    const written = { contents: ['a.example'], title: '', description: '', contactInfo: '' };
    const draft = { ...written, scamKind: '' as const, mentions: [], files: [file] };
    const lacking = (problem: string) =>
      problemsOf(entry({ item: { kind: 'report', draft }, state: { ...state, problem, failedFile: file.id } }));
    expect(lacking('')).toEqual([expect.stringMatching(/^The file page\.png is missing\. Send without it/)]);
    expect(lacking('Too large')).toEqual(['The service says: “Too large Invalid a.example: unknown”']);
  });

  test('a report of several assets says how many more there are', () => {
    const draft = {
      ...{ contents: ['a.example', 'b.example', 'c.example'], title: '', description: '', contactInfo: '' },
      ...{ scamKind: '' as const, mentions: [], files: [] },
    };
    expect(subjectOf(entry({ item: { kind: 'report', draft } }))).toEqual({ content: 'a.example', more: 'and 2 more' });
  });
});

test.each(ASSET_TYPES)('the asset type %s has a name that people use', (type) => {
  expect(typeInWords(type)).toMatch(/\S/);
});

test('an allowance says how long it lasts', () => {
  const base = { id: '1', expression: 'a.example/', createdAt: NOW };
  expect(durationInWords({ ...base, scope: 'tab', tabId: 3 }, NOW)).toBe('until the tab closes');
  expect(durationInWords({ ...base, scope: 'day', expiresAt: NOW + 5 * HOUR }, NOW)).toBe('until 19:02');
  expect(durationInWords({ ...base, scope: 'always' }, NOW)).toBe('always');
});
