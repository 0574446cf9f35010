import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../src/asset/index.ts';
import { openPlace, type Place } from '../../src/service/command/place.ts';
import type { Database } from '../../src/service/database/connection.ts';
import { rowsOf } from '../../src/service/database/rows.ts';
import { assetDigest, listedHashes } from '../../src/service/listing/entry.ts';
import { postgresPrograms } from '../postgres/programs.ts';
import { PostgresServer } from '../postgres/server.ts';
import { ServiceProcess } from '../proof/service/process.ts';
import { type LoadMeasure, type LoadRequest, load } from './load.ts';
import { printRows, type Row } from './row.ts';

const CONNECTIONS = 16;
const SECONDS = 10;
const ENTRIES = { server: 1_000_000, embedded: 100_000 } as const;
const BARE = 'bare Hono route';

const hostOf = (index: number): string => `entry-${index}.bench.example`;

/** Lists hosts directly in the database: an import of a million would take longer than all measures. */
async function fill(database: Database, entries: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`);
    await transaction.execute(sql`
      insert into assets (digest, type, content, status, decided_by, source, reason, decided_at)
      select sha256(convert_to('URL:' || host, 'UTF8')), 'URL', host, 'BLOCKED', 'LIST', 'bench', 'Drainer', now()
      from (select 'entry-' || number || '.bench.example' as host from generate_series(0, ${entries - 1}::integer) number) hosts`);
    await transaction.execute(sql`
      insert into listed_expressions (hash, asset_id)
      select sha256(convert_to(content || '/', 'UTF8')), id from assets where source = 'bench'`);
  });
  await database.execute(sql`analyze`);
  const asset = { type: 'URL', content: hostOf(7) } as const;
  const [row] = await rowsOf<{ digest: string; hash: string }>(
    database,
    sql`select encode(digest, 'hex') as digest, encode(hash, 'hex') as hash
      from assets join listed_expressions on asset_id = assets.id where content = ${asset.content}`,
  );
  if (row?.digest !== assetDigest(asset) || row.hash !== listedHashes(asset).join())
    throw new Error('The list was not filled as the service fills it');
}

/** Version, confirmation and check under as much load as one process takes, beside a route that does nothing. */
async function serviceRows(): Promise<Row[]> {
  const programs = postgresPrograms();
  const server = programs === null ? null : await PostgresServer.start(programs);
  if (server === null) console.log('PostgreSQL was not found: measured on the embedded engine, with a smaller list.');
  const folder = await mkdtemp(join(tmpdir(), 'wary-bench-'));
  try {
    const databaseUrl = server && (await server.createDatabase());
    const entries = server === null ? ENTRIES.embedded : ENTRIES.server;
    const place: Place =
      databaseUrl === null ? { kind: 'folder', folder: join(folder, 'data') } : { kind: 'server', url: databaseUrl };
    const { database, close } = await openPlace(place);
    await fill(database, entries);
    await close();
    const service = await ServiceProcess.start({ folder, databaseUrl, name: 'ready' });
    const bare = fork(new URL('./bare-route.ts', import.meta.url));
    try {
      const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
      const engine = server === null ? 'embedded PostgreSQL' : 'PostgreSQL';
      const group = `Service: one process, ${engine}, ${entries.toLocaleString('en')} entries, ${CONNECTIONS} connections`;
      return await measure(group, entries, service, port);
    } finally {
      bare.kill();
      await service.stop();
    }
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(group: string, entries: number, service: ServiceProcess, barePort: number): Promise<Row[]> {
  const { hostname, port } = new URL(service.url);
  const headers = { 'X-API-KEY': service.key, 'content-type': 'application/json' };
  const post = (path: string, value: unknown): LoadRequest => {
    const body = JSON.stringify(value);
    const options = { hostname, port, path: `/api/v2${path}`, method: 'POST' };
    return { options: { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, body };
  };
  const nth = (index: number) => (index * 7_919) % entries;
  const kinds: Record<string, (index: number) => LoadRequest> = {
    [BARE]: () => ({ options: { hostname, port: barePort, path: '/' } }),
    version: () => ({ options: { hostname, port, path: '/api/v2/asset/blocklist/version', headers } }),
    'confirm one bucket': (index) => {
      const prefixes = [((index * 40_503) % 65_536).toString(16).padStart(4, '0')];
      return post('/asset/blocklist/confirm', { algoVersion: ALGO_VERSION, prefixes });
    },
    'check, blocked': (index) => post('/asset/check', { content: `https://${hostOf(nth(index))}/claim` }),
    'check, unknown': (index) => post('/asset/check', { content: `https://other-${index}.example/` }),
  };
  const rows: Row[] = [];
  let bare = 0;
  for (const [name, next] of Object.entries(kinds)) {
    const measured = await load({ connections: CONNECTIONS, seconds: SECONDS, next });
    if (name === BARE) bare = measured.perSecond;
    rows.push(...rowsOfMeasure(group, name, measured, bare));
  }
  return rows;
}

function rowsOfMeasure(group: string, name: string, measured: LoadMeasure, bare: number): Row[] {
  const { perSecond, ...percentiles } = measured;
  const beside = name === BARE ? {} : { against: BARE, ratio: perSecond / bare };
  return [
    { group, name, value: perSecond, unit: 'requests/s', ...beside },
    ...Object.entries(percentiles).map(([share, value]) => ({ group, name: `  ${share}`, value, unit: 'ms' })),
  ];
}

printRows(await serviceRows());
