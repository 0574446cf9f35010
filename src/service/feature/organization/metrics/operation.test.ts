import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../../api/operation.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
  publicOrganizationMetrics,
} from '../../../../api/organization/metrics.ts';
import type { Asset } from '../../../../asset/index.ts';
import {
  assets,
  detections,
  disputes,
  organizations,
  proposals,
  reportAssets,
  reports,
  takedowns,
  threats,
} from '../../../database/schema/index.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { knownAsset } from '../../listing/entry.ts';

const NIGHT = '2026-03-01T23:59:59.999Z';
const MIDNIGHT = '2026-03-02T00:00:00.000Z';
const NOON = '2026-03-02T12:00:00.000Z';
const THIRD = '2026-03-03T08:00:00.000Z';
const site = (content: string): Asset => ({ type: 'URL', content });
const ADDRESS: Asset = { type: 'ADDRESS', content: '0x00000000000000000000000000000000000000aa' };

let fixture: ServiceFixture;
let foreignKey: string;

async function idOf(asset: Asset): Promise<number> {
  return await knownAsset(fixture.opened.database, asset);
}
async function threat(asset: Asset, at: string, brandSlug: string | null, organizationId = fixture.acme) {
  const row = { organizationId, assetId: await idOf(asset), brandSlug, blockedAt: new Date(at) };
  await fixture.opened.database.insert(threats).values(row);
}
async function report(at: string, named: readonly (readonly [Asset, string | null])[], organizationId = fixture.acme) {
  const { database } = fixture.opened;
  const [row] = await database
    .insert(reports)
    .values({ organizationId, createdAt: new Date(at) })
    .returning();
  for (const [asset, brandSlug] of named) {
    const assetId = await idOf(asset);
    await database
      .insert(reportAssets)
      .values({ reportId: row!.id, assetId, submittedContent: asset.content, brandSlug });
    await database.insert(proposals).values({ reportId: row!.id, assetId, proposedStatus: 'BLOCKED' });
  }
  return row!.id;
}
async function takedown(asset: Asset, at: string, completedAt: string | null, brandSlug: string | null) {
  const status = completedAt === null ? 'TODO' : 'COMPLETED';
  const dates = { createdAt: new Date(at), completedAt: completedAt === null ? null : new Date(completedAt) };
  await fixture.opened.database
    .insert(takedowns)
    .values({ organizationId: fixture.acme, assetId: await idOf(asset), status, brandSlug, ...dates });
}
async function detection(asset: Asset, at: string) {
  const row = { assetId: await idOf(asset), createdAt: new Date(at), threatContent: asset.content };
  await fixture.opened.database
    .insert(detections)
    .values({ organizationId: fixture.acme, source: 'REPORTS', confidence: 'high', ...row });
}

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await fixture.brand('wallet');
  foreignKey = await fixture.key(['read'], [fixture.foreign]);
  const { database } = fixture.opened;
  await threat(site('night.example'), NIGHT, 'wallet');
  await threat(site('midnight.example'), MIDNIGHT, null);
  await threat(ADDRESS, NOON, 'wallet');
  await threat({ type: 'TWITTER', content: '@acme_help' }, THIRD, 'exchange');
  await threat({ type: 'TELEGRAM', content: '@acme_help' }, THIRD, null);
  await threat({ type: 'PAGE', content: 'pages.example/acme' }, THIRD, null);
  await threat(site('theirs.example'), NOON, 'wallet', fixture.foreign);
  await database
    .update(assets)
    .set({ watchedAt: new Date() })
    .where(inArray(assets.content, ['midnight.example']));
  const closed = await report(NIGHT, [[site('night.example'), 'wallet']]);
  await report(MIDNIGHT, [
    [site('midnight.example'), 'wallet'],
    [ADDRESS, 'wallet'],
    [site('other.example'), 'exchange'],
  ]);
  await report(NOON, [[site('other.example'), null]]);
  await report(NOON, [[site('theirs.example'), 'wallet']], fixture.foreign);
  await database.update(proposals).set({ reviewStatus: 'APPROVED' }).where(eq(proposals.reportId, closed));
  await takedown(site('night.example'), NIGHT, THIRD, 'wallet');
  await takedown(site('midnight.example'), MIDNIGHT, null, null);
  await detection(site('night.example'), NOON);
  await detection(site('detected.example'), NOON);
  const assetId = await idOf(site('night.example'));
  await database
    .insert(disputes)
    .values({ organizationId: fixture.acme, assetId, content: 'night.example', createdAt: new Date(NOON) });
}, 60_000);
afterAll(() => fixture.close());

const ALL = { startDate: '2026-03-01T00:00:00Z', endDate: '2026-03-31T00:00:00Z' };

describe('the summary of a range', () => {
  const totals = async (body: RequestOf<typeof metricsSummary>['body']) =>
    (await fixture.call(metricsSummary, { body })).body.totals;

  it('counts everything of the organization in it', async () => {
    const received = await fixture.call(metricsSummary, { body: ALL });
    expect(received.body).toEqual({
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2026-03-31T00:00:00.000Z',
      totals: {
        ...{ reports: 3, reportsClosed: 1, threats: 6, detections: 2, takedownsFiled: 2, takedownsCompleted: 1 },
        disputes: 1,
      },
    });
    const theirs = await fixture.call(metricsSummary, { body: ALL }, { key: foreignKey });
    expect(theirs.body.totals).toMatchObject({ reports: 1, threats: 1, detections: 0, takedownsFiled: 0 });
  });

  it('begins and ends to the millisecond, and a date with an offset is the same moment', async () => {
    const first = { reports: 1, threats: 1, takedownsFiled: 1, takedownsCompleted: 0 };
    expect(await totals({ startDate: '2026-03-01T00:00:00Z', endDate: NIGHT })).toMatchObject(first);
    expect(await totals({ startDate: NIGHT, endDate: MIDNIGHT })).toMatchObject({ reports: 2, threats: 2 });
    expect(await totals({ startDate: MIDNIGHT, endDate: MIDNIGHT })).toMatchObject({ reports: 1, threats: 1 });
    expect(await totals({ startDate: '2026-03-02T00:00:00.001Z', endDate: '2026-03-02T11:59:59.999Z' })).toMatchObject({
      ...{ reports: 0, threats: 0, takedownsFiled: 0 },
    });
    const offset = { startDate: '2026-03-02T02:00:00+02:00', endDate: '2026-03-01T19:00:00-05:00' };
    expect(await totals(offset)).toMatchObject({ reports: 1, threats: 1, takedownsFiled: 1 });
    expect(await totals({ startDate: THIRD, endDate: NIGHT })).toMatchObject({ reports: 0, threats: 0 });
  });

  it('is the last 30 days where no date is given, and the 30 days before its end where no start is', async () => {
    const { body } = await fixture.call(metricsSummary, { body: {} });
    expect(Date.parse(body.endDate) - Date.parse(body.startDate)).toBe(30 * 86_400_000);
    expect(Math.abs(Date.now() - Date.parse(body.endDate))).toBeLessThan(60_000);
    const ended = await fixture.call(metricsSummary, { body: { endDate: '2026-03-31T23:59:59.999Z' } });
    expect(ended.body).toMatchObject({ startDate: NIGHT, totals: { reports: 3, threats: 6 } });
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'])(
    'takes the date %s at the edge of all dates',
    async (date) => {
      for (const body of [{ startDate: date }, { endDate: date }, { startDate: date, endDate: date }])
        expect((await fixture.call(metricsSummary, { body })).status).toBe(200);
    },
  );
});

describe('the breakdown of a range', () => {
  const rows = async (by: 'day' | 'assetType' | 'brand', over = {}) => {
    const received = await fixture.call(metricsBreakdown, { body: { ...ALL, by, ...over } });
    return received.body.rows.map(({ key, reports: r, threats: t, detections: d, takedowns: k }) => [key, r, t, d, k]);
  };

  it('by day has the days of UTC on which something happened', async () => {
    expect(await rows('day')).toEqual([
      ['2026-03-01', 1, 1, 0, 1],
      ['2026-03-02', 2, 2, 2, 1],
      ['2026-03-03', 0, 3, 0, 0],
    ]);
    expect(await rows('day', { startDate: MIDNIGHT, endDate: MIDNIGHT })).toEqual([['2026-03-02', 1, 1, 0, 1]]);
  });

  it('by type counts a report under each of its types once', async () => {
    expect(await rows('assetType')).toEqual([
      ['ADDRESS', 1, 1, 0, 0],
      ['PAGE', 0, 1, 0, 0],
      ['TELEGRAM', 0, 1, 0, 0],
      ['TWITTER', 0, 1, 0, 0],
      ['URL', 3, 2, 2, 2],
    ]);
  });

  it('by brand counts a report under each of its brands once, and leaves out what names none', async () => {
    expect(await rows('brand')).toEqual([
      ['exchange', 1, 1, 0, 0],
      ['wallet', 2, 2, 0, 1],
    ]);
  });

  it('has no row where nothing happened', async () => {
    expect(await rows('day', { startDate: '2026-03-04T00:00:00Z' })).toEqual([]);
  });
});

describe('the number of found threats', () => {
  it('counts an asset once, detected or blocked or both', async () => {
    const count = async (body: object) => (await fixture.call(metricsFound, { body })).body.count;
    expect(await count(ALL)).toBe(7);
    expect(await count({ startDate: MIDNIGHT, endDate: NOON })).toBe(4);
    expect(await count({})).toBe(0);
  });
});

describe('the metrics of an organization', () => {
  type Order = RequestOf<typeof organizationMetrics>['query'];
  const metrics = async (query: Order) => (await fixture.call(organizationMetrics, { query })).body;

  it('are of all times unless dates are given', async () => {
    expect(await metrics({})).toEqual({
      metrics: {
        ...{ reports: 3, newThreats: 6, threatsWatchlisted: 1, takedownsFiled: 2, takedownsCompleted: 1 },
        ...{ domainThreats: 3, twitterThreats: 1, telegramThreats: 1, otherThreats: 1 },
      },
      blockedByType: [
        { type: 'URL', count: 2 },
        { type: 'ADDRESS', count: 1 },
        { type: 'PAGE', count: 1 },
        { type: 'TELEGRAM', count: 1 },
        { type: 'TWITTER', count: 1 },
      ],
      blockedByDay: [
        { date: '2026-03-01', count: 1 },
        { date: '2026-03-02', count: 2 },
        { date: '2026-03-03', count: 3 },
      ],
    });
    expect(await metrics({ startDate: MIDNIGHT, endDate: MIDNIGHT })).toMatchObject({
      metrics: { reports: 1, newThreats: 1, threatsWatchlisted: 1, takedownsFiled: 1, takedownsCompleted: 0 },
      blockedByDay: [{ date: '2026-03-02', count: 1 }],
    });
  });

  it('are those of one brand where one is named', async () => {
    expect(await metrics({ brandSlug: 'wallet' })).toMatchObject({
      metrics: { reports: 2, newThreats: 2, threatsWatchlisted: 0, takedownsFiled: 1, takedownsCompleted: 1 },
      blockedByType: [
        { type: 'ADDRESS', count: 1 },
        { type: 'URL', count: 1 },
      ],
    });
    const unknown = await fixture.call(organizationMetrics, { query: { brandSlug: 'nobody' } });
    expect([unknown.status, ServiceFixture.error(unknown).issues]).toEqual([
      400,
      [{ message: 'brandSlug: Acme has no brand "nobody"' }],
    ]);
  });

  it('are the same at the deprecated place, which says so', async () => {
    const order = { brandSlug: 'wallet', startDate: NIGHT, endDate: NOON };
    const twin = await fixture.call(publicOrganizationMetrics, { body: order });
    expect(twin.body).toEqual(await metrics(order));
    expect(twin.headers.get('deprecation')).toBe('@1767225600');
    expect(twin.headers.get('sunset')).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
    const current = await fixture.call(organizationMetrics, { query: {} });
    expect([current.headers.get('deprecation'), current.headers.get('sunset')]).toEqual([null, null]);
  });

  it('are nobody else’s, and not computed where they are disabled', async () => {
    const theirs = { key: foreignKey };
    expect((await fixture.call(organizationMetrics, { query: { slug: 'acme' } }, theirs)).status).toBe(401);
    expect((await fixture.call(organizationMetrics, { query: {} }, theirs)).body.metrics.newThreats).toBe(1);
    const hidden = await fixture.organization({ slug: 'hidden', metricsVisibility: 'DISABLED' });
    const key = await fixture.key(['read'], [hidden]);
    expect((await fixture.call(organizationMetrics, { query: {} }, { key })).status).toBe(403);
    for (const operation of [publicOrganizationMetrics, metricsSummary, metricsFound] as const)
      expect((await fixture.call(operation, { body: {} }, { key })).status).toBe(403);
    expect((await fixture.call(metricsBreakdown, { body: { by: 'day' } }, { key })).status).toBe(403);
    await fixture.opened.database
      .update(organizations)
      .set({ metricsVisibility: 'PRIVATE' })
      .where(eq(organizations.id, hidden));
    expect((await fixture.call(organizationMetrics, { query: {} }, { key })).status).toBe(200);
  });
});
