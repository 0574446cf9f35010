import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetChangelog, assetList } from '../../api/asset/asset-listing.ts';
import { metricsSummary } from '../../api/organization/metrics.ts';
import { organizationReports } from '../../api/report/report-list.ts';
import { detectionList } from '../../api/threat/detection.ts';
import { takedownsList, threatsList } from '../../api/threat/takedown.ts';
import type { Asset } from '../../asset/type.ts';
import { readQuestions } from '../feature/asset/check.ts';
import { fileDispute } from '../feature/dispute/filing.ts';
import { listWriter } from '../feature/import/list-writer.ts';
import { decide } from '../feature/listing/decision.ts';
import { fileReport } from '../feature/report/filing.ts';
import { readProposed } from '../feature/report/proposed.ts';
import { fileTakedown, moveTakedown } from '../feature/threat/takedown.ts';
import { takedownPage } from '../feature/threat/takedown-list.ts';
import { recordThreat } from '../feature/threat/threat.ts';
import { readAudit, recordAction } from '../http/access/audit.ts';
import type { ReportFiler } from '../http/access/reach.ts';
import { ServiceFixture } from '../http/service.fixture.ts';
import { holding } from './database.fixture.ts';
import type { Database } from './database.ts';
import { readHorizon } from './keyset.ts';
import { detections, takedowns } from './schema/index.ts';

let fixture: ServiceFixture;
let filer: ReportFiler;
/** Of a blocked asset, and of a report that names it. */
let known: { readonly assetId: number; readonly reportId: number; readonly asset: Asset };
let openTakedown: number;

const site = (content: string): Asset => ({ type: 'URL', content });
const block = (database: Database, content: string) =>
  decide(database, {
    asset: site(content),
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  });
const report = async (database: Database, content: string, by = filer) => {
  const assets = [{ content, status: 'BLOCKED' as const }];
  return fileReport(database, by, { assets }, await readProposed(database, null, assets));
};
const takedown = (database: Database, content: string) => {
  const order = { asset: site(content), brandSlug: null, assignee: null, automated: false };
  return fileTakedown(database, { organizationId: fixture.acme, ...order });
};

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  const { database } = fixture.opened;
  const organization = { id: fixture.acme, slug: 'acme', name: 'Acme' };
  filer = { apiKeyId: null, organization, isPublic: false, source: 'API' };
  const { reportId } = await database.transaction((transaction) => report(transaction, 'known.example'));
  const { assetId } = await block(database, 'known.example');
  known = { assetId, reportId, asset: site('known.example') };
  const foreign = { ...filer, organization: { id: fixture.foreign, slug: 'foreign', name: 'Foreign' } };
  await database.transaction((transaction) => report(transaction, 'theirs.example', foreign));
  openTakedown = await takedown(database, 'open.example');
}, 60_000);
afterAll(() => fixture.close());

const call: ServiceFixture['call'] = (operation, request) => fixture.call(operation, request);
const total = async (name: 'disputes' | 'takedownsCompleted', startDate: string) =>
  (await call(metricsSummary, { body: { startDate } })).body.totals[name];

type Subject = {
  readonly write: (transaction: Database) => Promise<unknown>;
  /** How many a client gets that asks from a time on. */
  readonly since: (startDate: string) => Promise<number>;
};
const SUBJECTS: Readonly<Record<string, Subject>> = {
  'an asset': {
    write: (transaction) => block(transaction, 'asset.example'),
    since: async (startDate) => (await call(assetList, { body: { type: 'URL', startDate } })).body.assets.length,
  },
  'an asset that another organization reported before': {
    write: (transaction) => report(transaction, 'theirs.example'),
    since: async (startDate) =>
      (await call(assetList, { body: { type: 'URL', status: 'UNKNOWN', startDate } })).body.assets.length,
  },
  'a change of the list': {
    write: (transaction) => block(transaction, 'change.example'),
    since: async (startDate) => (await call(assetChangelog, { body: { startDate } })).body.changes.length,
  },
  'a report': {
    write: (transaction) => report(transaction, 'report.example'),
    since: async (startDate) => (await call(organizationReports, { query: { startDate } })).body.reports.length,
  },
  'a threat': {
    write: (transaction) => recordThreat(transaction, { organizationId: fixture.acme, ...known, wasBlocked: false }),
    since: async (startDate) => (await call(threatsList, { body: { startDate } })).body.threats.length,
  },
  'a takedown': {
    write: (transaction) => takedown(transaction, 'takedown.example'),
    since: async (startDate) => (await call(takedownsList, { body: { startDate } })).body.takedowns.length,
  },
  'a completed takedown': {
    write: (transaction) => moveTakedown(transaction, openTakedown, 'COMPLETED', undefined),
    since: (startDate) => total('takedownsCompleted', startDate),
  },
  'a detection': {
    write: (transaction) =>
      transaction.insert(detections).values({
        ...{ organizationId: fixture.acme, assetId: known.assetId, source: 'BLOCKLIST' },
        ...{ threatContent: 'known.example', confidence: 'high' },
      }),
    since: async (startDate) => (await call(detectionList, { body: { startDate } })).body.detections.length,
  },
  'a dispute': {
    write: async (transaction) =>
      fileDispute(transaction, filer, { content: 'known.example' }, await readQuestions(['known.example'])),
    since: (startDate) => total('disputes', startDate),
  },
  'an entry of the audit log': {
    write: (transaction) => recordAction(transaction, { kind: 'PORTAL', organizationId: 1 }, null, 'visit', {}),
    since: async (startDate) => {
      const query = { since: new Date(startDate), keyId: null, action: 'visit' };
      return (await readAudit(fixture.opened.database, query, 10)).length;
    },
  },
};

const now = () => new Date().toISOString();

describe('a client that polls from the time of its last poll on misses nothing that was being written at that time', () => {
  it.each(Object.keys(SUBJECTS))('%s', async (name) => {
    const { write, since } = SUBJECTS[name]!;
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const before = await since(start);
    const writing = await holding(fixture.opened.database, write);
    // Takes longer than a millisecond, so that the next poll has a later time than the row.
    await since(start);
    const polledAt = now();
    expect(await since(start)).toBe(before);
    await writing.release();
    expect(await since(polledAt)).toBe(1);
  });
});

it('a client that polls while a chunk of an import is written waits for it, and misses none of it', async () => {
  const { since } = SUBJECTS['an asset']!;
  const start = now();
  let importing: Promise<unknown> | undefined;
  const goOn = await new Promise<() => void>((written) => {
    const record = () => new Promise<void>((resolve) => written(resolve));
    const entry = { ...site('imported.example'), status: 'BLOCKED', reason: null, source: 'list' } as const;
    importing = listWriter(fixture.opened.database, record)([entry], () => undefined);
  });
  const poll = since(start);
  expect(await Promise.race([poll, pause(300, 'waits')])).toBe('waits');
  goOn();
  await importing;
  expect(await poll).toBe(1);
});

type Order = NonNullable<Parameters<typeof takedownPage>[3]['sorting']>[number]['key'];
const page = async (key: Order, startDate: string, next_page?: string) => {
  const sorting = [{ key, direction: 'asc' as const }];
  const { body } = await call(takedownsList, { body: { startDate, sorting, per_page: 2, next_page } });
  return { contents: body.takedowns.map(({ asset }) => asset.content), next: body.next_page };
};

describe('a client that pages', () => {
  it.each(['createdAt', 'updatedAt'] as const)('by %s gets at the end what commits meanwhile', async (key) => {
    const { database } = fixture.opened;
    const start = now();
    const names = ['first', 'second', 'third'].map((name) => `${name}.${key.toLowerCase()}.example`);
    const slow = `slow.${key.toLowerCase()}.example`;
    const writing = await holding(database, (transaction) => takedown(transaction, slow));
    for (const name of names) await takedown(database, name);
    const first = await page(key, start);
    expect(first.contents).toEqual(names.slice(0, 2));
    await writing.release();
    const second = await page(key, start, first.next);
    expect(second).toEqual({ contents: [names[2], slow], next: undefined });
  });

  it('does not get what commits while a page is read, before something older that is still to come', async () => {
    const { database } = fixture.opened;
    const start = now();
    const whileReading = new Proxy(database, {
      get: (target, name) =>
        name === 'execute'
          ? async (...statement: Parameters<Database['execute']>) => {
              const rows = await target.execute(...statement);
              await takedown(target, 'between.example');
              return rows;
            }
          : Reflect.get(target, name),
    });
    const order = { startDate: start, per_page: 10 };
    const read = (from: Database) => takedownPage(from, fixture.service.cursors, fixture.acme, order);
    expect((await read(whileReading)).takedowns).toEqual([]);
    expect((await read(database)).takedowns.map(({ asset }) => asset.content)).toEqual(['between.example']);
  });
});

describe('the time of a row', () => {
  it('is after each reading that did not see it, within a millisecond too', async () => {
    const { database } = fixture.opened;
    for (let round = 0; round < 20; round += 1) {
      const horizon = await readHorizon(database);
      const id = await takedown(database, `round-${round}.example`);
      const [row] = await database.select().from(takedowns).where(eq(takedowns.id, id));
      expect(row!.createdAt.getTime()).toBeGreaterThanOrEqual(horizon.getTime());
      expect((await readHorizon(database)).getTime()).toBeGreaterThan(row!.createdAt.getTime());
    }
  });

  it('stays where somebody gave an earlier one', async () => {
    const { database } = fixture.opened;
    const createdAt = new Date('2026-01-02T03:04:05Z');
    const row = { organizationId: fixture.acme, assetId: known.assetId, createdAt };
    const writing = await holding(database, (transaction) => transaction.insert(takedowns).values(row));
    await readHorizon(database);
    await writing.release();
    expect(await database.$count(takedowns, eq(takedowns.createdAt, createdAt))).toBe(1);
  });
});
