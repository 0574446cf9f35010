import { describe, expect, it, test } from 'vitest';
import type { Allowance } from './allowance.ts';
import { AllowanceFileProblem, allowanceFile, readAllowanceFile } from './allowance-file.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const fileOf = (...sites: object[]) => JSON.stringify({ format: 'allowed-sites', version: 1, sites });
const problemOf = (text: string) => {
  try {
    readAllowanceFile(text, NOW);
  } catch (error) {
    if (error instanceof AllowanceFileProblem) return [error.kind, error.place, error.detail];
    throw error;
  }
  return null;
};

test('an exported file restores everything in it except allowances of one tab', () => {
  const held: Allowance[] = [
    { id: '1', expression: 'evil.test/', scope: 'always', createdAt: NOW - 5_000, reason: 'Ours' },
    { id: '2', expression: 'shared.test/kit', scope: 'day', createdAt: NOW - 2_000, expiresAt: NOW + 9_000 },
    { id: '3', expression: 'TWITTER:evil', scope: 'always', createdAt: NOW },
    { id: '4', expression: 'tab.test/', scope: 'tab', tabId: 7, createdAt: NOW },
  ];
  expect(readAllowanceFile(allowanceFile(held, NOW), NOW)).toEqual([
    { expression: 'evil.test/', until: null, reason: 'Ours', allowedAt: NOW - 5_000 },
    { expression: 'shared.test/kit', until: NOW + 9_000, allowedAt: NOW - 2_000 },
    { expression: 'TWITTER:evil', until: null, allowedAt: NOW },
  ]);
});

describe('a file written by hand', () => {
  it('may write a site as people do, and name it twice', () => {
    const text = fileOf(
      { site: 'EVIL.test', until: '2026-11-24T00:00:00Z' },
      { site: 'https://evil.test/', until: null },
      { site: 'evil.test/kit/?utm_source=x', until: null },
    );
    expect(readAllowanceFile(`\u{feff}${text}`, NOW).map(({ expression, until }) => [expression, until])).toEqual([
      ['evil.test/', null],
      [expect.stringMatching(/^evil\.test\/kit/), null],
    ]);
  });

  it.each(['com', 'co.uk', 'github.io', 'localhost', '', '://', 'NOTHING:x'])(
    'does not allow everybody below a suffix, nor what is no site: "%s"',
    (site) => {
      expect(problemOf(fileOf({ site, until: null }))?.[1]).toBe(1);
    },
  );
});

it.each([
  ['what is no JSON', '{', ['text', 0, '']],
  ['another file', '{"format":"reports-and-disputes","version":1,"entries":[]}', ['format', 0, '']],
  ['a later version', '{"format":"allowed-sites","version":2,"sites":[]}', ['version', 0, '2']],
  ['too many sites', fileOf(...Array.from({ length: 1_001 }, () => ({}))), ['many', 0, '']],
  ['a field that is missing', fileOf({ site: 'a.test', until: null }, { site: 'b.test' }), ['field', 2, 'until']],
  ['a time that is none', fileOf({ site: 'a.test', until: 'soon' }), ['field', 1, 'until']],
])('says of %s what is wrong with it', (_, text, problem) => {
  expect(problemOf(text)).toEqual(problem);
});
