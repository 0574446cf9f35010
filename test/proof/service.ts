import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../postgres/programs.ts';
import { PostgresServer } from '../postgres/server.ts';
import { killWhileWriting } from './service/kills.ts';
import { loadTwoProcesses } from './service/load.ts';

const USE = `npm run proof:service -- [kills | load] [--rounds N] [--minutes N]
  kills  kill -9 of a service that writes, N times (100): nothing may be lost or doubled
  load   two processes on one database under mixed load for N minutes (10): the same result as one
Both, one after the other, unless one is named.`;
const WORKERS = 4;

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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '100' }, minutes: { type: 'string', default: '10' } },
});
const [rounds, minutes] = [Number(values.rounds), Number(values.minutes)];
const isKnown = positionals.every((name) => name === 'kills' || name === 'load');
if (!isKnown || !Number.isInteger(rounds) || rounds < 1 || !(minutes > 0)) {
  console.error(USE);
  process.exit(2);
}
const isAsked = (name: 'kills' | 'load') => positionals.length === 0 || positionals.includes(name);
const programs = postgresPrograms();
const server = programs === null ? null : await PostgresServer.start(programs);
const folder = await mkdtemp(join(tmpdir(), 'wary-proof-'));
try {
  const place = { folder, server };
  const isSound = [
    isAsked('kills') ? await kills(place, rounds) : true,
    isAsked('load') ? await load(place, minutes) : true,
  ];
  console.log(isSound.every(Boolean) ? 'Sound.' : 'NOT sound.');
  if (!isSound.every(Boolean)) process.exitCode = 1;
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
