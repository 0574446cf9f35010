import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../../../src/development/install/postgres.ts';
import { PostgresServer } from '../../postgres/server.ts';
import { correctLists } from './corrections.ts';
import { killWhileWriting } from './kills.ts';
import { timeLifts } from './lifts.ts';
import { loadTwoProcesses } from './load.ts';
import { besideCrowd } from './quotas.ts';

const USE = `npm run measure -- endurance [kills] [load] [lifts] [corrections] [quotas] [--seed N] [--rounds N] [--minutes N] [--seconds N]
  kills     kill -9 of a service that writes, N times (100): nothing may be lost or doubled
  load      two processes on one database under mixed load for N minutes (10): the same result as one
  lifts     60 hosts lifted one after the other: 40 clients that poll as browsers do have them off their lists within 60 s at p95
  corrections  two lists imported, corrected and taken back 24 times: what is blocked is what must follow
  quotas    50 clients of a build send as fast as they can: another organization waits at p99 no longer than 1.5 × alone, over 12 rounds of N seconds (10)
All of them, one after the other, unless some are named.`;
const WORKERS = 4;
const CORRECTIONS = 24;
const CROWD_ROUNDS = 12;
const LIFTS = 60;
const LIFT_EVERY_MS = 3_000;
/** Problems that are printed. */
const MAX_PROBLEMS = 40;

type Place = { readonly folder: string; readonly server: PostgresServer | null };

/** Kills, on a server where there is one. @returns whether nothing was lost or doubled */
async function kills({ folder, server }: Place, rounds: number): Promise<boolean> {
  const engine = server === null ? 'the embedded engine' : 'PostgreSQL';
  console.log(`kill -9 during writes, ${rounds} times, on ${engine}…`);
  const result = await killWhileWriting({ folder, databaseUrl: server && (await server.createDatabase()), rounds });
  console.log(result);
  const { lostOrDoubledReports, lostOrDoubledDisputes, lostOrDoubledDeliveries, unheard } = result;
  return [lostOrDoubledReports, lostOrDoubledDisputes, lostOrDoubledDeliveries, unheard].every(
    (wrong) => wrong.length === 0,
  );
}

/** Two processes. @returns whether they left behind what one would have */
async function load({ folder, server }: Place, minutes: number): Promise<boolean> {
  if (server === null) {
    console.error('Two processes need a PostgreSQL server, and none was found.');
    return false;
  }
  console.log(`Two processes on one database, ${minutes} minutes of mixed load by ${2 * WORKERS} workers…`);
  const databaseUrl = await server.createDatabase();
  const result = await loadTwoProcesses({ folder, databaseUrl, seconds: minutes * 60, workers: WORKERS });
  console.log(result);
  return result.failures.length + result.differences.length === 0;
}

/** Lifts. @returns whether they are everywhere within a minute, at p95 */
async function lifts({ folder }: Place): Promise<boolean> {
  console.log(`${LIFTS} lifts, one every ${LIFT_EVERY_MS / 1_000} s…`);
  const own = join(folder, 'lifts');
  await mkdir(own);
  const result = await timeLifts(own, LIFTS, LIFT_EVERY_MS);
  console.log(result);
  return result.lost === 0 && result.p95 <= 60;
}

/** Corrections. @returns whether all that is blocked followed from the lists and from what persons decided */
async function corrections({ folder }: Place, seed: number): Promise<boolean> {
  console.log(`Two lists imported, corrected and taken back, ${CORRECTIONS} times, seed ${seed}…`);
  const own = join(folder, 'corrections');
  await mkdir(own);
  const { wrong, ...told } = await correctLists(own, CORRECTIONS, seed);
  console.log(told);
  for (const problem of wrong.slice(0, MAX_PROBLEMS)) console.log(problem);
  return wrong.length === 0;
}

/** A crowd with the key of a build. @returns whether the quotas kept it from another organization's way */
async function quotas({ folder, server }: Place, seconds: number): Promise<boolean> {
  console.log(
    `50 clients of a build beside another organization, ${CROWD_ROUNDS} rounds of ${seconds} s alone and ${seconds} s beside…`,
  );
  const own = join(folder, 'quotas');
  await mkdir(own);
  const result = await besideCrowd(own, server && (await server.createDatabase()), CROWD_ROUNDS, seconds);
  console.dir(result, { depth: null });
  const isPaused = result.crowd.some((told) => (told[429] ?? 0) > 0);
  return isPaused && result.refused === 0 && result.p99.ratio <= 1.5;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
  },
});
const PARTS: Readonly<Record<string, (place: Place) => Promise<boolean>>> = {
  kills: (place) => kills(place, Number(values.rounds)),
  load: (place) => load(place, Number(values.minutes)),
  lifts,
  corrections: (place) => corrections(place, Number(values.seed)),
  quotas: (place) => quotas(place, Number(values.seconds)),
};
const isNumbers = Object.values(values).every((value) => Number(value) > 0);
if (!isNumbers || positionals.some((name) => !(name in PARTS))) {
  console.error(USE);
  process.exit(2);
}
const programs = postgresPrograms();
const server = programs === null ? null : await PostgresServer.start(programs);
const folder = await mkdtemp(join(tmpdir(), 'wary-proof-'));
try {
  const isSound: boolean[] = [];
  for (const [name, part] of Object.entries(PARTS))
    if (positionals.length === 0 || positionals.includes(name)) isSound.push(await part({ folder, server }));
  console.log(isSound.every(Boolean) ? 'Sound.' : 'NOT sound.');
  if (!isSound.every(Boolean)) process.exitCode = 1;
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
