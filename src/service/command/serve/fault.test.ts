import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/built-service.ts';
import { type Place, ServiceProcess } from '../../../../test/fixtures/service-process.ts';
import { call } from '../../../api/client.ts';
import { ServiceUnreachable } from '../../../api/error.ts';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { disputeCreate } from '../../../api/report/dispute.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/database.ts';
import { Receiver } from '../../feature/webhook/receiver.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { openPlace } from '../place/place.ts';

let folder: string;
let opened: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-fault-'));
  opened = await openTestDatabase();
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const serverUrl = () => (opened.location.kind === 'server' ? opened.location.url : null);

it('a service that is killed during writes loses and duplicates nothing', { timeout: 600_000 }, async () => {
  const program = await buildService(join(folder, 'built'));
  const result = await killWhileWriting({ folder, databaseUrl: serverUrl(), program }, 2);
  expect(result).toMatchObject({
    reports: 6,
    disputes: 6,
    blocks: 6,
    lostOrDoubledReports: [],
    lostOrDoubledDisputes: [],
    lostOrDoubledDeliveries: [],
    unheard: [],
  });
});

/** How many were accepted, and what the database and the receiver hold in the end; every list names what is wrong. */
type KillResult = {
  readonly reports: number;
  readonly disputes: number;
  readonly blocks: number;
  readonly lostOrDoubledReports: readonly string[];
  readonly lostOrDoubledDisputes: readonly string[];
  readonly lostOrDoubledDeliveries: readonly string[];
  /** Deliveries that never reached the receiver. */
  readonly unheard: readonly string[];
};

/** Kills a service over and over while it writes, as `kill -9` does. The writer tries again until there is an answer. */
async function killWhileWriting(order: Omit<Place, 'name'>, rounds: number): Promise<KillResult> {
  const receiver = await Receiver.start();
  const place = { ...order, name: 'ready' };
  let service = await ServiceProcess.start(place);
  try {
    const { key } = service;
    const body = { url: `${receiver.url}/hook`, events: ['asset.status-updated' as const], slug: 'acme' };
    await call(service.endpoint, webhookConfig, { body });
    const writer = new Writer(() => service);
    for (let round = 0; round < rounds; round += 1) {
      const writing = writer.write(round);
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 400));
      await service.kill();
      service = await ServiceProcess.start(place, key);
      await writing;
    }
    const expected = new Set(writer.blocked);
    const heard = () => new Set(receiver.received.map(({ body: text }) => JSON.parse(text).data.content as string));
    // A claim of a process that died ends after half a minute.
    await until(() => [...expected].every((content) => heard().has(content)), 120_000).catch(() => {});
    await service.stop();
    return await judge(place, writer, receiver);
  } finally {
    await service.kill();
    await receiver.stop();
  }
}

/** Writes one report, dispute and block after the other and knows which were accepted. */
class Writer {
  readonly reported: string[] = [];
  readonly disputed: string[] = [];
  readonly blocked: string[] = [];
  readonly #service: () => ServiceProcess;

  constructor(service: () => ServiceProcess) {
    this.#service = service;
  }

  /** Three of each, all at once: every one is written when this ends, through however many processes. */
  async write(round: number): Promise<void> {
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const host = `${name}${round}.kill.example`;
        await this.#again(() => this.#service().command('block', host));
        this.blocked.push(host);
        const body = { content: host, email: `me@${host}` };
        const disputeKey = `dispute-${host}`;
        await this.#again(() =>
          call(this.#service().endpoint, disputeCreate, { body }, { idempotencyKey: disputeKey }),
        );
        this.disputed.push(host);
        const title = `Report ${host}`;
        const report = { title, assets: [{ content: `reported-${host}` }], organizationSlug: 'acme' };
        const reportKey = `report-${host}`;
        await this.#again(() =>
          call(this.#service().endpoint, reportCreate, { body: report }, { idempotencyKey: reportKey }),
        );
        this.reported.push(title);
      }),
    );
  }

  async #again(work: () => Promise<unknown>): Promise<void> {
    while (!(await this.#isDone(work))) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async #isDone(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const isGone =
        error instanceof ServiceUnreachable || /ended (before|with null)|terminated|fetch/.test(String(error));
      if (!isGone) throw error;
      return false;
    }
  }
}

async function judge({ folder, databaseUrl }: Place, writer: Writer, receiver: Receiver): Promise<KillResult> {
  const { database, close } = await openPlace(
    databaseUrl === null ? { kind: 'folder', folder: `${folder}/data` } : { kind: 'server', url: databaseUrl },
  );
  try {
    const counted = async (names: readonly string[], statement: ReturnType<typeof sql>) => {
      const rows = await rowsOf<{ name: string; count: number | string }>(database, statement);
      const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]));
      const wrong = names.filter((name) => counts.get(name) !== 1).map((name) => `${name}: ${counts.get(name) ?? 0}`);
      return [...wrong, ...[...counts.keys()].filter((name) => !names.includes(name))];
    };
    const heard = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.content as string));
    return {
      reports: writer.reported.length,
      disputes: writer.disputed.length,
      blocks: writer.blocked.length,
      lostOrDoubledReports: await counted(
        writer.reported,
        sql`select title as name, count(*) as count from reports where title like '%.kill.example' group by 1`,
      ),
      lostOrDoubledDisputes: await counted(
        writer.disputed,
        sql`select content as name, count(*) as count from disputes where content like '%.kill.example' group by 1`,
      ),
      lostOrDoubledDeliveries: await counted(
        writer.blocked,
        sql`select body::json->'data'->>'content' as name, count(*) as count from webhook_deliveries
          where body like '%.kill.example%' group by 1`,
      ),
      unheard: writer.blocked.filter((host) => !heard.has(host)),
    };
  } finally {
    await close();
  }
}
