import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ServiceProcess } from '../../../../test/fixtures/service-process.ts';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { assetCheck } from '../../../api/asset/asset.ts';
import { blocklistConfirm, blocklistVersion } from '../../../api/blocklist.ts';
import { call } from '../../../api/client.ts';
import { ServiceRefusal } from '../../../api/error.ts';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { ALGO_VERSION, hashExpression, prefixOf } from '../../../asset/index.ts';
import { decodePrefixes, digestOf } from '../../../blocklist/codec/artifact.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/database.ts';
import { Receiver } from '../../feature/webhook/receiver.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { SNAPSHOT_PACE } from '../../publisher/publication.ts';
import { openPlace } from '../place/place.ts';

it('two processes on one server have the same result as one', { timeout: 600_000 }, async () => {
  const { location, close } = await openTestDatabase();
  if (location.kind !== 'server') throw new Error('Two processes need a server');
  const folder = await temporaryFolder();
  const result = await loadTwoProcesses({ folder, databaseUrl: location.url, seconds: 4, workers: 2 });
  await close();
  expect(result.failures).toEqual([]);
  expect(result.differences).toEqual([]);
  expect(result.changes).toBeGreaterThan(4);
  expect(result.reports).toBeGreaterThan(4);
});

type LoadOrder = {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly seconds: number;
  /** Writers and readers at once, on each of the two processes. */
  readonly workers: number;
};

type LoadResult = {
  readonly requests: number;
  readonly changes: number;
  readonly reports: number;
  /** Refusals and errors that the load did not ask for. */
  readonly failures: readonly string[];
  /** What differs from what one process would have left behind. */
  readonly differences: readonly string[];
};

/**
 * Two processes on one PostgreSQL server under mixed load. Every host belongs to one worker, so it is known what it must be in the
 * end; the changelog, the webhooks, the published lists of both processes and the reports must all agree with it.
 */
async function loadTwoProcesses({ folder, databaseUrl, seconds, workers }: LoadOrder): Promise<LoadResult> {
  const receiver = await Receiver.start();
  const one = await ServiceProcess.start({ folder, databaseUrl, name: 'one' });
  const two = await ServiceProcess.start({ folder, databaseUrl, name: 'two' }, one.key);
  try {
    const body = { url: `${receiver.url}/hook`, events: ['asset.status-updated' as const], slug: 'acme' };
    await call(one.endpoint, webhookConfig, { body });
    const end = performance.now() + seconds * 1000;
    const all = [one, two].flatMap((service, process) =>
      Array.from({ length: workers }, (_, index) => new Worker([one, two], service, `p${process}w${index}`)),
    );
    await Promise.all(all.map((worker) => worker.work(end)));
    const changes = all.reduce((sum, worker) => sum + worker.changes, 0);
    const distinct = () => new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size;
    await until(() => distinct() >= changes, 120_000).catch(() => {});
    return {
      requests: all.reduce((sum, worker) => sum + worker.requests, 0),
      changes,
      reports: all.reduce((sum, worker) => sum + worker.reports, 0),
      failures: all.flatMap((worker) => worker.failures),
      differences: await differencesOf(databaseUrl, [one, two], all, receiver),
    };
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await receiver.stop();
  }
}

class Worker {
  requests = 0;
  changes = 0;
  reports = 0;
  readonly failures: string[] = [];
  /** What each host of this worker is. */
  readonly blocked = new Map<string, boolean>();
  readonly #both: readonly ServiceProcess[];
  readonly #service: ServiceProcess;
  readonly #name: string;

  constructor(both: readonly ServiceProcess[], service: ServiceProcess, name: string) {
    this.#both = both;
    this.#service = service;
    this.#name = name;
  }

  async work(end: number): Promise<void> {
    for (let step = 0; performance.now() < end; step += 1) {
      this.requests += 1;
      try {
        await this.#step(step);
      } catch (error) {
        const issues = error instanceof ServiceRefusal ? error.issues.join() : '';
        this.failures.push(`${this.#name} ${step}: ${error} ${issues}`);
      }
    }
  }

  async #step(step: number): Promise<void> {
    const host = `h${step % 7}.${this.#name}.load.example`;
    const { endpoint } = this.#service;
    if (step % 5 === 0) return this.#toggle(host);
    if (step % 5 === 1) {
      const title = `Load ${this.#name} ${step}`;
      const assets = [{ content: `r${step}.${this.#name}.load.example` }];
      await call(endpoint, reportCreate, { body: { title, assets, organizationSlug: 'acme' } });
      this.reports += 1;
      return;
    }
    if (step % 5 === 2) {
      await call(endpoint, blocklistVersion, {});
      return;
    }
    if (step % 5 === 3) {
      const prefix = prefixOf(hashExpression(host)).toString(16).padStart(8, '0').slice(0, 4);
      await call(endpoint, blocklistConfirm, { body: { algoVersion: ALGO_VERSION, prefixes: [prefix] } });
      return;
    }
    const answer = await call(endpoint, assetCheck, { body: { content: host } });
    const expected = this.blocked.get(host) ? 'BLOCKED' : 'UNKNOWN';
    if (answer.status === 200 && answer.data.status !== expected)
      throw new Error(`${host} is ${answer.data.status}, not ${expected}`);
  }

  /** The other process learns of it as soon as this one has answered: the check that follows may ask either. */
  async #toggle(host: string): Promise<void> {
    const isBlocked = this.blocked.get(host) === true;
    const service = this.#both[this.changes % 2]!;
    await service.command(isBlocked ? 'unblock' : 'block', host);
    this.blocked.set(host, !isBlocked);
    this.changes += 1;
  }
}

/** With as many snapshots in an hour as the pace comes to. */
const MAX_WAIT_MS = 10_000 + 24 * SNAPSHOT_PACE.stepMs;

async function differencesOf(
  url: string,
  services: readonly ServiceProcess[],
  workers: readonly Worker[],
  receiver: Receiver,
): Promise<string[]> {
  const { database, close } = await openPlace({ kind: 'server', url });
  const found: string[] = [];
  const compare = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should))
      found.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
  };
  const count = async (statement: ReturnType<typeof sql>) =>
    Number((await rowsOf<{ count: number | string }>(database, statement))[0]?.count);
  try {
    const changes = workers.reduce((sum, worker) => sum + worker.changes, 0);
    const blocked = workers.flatMap((worker) => [...worker.blocked].flatMap(([host, is]) => (is ? [host] : []))).sort();
    const rows = await rowsOf<{ content: string }>(
      database,
      sql`select content from assets where status = 'BLOCKED' and content like '%.load.example' order by content collate "C"`,
    );
    compare(
      'blocked hosts',
      rows.map(({ content }) => content),
      blocked,
    );
    const ofLoad = sql`select id from assets where content like '%.load.example'`;
    compare('changelog', await count(sql`select count(*) from asset_changes where asset_id in (${ofLoad})`), changes);
    compare(
      'expressions',
      await count(sql`select count(*) from listed_expressions where asset_id in (${ofLoad})`),
      blocked.length,
    );
    compare(
      'reports',
      await count(sql`select count(*) from reports where title like 'Load %'`),
      workers.reduce((sum, { reports }) => sum + reports, 0),
    );
    const delivered = sql`select count(*) from webhook_deliveries where body like '%.load.example%'`;
    compare('deliveries', await count(delivered), changes);
    // The receiver has heard of the last one before its process has written down that it was answered.
    await until(async () => (await count(sql`${delivered} and status = 'PENDING'`)) === 0, 30_000).catch(() => {});
    compare(
      'delivered',
      await count(sql`${delivered} and status = 'DELIVERED'
      and jsonb_array_length(attempts) = 1`),
      changes,
    );
    compare('received', receiver.received.length, changes);
    const listed = await rowsOf<{ hash: string }>(
      database,
      sql`select encode(hash, 'hex') as hash from listed_expressions`,
    );
    const prefixes = Uint32Array.from(new Set(listed.map(({ hash }) => Number.parseInt(hash.slice(0, 8), 16)))).sort();
    for (const [index, service] of services.entries()) {
      // Each learns of a change of the other within two seconds; removals wait for their turn where there were many.
      await until(async () => (await publishedBy(service)) === digestOf(prefixes), MAX_WAIT_MS).catch(() => {});
      compare(`list of process ${index + 1}`, await publishedBy(service), digestOf(prefixes));
    }
  } finally {
    await close();
  }
  return found;
}

/** The digest of everything that a client of this process holds: the snapshot and the recent additions. */
async function publishedBy({ endpoint }: ServiceProcess): Promise<string> {
  const answer = await call(endpoint, blocklistVersion, {});
  if (answer.status !== 200) throw new Error('There is no version document');
  const { snapshot, recent } = answer.data;
  const parts = await Promise.all(
    [snapshot, recent].map(async ({ url }) => decodePrefixes(new Uint8Array(await (await fetch(url)).arrayBuffer()))),
  );
  return digestOf(Uint32Array.from(new Set(parts.flatMap((part) => [...part]))).sort());
}
