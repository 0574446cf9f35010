import { expect, test } from 'vitest';
import { fuzzArtifacts } from '../../../test/measure/fuzz/artifact.ts';
import { compareProbes } from '../../../test/measure/fuzz/probe.ts';
import { fuzzTables } from '../../../test/measure/fuzz/table.ts';
import { fuzzUrls } from '../../../test/measure/fuzz/url.ts';

/** Processor time; far more than one artifact or URL needs. */
const MAX_MS = 1_000;

test('none of 100,000 mutated artifacts hangs, crashes or is accepted as another list', () => {
  const { refused, read, slowest } = fuzzArtifacts(100_000, 99);
  expect(refused).toBeGreaterThan(50_000);
  expect(read).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(MAX_MS);
}, 60_000);

test('changes to 1,800 damaged tables terminate, and never give the right list with a wrong index', () => {
  const { refused, differing, right } = fuzzTables(1_800, 99);
  for (const count of [refused, differing, right]) expect(count).toBeGreaterThan(100);
}, 60_000);

test('none of 10,000 random URLs hangs or crashes, and each has one stable form', () => {
  const { read, slowest } = fuzzUrls(10_000, 99);
  expect(read).toBeGreaterThan(5_000);
  expect(slowest).toBeLessThan(MAX_MS);
}, 60_000);

test('lookup agrees with a Set on 500,000 probes of lists of many sizes', () => {
  expect(compareProbes(500_000, 99)).toBeGreaterThan(100_000);
}, 60_000);
