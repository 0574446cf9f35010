import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { queuesSnapshot } from '../../../api/organization/queue.ts';
import { proposals, reports, takedowns } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { knownAsset } from '../listing/entry.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let fixture: ServiceFixture;
let assetId: number;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  const asset = { type: 'URL', content: 'queued.example' } as const;
  assetId = await knownAsset(fixture.opened.database, asset);
}, 60_000);
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.opened.database.delete(reports);
  await fixture.opened.database.delete(takedowns);
});

const ago = (age: number) => new Date(Date.now() - age);
async function report(age: number, organizationId = fixture.acme): Promise<number> {
  const [row] = await fixture.opened.database
    .insert(reports)
    .values({ organizationId, createdAt: ago(age) })
    .returning();
  await fixture.opened.database.insert(proposals).values({ reportId: row!.id, assetId, proposedStatus: 'BLOCKED' });
  return row!.id;
}
const takedown = (age: number, status: 'TODO' | 'IN_PROGRESS' | 'PENDING_INPUT' | 'COMPLETED' | 'CANCELLED' = 'TODO') =>
  fixture.opened.database
    .insert(takedowns)
    .values({ organizationId: fixture.acme, assetId, status, createdAt: ago(age) });
const snapshot = async (body: RequestOf<typeof queuesSnapshot>['body'] = {}, key?: string) =>
  (await fixture.call(queuesSnapshot, { body }, key === undefined ? {} : { key })).body;
const agesOf = (queue: { ages: readonly { count: number }[] }) => queue.ages.map(({ count }) => count);
const EMPTY = { total: 0, sla: { ok: 0, dueSoon: 0, breached: 0 } };

describe('a snapshot of the queues', () => {
  it('is empty where nothing waits, with every age', async () => {
    const { reviews, takedowns: removals } = await snapshot();
    expect([reviews, removals]).toMatchObject([EMPTY, EMPTY]);
    const ages = ['under 1 hour', '1 to 4 hours', '4 to 24 hours', '1 to 7 days', 'over 7 days'];
    expect(reviews.ages).toEqual(ages.map((bucket) => ({ bucket, count: 0 })));
  });

  it('puts reports under their ages, and tells what is late and what soon will be', async () => {
    const minute = 60_000;
    for (const age of [0, HOUR - minute, HOUR, 4 * HOUR - minute, 4 * HOUR, 20 * HOUR - minute]) await report(age);
    for (const age of [20 * HOUR + minute, DAY - minute]) await report(age);
    for (const age of [DAY + minute, 7 * DAY - minute, 7 * DAY, 99 * DAY]) await report(age);
    const { reviews } = await snapshot();
    expect(reviews).toMatchObject({ total: 12, sla: { ok: 6, dueSoon: 2, breached: 4 } });
    expect(agesOf(reviews)).toEqual([2, 2, 4, 2, 2]);
    expect((await snapshot({ windowHours: 1 })).reviews.sla).toEqual({ ok: 7, dueSoon: 1, breached: 4 });
    expect((await snapshot({ windowHours: 720 })).reviews.sla).toEqual({ ok: 0, dueSoon: 8, breached: 4 });
  });

  it('has only what waits', async () => {
    const [, decided] = [await report(HOUR), await report(HOUR)];
    await fixture.opened.database
      .update(proposals)
      .set({ reviewStatus: 'REJECTED' })
      .where(eq(proposals.reportId, decided));
    for (const status of ['TODO', 'IN_PROGRESS', 'PENDING_INPUT', 'COMPLETED', 'CANCELLED'] as const)
      await takedown(8 * DAY, status);
    await takedown(7 * DAY - HOUR);
    await takedown(6 * DAY);
    const { reviews, takedowns: removals } = await snapshot();
    expect(reviews.total).toBe(1);
    expect(removals).toMatchObject({ total: 5, sla: { ok: 1, dueSoon: 1, breached: 3 } });
    expect(agesOf(removals)).toEqual([0, 0, 0, 2, 3]);
  });

  it('is of every organization of the key, or of the one that is named', async () => {
    await report(HOUR);
    await report(HOUR, fixture.foreign);
    const both = await fixture.key(['read'], [fixture.acme, fixture.foreign]);
    expect((await snapshot({}, both)).reviews.total).toBe(2);
    expect((await snapshot({ slug: 'foreign' }, both)).reviews.total).toBe(1);
    expect((await snapshot()).reviews.total).toBe(1);
    const foreign = await fixture.call(queuesSnapshot, { body: { slug: 'foreign' } });
    expect(foreign.status).toBe(401);
  });

  it('leaves out an organization whose reviewing is off: nobody reviews what waits there', async () => {
    const off = await fixture.organization({ slug: 'unreviewed', reviewingActive: false });
    await report(HOUR);
    await report(HOUR, off);
    const both = await fixture.key(['read'], [fixture.acme, off]);
    expect((await snapshot({}, both)).reviews.total).toBe(1);
  });
});
