import { printRows, type Row } from '../bench/row.ts';
import { fuzzArtifacts } from './artifact.ts';
import { compareProbes } from './probe.ts';
import { fuzzTables } from './table.ts';
import { fuzzUrls } from './url.ts';

/** `npm run measure -- fuzz [SEED]`: a million mutated artifacts, twenty thousand damaged tables, a hundred thousand addresses, ten million probes. */
const ARTIFACTS = 1_000_000;
const TABLES = 20_000;
const URLS = 100_000;
const PROBES = 10_000_000;

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 32);
if (!Number.isInteger(seed)) {
  console.error('Usage: npm run measure -- fuzz [SEED], where SEED is an integer; a run without one takes a new seed.');
  process.exit(2);
}
const group = `Fuzz, seed ${seed}`;
const rows: Row[] = [];
const note = (name: string, value: number, unit = '') => void rows.push({ group, name, value, unit });

/** Runs a part and notes how many cases it had and how long it took. */
function played<T>(name: string, cases: number, work: () => T): T {
  const start = performance.now();
  const found = work();
  note(name, cases);
  note('  took', (performance.now() - start) / 1000, 's');
  return found;
}

const artifacts = played('mutated artifacts: no crash, hang or corruption accepted', ARTIFACTS, () =>
  fuzzArtifacts(ARTIFACTS, seed),
);
note('  refused with a reason', artifacts.refused);
note('  read, none of them another list under the true digest', artifacts.read);
note('  slowest', artifacts.slowest, 'ms');
const tables = played('damaged tables: changes to them end, never in a list that lookup does not find', TABLES, () =>
  fuzzTables(TABLES, seed),
);
note('  refused with a reason', tables.refused);
note('  led to another list, which its digest shows', tables.differing);
note('  led to the right one', tables.right);
const urls = played('random addresses: no crash or hang, one stable form', URLS, () => fuzzUrls(URLS, seed));
note('  have a form', urls.read);
note('  have none', urls.refused);
note('  slowest', urls.slowest, 'ms');
const hits = played('probes: the lookup answers as a Set does', PROBES, () => compareProbes(PROBES, seed));
note('  hits', hits);
printRows(rows);
