import { describe, expect, it, test } from 'vitest';
import { allowanceOf } from './allowance.ts';
import { AllowanceFileProblem, allowanceFile, longerOf, readAllowanceFile } from './allowance-file.ts';

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
  const lasting = [
    allowanceOf('evil.test/', 'always', { now: NOW - 5_000, reason: 'Ours' }),
    allowanceOf('shared.test/kit', 'day', { now: NOW - 2_000 }),
    allowanceOf('TWITTER:evil', 'always', { now: NOW }),
  ];
  const ofTab = allowanceOf('tab.test/', 'tab', { now: NOW, tabId: 7 });
  expect(readAllowanceFile(allowanceFile([...lasting, ofTab], NOW), NOW)).toEqual(lasting);
});

test('only what lasts longer than what is allowed now is added', () => {
  const [day, always] = [allowanceOf('a.test/', 'day', { now: NOW }), allowanceOf('a.test/', 'always', { now: NOW })];
  const over = allowanceOf('old.test/', 'day', { now: NOW - 86_400_000 });
  const inTab = allowanceOf('tab.test/', 'tab', { now: NOW, tabId: 7 });
  const lasting = allowanceOf('tab.test/', 'day', { now: NOW - 1 });
  expect(longerOf([day, over, lasting], [inTab], NOW)).toEqual([day, lasting]);
  expect(longerOf([always], [day], NOW)).toEqual([always]);
  expect(longerOf([day], [day], NOW)).toEqual([]);
  expect(longerOf([day], [always], NOW)).toEqual([]);
});

describe('a file written by hand', () => {
  it('may write a site as people do, and name it twice', () => {
    const text = fileOf(
      { site: 'EVIL.test', until: '2026-11-24T00:00:00Z' },
      { site: 'https://evil.test/', until: null },
      { site: 'evil.test/kit/?utm_source=x', until: null },
    );
    expect(readAllowanceFile(`\u{feff}${text}`, NOW).map(({ expression, scope }) => [expression, scope])).toEqual([
      ['evil.test/', 'always'],
      [expect.stringMatching(/^evil\.test\/kit/), 'always'],
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
