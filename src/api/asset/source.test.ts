import { expect, test } from 'vitest';
import { sourceDetail, sourceNameOf } from './source.ts';

test.each([
  ['an organization', 'Acme', 'Acme'],
  ['an organization that is called like a part of every object', 'constructor', 'constructor'],
  ['a list by its owner', 'eth-phishing-detect', 'MetaMask'],
  ['nobody for what an operator decided', 'operator', null],
  ['nobody for what was decided about a report', 'review', null],
])('the name of a source is that of %s', (_, source, name) => {
  expect(sourceNameOf(source)).toBe(name);
});

test('an answer tells no name where there is none', () => {
  expect([sourceDetail('Acme'), sourceDetail('review'), sourceDetail(null)]).toEqual([
    { source: 'Acme', sourceName: 'Acme' },
    { source: 'review' },
    {},
  ]);
});
