import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { OLDEST_POSTGRES, postgresPrograms } from '../../src/development/postgres.ts';
import { PostgresServer } from '../postgres/server.ts';
import { ServiceProcess } from '../proof/service/process.ts';
import { type Address, listRows } from './list-load.ts';
import { publicationRows } from './publication.ts';
import { pageRows } from './report-pages.ts';
import { printRows } from './row.ts';
import { fillDatabase } from './service-data.ts';

const ENTRIES = 1_000_000;
const REPORTS = 1_000_000;

const addressOf = (url: string): Address => {
  const { hostname, port } = new URL(url);
  return { hostname, port };
};

const programs = postgresPrograms();
if (programs === null) {
  console.error(`PostgreSQL ${OLDEST_POSTGRES} or newer was not found: the service is measured on a real server only.`);
  process.exit(1);
}
const server = await PostgresServer.start(programs);
const folder = await mkdtemp(join(tmpdir(), 'wary-bench-'));
try {
  const databaseUrl = await server.createDatabase();
  console.log(`Filling ${ENTRIES.toLocaleString('en')} entries and ${REPORTS.toLocaleString('en')} reports…`);
  const key = await fillDatabase(databaseUrl, ENTRIES, REPORTS);
  printRows(await publicationRows(databaseUrl, ENTRIES));
  const service = await ServiceProcess.start({ folder, databaseUrl, name: 'ready' }, key);
  const bare = fork(new URL('./bare-route.ts', import.meta.url), [databaseUrl]);
  try {
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const bareUrl = `http://127.0.0.1:${port}`;
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(`${cpus().length} processors, load averages before: ${load.join(', ')}.`);
    printRows(await listRows({ service: addressOf(service.url), bare: addressOf(bareUrl), key, entries: ENTRIES }));
    printRows(await pageRows({ url: service.url, key, bareUrl, reports: REPORTS }));
  } finally {
    bare.kill();
    await service.stop();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
