import { expect, test } from 'vitest';
import { fuzzArtifacts } from '../../../test/fuzz/artifact.ts';
import { compareProbes } from '../../../test/fuzz/probe.ts';
import { fuzzTables } from '../../../test/fuzz/table.ts';
import { fuzzUrls } from '../../../test/fuzz/url.ts';

/** Of processor time: far above what one artifact or address takes. */
const MAX_MS = 1_000;

test('of a hundred thousand mutated artifacts none hangs, none crashes, none is accepted as the list it is not', () => {
  const { refused, read, slowest } = fuzzArtifacts(100_000, 99);
  expect(refused).toBeGreaterThan(50_000);
  expect(read).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(MAX_MS);
}, 60_000);

test('changes to 1,800 damaged tables end, and never in the right list that lookup does not find', () => {
  const { refused, differing, right } = fuzzTables(1_800, 99);
  for (const count of [refused, differing, right]) expect(count).toBeGreaterThan(100);
}, 60_000);

test('of ten thousand random addresses none hangs, none crashes, and each has one stable form', () => {
  const { read, slowest } = fuzzUrls(10_000, 99);
  expect(read).toBeGreaterThan(5_000);
  expect(slowest).toBeLessThan(MAX_MS);
}, 60_000);

test('the lookup agrees with a Set on half a million probes of lists of every kind of size', () => {
  expect(compareProbes(500_000, 99)).toBeGreaterThan(100_000);
}, 60_000);
