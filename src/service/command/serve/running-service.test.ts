import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blocklistConfirm, blocklistVersion } from '../../../api/blocklist.ts';
import { call } from '../../../api/client.ts';
import { SCOPES } from '../../../api/operation.ts';
import { validate } from '../../../api/organization/account.ts';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { maintain } from '../../database/engine/maintenance.ts';
import { type ImportReport, listImports } from '../../database/schema/import.ts';
import { jobs } from '../../database/schema/job.ts';
import { organizations } from '../../database/schema/organization.ts';
import { reports } from '../../database/schema/report.ts';
import { watched } from '../../database/watched.fixture.ts';
import { decide } from '../../feature/listing/decision.ts';
import { listedHash } from '../../feature/listing/entry.ts';
import { Receiver } from '../../feature/webhook/receiver.fixture.ts';
import { createKey } from '../../http/access/api-key.ts';
import { lineLog } from '../../http/log/log.ts';
import type { ServiceApp } from '../../http/log/request-log.ts';
import { ANYWHERE } from '../../http/outgoing.ts';
import { healthRoutes } from '../../http/route/open.ts';
import { until } from '../../jobs/until.fixture.ts';
import { readCountries } from './country-file.ts';
import { type RunningService, type ServiceOptions, startService } from './running-service.ts';

let opened: TestDatabase;
let running: RunningService | null;
let key: string;
const log: string[] = [];
beforeEach(async () => {
  opened = await openTestDatabase();
  running = null;
  log.length = 0;
  const [acme] = await opened.database.insert(organizations).values({ name: 'Acme', slug: 'acme' }).returning();
  const order = { kind: 'organization', scopes: SCOPES, label: 'test', organizationIds: [acme!.id] } as const;
  key = (await createKey(opened.database, order)).key;
});
afterEach(async () => {
  await running?.close();
  await opened.close();
});

async function start(over: Partial<ServiceOptions> = {}): Promise<string> {
  running = await startService({
    database: opened.database,
    log: lineLog((line) => log.push(line)),
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    portalUrl: null,
    pollSeconds: 60,
    requestsPerMinute: 1_000_000,
    ...over,
  });
  return `http://127.0.0.1:${running.port}`;
}
const status = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  await response.text();
  return response.status;
};

describe('health checks and metrics', () => {
  it('say that the service runs, and that it is ready while the database answers', async () => {
    const url = await start();
    expect([await status(`${url}/healthz`), await status(`${url}/readyz`)]).toEqual([200, 200]);
    const answer = { status: 'unavailable' };
    const app = new Hono() as unknown as ServiceApp;
    const database = { execute: () => Promise.reject(new Error('no connection')) } as unknown as Database;
    healthRoutes(app, { database, readiness: { accepting: true }, log: lineLog((line) => log.push(line)) });
    const silent = await app.request('/readyz');
    expect([silent.status, await silent.json()]).toEqual([503, answer]);
    expect((await app.request('/healthz')).status).toBe(200);
    expect(log.join('')).toContain('database cannot be used');
  });

  it('ask the database once for all who ask at the same moment', async () => {
    const execute = vi.fn(() => Promise.reject(new Error('no connection')));
    const database = { execute } as unknown as Database;
    const app = new Hono() as unknown as ServiceApp;
    healthRoutes(app, { database, readiness: { accepting: true }, log: lineLog(() => undefined) });
    const ask = () => Promise.all(Array.from({ length: 100 }, () => app.request('/readyz')));
    await ask();
    expect(execute).toHaveBeenCalledTimes(1);
    await ask();
    expect(execute).toHaveBeenCalledTimes(2);
  });

  it('say that the service is not ready once a newer one has migrated the database', async () => {
    const url = await start();
    await opened.database.execute(sql`insert into migrations (hash, created_at) values ('later', 1)`);
    await opened.database.execute(sql`comment on table migrations is '2 1'`);
    expect(await status(`${url}/readyz`)).toBe(200);
    await opened.database.execute(sql`comment on table migrations is '2 2'`);
    expect([await status(`${url}/readyz`), await status(`${url}/healthz`)]).toEqual([503, 200]);
  });

  it('say that the database is away, while version, list and confirmations are answered from memory', async () => {
    const away = await openTestDatabase();
    const order = { kind: 'organization', scopes: SCOPES, label: 'test', organizationIds: [] } as const;
    const [acme] = await away.database.insert(organizations).values({ name: 'Acme', slug: 'acme' }).returning();
    const { key: known } = await createKey(away.database, { ...order, organizationIds: [acme!.id] });
    const asset = { type: 'URL', content: 'scam.example' } as const;
    await decide(away.database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null });
    const url = await start({ database: away.database });
    const client = { baseUrl: url, apiKey: known };
    const body = { algoVersion: ALGO_VERSION, prefixes: [listedHash(asset).slice(0, 4)] };
    const confirmed = await call(client, blocklistConfirm, { body });
    expect(confirmed).toMatchObject({ data: { matches: [{}] } });
    expect(await status(`${url}/readyz`)).toBe(200);
    await away.close();
    expect(await call(client, blocklistConfirm, { body })).toEqual(confirmed);
    const version = await call(client, blocklistVersion, {});
    if (version.status !== 200) throw new Error('The version was not answered');
    for (const file of [version.data.snapshot, version.data.recent]) expect(await status(file.url)).toBe(200);
    const health = await fetch(`${url}/readyz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'degraded' }]);
    const reported = await fetch(`${url}/api/v2/report/create`, {
      method: 'POST',
      headers: { 'X-API-KEY': known, 'Content-Type': 'application/json' },
      body: JSON.stringify({ assets: [{ content: 'other.example' }] }),
    });
    expect(reported.status).toBe(500);
  });

  it('are on a separate port and contain no content and no key', async () => {
    const skipped = [
      ['duplicate', { count: 3, examples: [] }],
      ['not-understood', { count: 2, examples: [] }],
    ];
    const report = { read: 9, blocked: 4, allowed: 0, skipped } as unknown as ImportReport;
    const row = { source: 'a-list', origin: '/a-list', format: 'hosts', outcome: 'DONE', report } as const;
    await opened.database.insert(listImports).values([{ ...row, report: { ...report, blocked: 1 } }, row]);
    const url = await start({ metrics: { host: '127.0.0.1', port: 0 } });
    await fetch(`${url}/api/v2/validate`, { headers: { 'X-API-KEY': key } });
    await fetch(`${url}/some-portal-that-is-not-there`);
    expect(await status(`${url}/metrics`)).toBe(404);
    const page = await (await fetch(`http://127.0.0.1:${running!.metricsPort}/metrics`)).text();
    expect(page).toContain('wary_requests_total{method="GET",route="/api/v2/validate",status="200"} 1');
    expect(page).toMatch(/^wary_list_entries 0$/m);
    expect(page).toMatch(/^wary_open_reports 0$/m);
    expect(page).toMatch(/^wary_database_bytes [0-9]{7,}$/m);
    for (const [state, count] of Object.entries({ taken: 4, skipped: 3, not_understood: 2 }))
      expect(page).toContain(`wary_import_entries{source="a-list",state="${state}"} ${count}`);
    expect(page).toMatch(/^wary_list_age_seconds [0-9.]+$/m);
    expect(page).toMatch(/^wary_jobs_waiting\{kind="webhook"\} 0$/m);
    expect(page).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(page).not.toContain('not-there');
    expect(page).not.toContain(key);
    for (const line of page.split('\n').filter((text) => text !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z0-9_]+(\{([a-z_]+="[^"]*",?)+\})? (NaN|Nan|[-+0-9.e]+))$/);
  });
});

it('counts a body that its sender cuts off as the sender’s fault, and logs no failure', async () => {
  await opened.database.update(organizations).set({ portalVisibility: 'PUBLIC' });
  const url = await start({ metrics: { host: '127.0.0.1', port: 0 } });
  const cutOff = async (path: string, type: string, size: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      `Origin: ${url}`,
      `X-API-KEY: ${key}`,
      `Content-Type: ${type}`,
      size,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n3\r\n{"a\r\n`);
    await until(async () => (await counted()).includes('wary_requests_in_flight 1'));
    socket.destroy();
    await until(async () => (await counted()).includes('wary_requests_in_flight 0'));
  };
  const counted = async () => (await fetch(`http://127.0.0.1:${running!.metricsPort}/metrics`)).text();
  for (const size of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
    await cutOff('/api/v2/asset/check', 'application/json', size);
    await cutOff('/api/v2/attachment/upload', 'multipart/form-data; boundary=x', size);
    for (const path of ['/acme/report', '/desk/sign-in']) await cutOff(path, 'application/x-www-form-urlencoded', size);
  }
  const statuses = (await counted())
    .match(/^wary_requests_total\{.*/gm)!
    .map((line) => /status="(\d+)"} (\d+)/.exec(line));
  expect(statuses.map((found) => [found?.[1], found?.[2]])).toEqual(Array.from({ length: 4 }, () => ['400', '2']));
  expect(log.filter((line) => line.includes('"error"'))).toEqual([]);
});

it('writes nothing while nobody uses it', async ({ skip }) => {
  skip(opened.location.kind === 'server', 'The databases of a server write one log');
  const { database } = opened;
  const looking = watched(database);
  await start({ database: looking.database });
  const erasure = async () => (await database.select().from(jobs).where(eq(jobs.kind, 'erasure')))[0];
  const end = async () =>
    (await rowsOf<{ at: string }>(database, sql`select pg_current_wal_insert_lsn() as at`))[0]!.at;
  await until(async () => Number((await erasure())?.dueAt) > Date.now() && (await erasure())?.claim === null);
  await maintain(database);
  const before = await end();
  // Everything but the erasure has looked for work by then.
  await looking.more(30);
  await maintain(database);
  expect(await end()).toBe(before);
});

describe('a client over its rate limit', () => {
  it('learns how long to wait, by its address before its key is looked up', async () => {
    const url = await start({ requestsPerMinute: 3, trustedProxies: ['127.0.0.1'] });
    const ask = (address: string) => fetch(`${url}/api/v2/validate`, { headers: { 'X-Forwarded-For': address } });
    for (let time = 0; time < 3; time += 1) expect((await ask('203.0.113.9')).status).toBe(401);
    const refused = await ask('203.0.113.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('203.0.113.10')).status).toBe(401);
    for (let time = 0; time < 3; time += 1) await ask(`2001:db8:1:2::${time}`);
    expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect(await status(`${url}/healthz`)).toBe(200);
  });

  it('cannot change its address without a trusted proxy', async () => {
    const url = await start({ requestsPerMinute: 3 });
    const statuses = await Promise.all(
      [1, 2, 3, 4].map((last) => status(`${url}/api/v2/validate`, { 'X-Forwarded-For': `203.0.113.${last}` })),
    );
    expect(statuses.sort()).toEqual([401, 401, 401, 429]);
  });

  it('has the limit of its key', async () => {
    const [acme] = await opened.database.select().from(organizations);
    const order = { kind: 'organization', scopes: SCOPES, label: 'slow', organizationIds: [acme!.id] } as const;
    const slow = (await createKey(opened.database, { ...order, requestsPerMinute: 1 })).key;
    const url = await start();
    const ask = (apiKey: string) => status(`${url}/api/v2/validate`, { 'X-API-KEY': apiKey });
    expect([await ask(slow), await ask(slow), await ask(key)]).toEqual([200, 429, 200]);
  });
});

it('answers requests that a client sends at once each in a turn of the event loop of its own', async () => {
  let turns = 0;
  const answered: number[] = [];
  const { port } = new URL(await start({ log: lineLog((line) => line.includes('"request"') && answered.push(turns)) }));
  const tick = () => {
    turns += 1;
    ticks = setImmediate(tick);
  };
  let ticks = setImmediate(tick);
  const socket = connect(Number(port), '127.0.0.1');
  socket.resume().write('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
  await until(async () => answered.length === 50);
  socket.destroy();
  clearImmediate(ticks);
  expect(new Set(answered).size).toBe(50);
});

it('ends a connection on which too many requests are sent at once, and refuses none of them one by one', async () => {
  const { port } = new URL(await start());
  const socket = connect(Number(port), '127.0.0.1');
  socket.setEncoding('utf8').on('error', () => {});
  let answers = '';
  socket.on('data', (text) => {
    answers += text;
  });
  const isClosed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000));
  await isClosed;
  expect(answers).not.toContain('HTTP/1.1 503');
});

it('refuses an address whose escapes are no UTF-8 before anything decodes it escape by escape', async () => {
  const url = await start();
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return [response.status, response.headers.get('content-type')?.split(';')[0]];
  };
  for (const path of [`/desk/sign-in?${'%E0&'.repeat(3_500)}`, `/desk/sign-in?to=%`, `/${'%E0%'.repeat(3_500)}`])
    expect(await ask(path)).toEqual([400, 'application/json']);
  expect(await ask('/desk/sign-in?to=%C3%A4')).toEqual([200, 'text/html']);
});

describe('a body that is too large', () => {
  const sending = (size: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < size; sent += 50_000) controller.enqueue(new Uint8Array(50_000).fill(120));
        controller.close();
      },
    });

  it('is refused with an answer that arrives, and the connection stays usable', async () => {
    const url = await start();
    const headers = { 'X-API-KEY': key, 'content-type': 'application/json' };
    const post = async (body: BodyInit) => {
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      const response = await fetch(`${url}/api/v2/asset/check`, init);
      const { code } = (await response.json()) as { code?: string };
      return [response.status, code];
    };
    for (let time = 0; time < 20; time += 1) {
      expect(await post('x'.repeat(1_100_000 + time * 200_000))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(await post(sending(1_100_000))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect((await post('{"content":"a.example"}'))[0]).toBe(200);
    }
    const streamed = new Blob([`{"content":"${'x'.repeat(4_000)}"}`]).stream();
    expect((await post(streamed))[0]).toBe(200);
  });
});

describe('a service that stops', () => {
  it('answers running requests, and no new ones', async () => {
    const url = await start();
    const body = JSON.stringify({ content: 'slow.example' });
    const headers = { 'X-API-KEY': key, 'content-type': 'application/json', 'content-length': String(body.length) };
    const slow = request(`${url}/api/v2/asset/check`, { method: 'POST', headers });
    const answered = new Promise<number>((resolve, reject) => {
      slow.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', reject);
    });
    slow.write(body.slice(0, 5));
    await until(async () => (await status(`${url}/healthz`)) === 200);
    const closing = running!.close();
    const startedAt = performance.now();
    running = null;
    const refused = () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      );
    await until(refused);
    slow.end(body.slice(5));
    expect(await answered).toBe(200);
    await closing;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('the log', () => {
  it('contains no key, no secret, no address of a webhook and no reported content', async () => {
    const receiver = await Receiver.start();
    receiver.answer = () => 500;
    const deliveryTiming = { pollIntervalMs: 10, retryMs: 20, growth: 1, timeoutMs: 5_000 };
    const url = await start({ outbound: ANYWHERE, deliveryTiming });
    const endpoint = { baseUrl: url, apiKey: key };
    const hook = `${receiver.url}/services/T0SECRETPATH?token=SECRETQUERY`;
    const made = await call(endpoint, webhookConfig, { body: { url: hook, events: ['asset.status-updated'] } });
    if (made.status !== 200) throw new Error('The webhook was not made');
    await call(endpoint, validate, {});
    await status(`${url}/api/v2/validate`, { 'X-API-KEY': 'wary_a-guessed-key' });
    const asset = { type: 'URL', content: 'very-private.example' } as const;
    await decide(opened.database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: null, reason: null });
    await until(() => log.some((line) => line.includes('"attempt":4')));
    const text = log.join('');
    expect(text).toContain('webhook not delivered');
    for (const secret of [
      key,
      made.data.secret,
      'SECRETPATH',
      'SECRETQUERY',
      'guessed-key',
      'very-private',
      receiver.url,
    ])
      expect(text).not.toContain(secret);
    await receiver.stop();
  });
});

describe('the country of a report', () => {
  const filed = async (url: string, headers: Record<string, string>) => {
    const body = JSON.stringify({ assets: [{ content: `${crypto.randomUUID()}.example` }] });
    const init = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'X-API-KEY': key, ...headers },
    };
    const { id } = await (await fetch(`${url}/api/v2/report/create`, init)).json();
    const [row] = await opened.database.select().from(reports).where(eq(reports.id, id));
    return row!.countryCode;
  };

  it('is that of a trusted proxy’s header', async () => {
    const url = await start({ countryHeader: 'CF-IPCountry', trustedProxies: ['127.0.0.1'] });
    expect(await filed(url, { 'cf-ipcountry': 'de' })).toBe('DE');
    for (const nothing of ['XX', 'T1', 'Germany', '', 'D\u00c9'])
      expect(await filed(url, { 'cf-ipcountry': nothing })).toBeNull();
    expect(await filed(url, {})).toBeNull();
    const form = await fetch(`${url}/acme/report`, {
      method: 'POST',
      headers: { origin: url, 'cf-ipcountry': 'FR' },
      body: new URLSearchParams({ assets: 'by-visitor.example' }),
    });
    expect(form.status).toBe(200);
    const rows = await opened.database.select().from(reports).where(eq(reports.countryCode, 'FR'));
    expect(rows).toMatchObject([{ source: 'APP', apiKeyId: null }]);
  });

  it('is that of the operator’s database without such a header', async () => {
    const database = { '127.0.0.1': 'NL', '203.0.113.9': 'AT' } as const;
    const text = Object.entries(database).map(([address, country]) => `${address}/32,${country}`);
    const folder = await mkdtemp(join(tmpdir(), 'countries-'));
    await writeFile(join(folder, 'countries.csv'), text.join('\n'));
    const countries = await readCountries(join(folder, 'countries.csv'));
    await rm(folder, { recursive: true });
    const behind = await start({ countries, countryHeader: 'CF-IPCountry', trustedProxies: ['127.0.0.1'] });
    expect(await filed(behind, { 'x-forwarded-for': '203.0.113.9' })).toBe('AT');
    expect(await filed(behind, { 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'DE' })).toBe('DE');
    expect(await filed(behind, { 'x-forwarded-for': '203.0.113.10', 'cf-ipcountry': 'XX' })).toBeNull();
    await running!.close();
    expect(await filed(await start({ countries }), { 'x-forwarded-for': '203.0.113.9' })).toBe('NL');
  });

  it('is unknown without a trusted proxy or a configured header', async () => {
    const proxied = await start({ countryHeader: 'CF-IPCountry', trustedProxies: ['192.0.2.1'] });
    expect(await filed(proxied, { 'cf-ipcountry': 'DE' })).toBeNull();
    await running!.close();
    const plain = await start({ trustedProxies: ['127.0.0.1'] });
    expect(await filed(plain, { 'cf-ipcountry': 'DE' })).toBeNull();
  });
});
