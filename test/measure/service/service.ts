import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OLDEST_POSTGRES, postgresPrograms } from '../../../src/development/install/postgres.ts';
import { ServiceProcess } from '../../fixtures/service-process.ts';
import { PostgresServer } from '../../postgres/server.ts';
import { printRows } from '../bench/row.ts';
import { gapRows } from './gaps.ts';
import { importRows } from './imports.ts';
import { type Address, listRows } from './list-load.ts';
import { publicationRows } from './publication.ts';
import { pageRows } from './report-pages.ts';
import { fillDatabase } from './service-data.ts';

const USE = `npm run measure -- service [--entries N] [--reports N] [--seconds N] [--only list|pages|publication|gaps|imports] [--imported N] [--beside FOLDER]

Measures the service on a PostgreSQL server. What stands beside a value with × is its share of a bare route in the same run.
  --entries N        entries of the list (default 1000000)
  --reports N        reports (default 1000000)
  --seconds N        length of each measure (default 10)
  --only PART        only this part
  --imported N       entries that are imported, by both kinds of database (default 350000)
  --beside FOLDER    imports the same with the service of another checkout first, and says how this one stands to it
  --beside-import WORDS   its command for that (default "source import")`;

const IMPORT = 'source import';
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    reports: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    imported: { type: 'string', default: '350000' },
    beside: { type: 'string' },
    'beside-import': { type: 'string', default: IMPORT },
    help: { type: 'boolean', default: false },
  },
});
const NUMBERS = [values.entries, values.reports, values.seconds, values.imported].map(Number);
const [ENTRIES, REPORTS, SECONDS, IMPORTED] = NUMBERS as [number, number, number, number];
const PARTS = ['list', 'pages', 'publication', 'gaps', 'imports'];
const hasWrongNumber = NUMBERS.some((value) => !Number.isInteger(value) || value < 1);
if (values.help || hasWrongNumber || (values.only !== undefined && !PARTS.includes(values.only))) {
  console.log(USE);
  process.exit(values.help ? 0 : 2);
}
const isWanted = (part: string): boolean => values.only === undefined || values.only === part;

const addressOf = (url: string): Address => {
  const { hostname, port } = new URL(url);
  return { hostname, port };
};

if (isWanted('gaps')) printRows(await gapRows());
if (values.only === 'gaps') process.exit(0);
const programs = postgresPrograms();
if (programs === null) {
  console.error(`PostgreSQL ${OLDEST_POSTGRES} or newer was not found: the service is measured on a real server only.`);
  process.exit(1);
}
const server = await PostgresServer.start(programs);
const folder = await mkdtemp(join(tmpdir(), 'wary-bench-'));
try {
  if (isWanted('imports')) {
    const here = { name: 'this version', checkout: null, importWords: IMPORT.split(' ') };
    const { beside, 'beside-import': words } = values;
    const other = beside === undefined ? [] : [{ name: 'beside', checkout: beside, importWords: words.split(' ') }];
    const createDatabase = () => server.createDatabase();
    printRows(await importRows({ folder, entries: IMPORTED, versions: [...other, here], createDatabase }));
  }
  if (values.only !== 'imports') await measureFilled();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measureFilled(): Promise<void> {
  const databaseUrl = await server.createDatabase();
  console.log(`Filling ${ENTRIES.toLocaleString('en')} entries and ${REPORTS.toLocaleString('en')} reports…`);
  const key = await fillDatabase(databaseUrl, ENTRIES, REPORTS);
  if (isWanted('publication')) printRows(await publicationRows(databaseUrl, ENTRIES));
  const service = await ServiceProcess.start({ folder, databaseUrl, name: 'ready' }, key);
  const bare = fork(new URL('./bare-route.ts', import.meta.url), [databaseUrl]);
  try {
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const bareUrl = `http://127.0.0.1:${port}`;
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(`${cpus().length} processors, load averages before: ${load.join(', ')}.`);
    const target = {
      service: addressOf(service.url),
      bare: addressOf(bareUrl),
      key,
      entries: ENTRIES,
      seconds: SECONDS,
    };
    const block = (host: string) => service.command('block', host);
    if (isWanted('list')) printRows(await listRows({ ...target, block }));
    if (isWanted('pages')) printRows(await pageRows({ url: service.url, key, bareUrl, reports: REPORTS }));
  } finally {
    bare.kill();
    await service.stop();
  }
}
