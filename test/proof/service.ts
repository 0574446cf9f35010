import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms } from '../postgres/programs.ts';
import { PostgresServer } from '../postgres/server.ts';
import { killWhileWriting } from './service/kills.ts';
import { loadTwoProcesses } from './service/load.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, minutes: { type: 'string', default: '10' } },
});
const [kills, minutes] = [Number(values.kills), Number(values.minutes)];
if (!(kills >= 1 && minutes > 0)) {
  console.error('--kills and --minutes must be positive numbers');
  process.exit(2);
}

const programs = postgresPrograms();
if (programs === null)
  console.log('PostgreSQL was not found: the kills run on the embedded engine, the load is SKIPPED.');
const server = programs === null ? null : await PostgresServer.start(programs);
const folder = await mkdtemp(join(tmpdir(), 'wary-proof-'));
try {
  const killed = await killWhileWriting({
    folder,
    databaseUrl: server && (await server.createDatabase()),
    rounds: kills,
  });
  console.log(`${kills} kills:`, killed);
  const isSound =
    killed.lostOrDoubledReports.length + killed.lostOrDoubledDisputes.length === 0 &&
    killed.lostOrDoubledDeliveries.length + killed.unheard.length === 0;
  if (!isSound) process.exitCode = 1;
  if (server !== null) {
    const databaseUrl = await server.createDatabase();
    const loaded = await loadTwoProcesses({ folder, databaseUrl, seconds: minutes * 60, workers: 4 });
    console.log(`Two processes for ${minutes} minutes:`, loaded);
    if (loaded.failures.length + loaded.differences.length > 0) process.exitCode = 1;
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
