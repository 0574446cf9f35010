import { fuzzArtifacts } from './artifact.ts';
import { compareProbes } from './probe.ts';
import { fuzzUrls } from './url.ts';

/** `npm run fuzz [SEED]`: a million mutated artifacts, a hundred thousand addresses, ten million probes. */
const ARTIFACTS = 1_000_000;
const URLS = 100_000;
const PROBES = 10_000_000;

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 32);
if (!Number.isInteger(seed)) {
  console.error('Usage: npm run fuzz [-- SEED], where SEED is an integer; a run without one takes a new seed.');
  process.exit(2);
}
console.log(`Seed ${seed}`);
const count = (value: number) => value.toLocaleString('en');

function timed<T>(name: string, work: () => T, told: (result: T) => string): void {
  const start = performance.now();
  const result = work();
  console.log(`${name}: ${told(result)} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

timed(
  `${count(ARTIFACTS)} mutated artifacts`,
  () => fuzzArtifacts(ARTIFACTS, seed),
  ({ refused, read, slowest }) =>
    `${count(refused)} refused with a reason, ${count(read)} read and none of them another list under the digest of the true one, slowest ${slowest.toFixed(1)} ms`,
);
timed(
  `${count(URLS)} random addresses`,
  () => fuzzUrls(URLS, seed),
  ({ read, refused, slowest }) =>
    `${count(read)} have a stable form, ${count(refused)} are none, slowest ${slowest.toFixed(1)} ms`,
);
timed(
  `${count(PROBES)} probes`,
  () => compareProbes(PROBES, seed),
  (hits) => `the table agrees with a Set, ${count(hits)} hits`,
);
