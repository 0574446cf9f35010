import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookDelivery } from '../../../api/organization/webhook.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { jobs } from '../../database/schema/job.ts';
import { webhookDeliveries } from '../../database/schema/webhook.ts';
import { PUBLIC_ONLY } from '../../http/outgoing.ts';
import { announceEscalation, announceTest, announceThreats } from '../../jobs/announcement.ts';
import { claimJobs, countJobs, endJob, type Job, postponeJob } from '../../jobs/queue.ts';
import { until } from '../../jobs/until.fixture.ts';
import { listWriter } from '../import/list-writer.ts';
import { decide, ListingRefused } from '../listing/decision.ts';
import { pruneDeliveries } from './delivery-log.ts';
import { WebhookFixture } from './webhook.fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
}, 60_000);
afterAll(() => fixture.service.close());
beforeEach(() => fixture.begin());
afterEach(() => fixture.end());

const attemptLog = async () => (await fixture.deliveries()).flatMap(({ attempts }) => attempts);
const waiting = () => fixture.database.select().from(jobs);
const claim = (claimMs = 60_000) =>
  claimJobs(fixture.database, 'webhook', {
    ...{ most: 100, claimMs },
    lanes: { of: sql`select id as lane from webhooks where removed_at is null`, most: 100 },
  });
const bodies = () => fixture.receiver.received.map(({ body }) => webhookDelivery.parse(JSON.parse(body)));

describe('a webhook gets', () => {
  it('of a status that changed, signed with the secret it was given once', async () => {
    const { secret, id, url } = await fixture.configure();
    expect(url).toBe(`${fixture.receiver.url}/hook`);
    fixture.deliver();
    await fixture.list('told.example');
    await until(() => fixture.receiver.received.length === 1);
    const { body, signature } = fixture.receiver.received[0]!;
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    expect(JSON.parse(body)).toEqual({
      type: 'asset.status-updated',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: {
        assetId: expect.any(Number),
        content: 'told.example',
        type: 'URL',
        fromStatus: 'UNKNOWN',
        toStatus: 'BLOCKED',
        reason: 'Drainer',
        changedAt: expect.any(String),
      },
    });
    await until(async () => (await fixture.deliveries())[0]?.status === 'DELIVERED');
    expect(await fixture.deliveries()).toMatchObject([{ webhookId: id, finishedAt: expect.any(Date) }]);
    expect(await waiting()).toEqual([]);
    await fixture.list('told.example');
    await fixture.list('told.example', 'UNKNOWN');
    await until(() => fixture.receiver.received.length === 2);
    expect(bodies()[1]?.data).toMatchObject({ fromStatus: 'BLOCKED', toStatus: 'UNKNOWN' });
  });

  it('of nothing that did not happen', async () => {
    await fixture.configure();
    await expect(
      fixture.database.transaction(async (transaction) => {
        await decide(transaction, {
          asset: { type: 'URL', content: 'undone.example' },
          status: 'BLOCKED',
          decidedBy: 'REVIEW',
          source: null,
          reason: null,
        });
        throw new ListingRefused('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await fixture.deliveries()).toEqual([]);
  });

  it('of what an imported list blocks only when its organization reported it', async () => {
    await fixture.configure();
    const content = 'reported-first.example';
    await fixture.service.call(reportCreate, { body: { assets: [{ content }], organizationSlug: 'acme' } });
    const entry = { type: 'URL', status: 'BLOCKED', source: 'some-list', reason: null } as const;
    const write = listWriter(fixture.database);
    await write(
      [
        { ...entry, content },
        { ...entry, content: 'never-reported.example' },
      ],
      () => {},
    );
    expect((await fixture.deliveries()).map(({ body }) => JSON.parse(body).data.content)).toEqual([content]);
  });

  it('of its own escalations and threats, and of no foreign ones', async () => {
    await fixture.configure();
    const { assetId } = await fixture.list('seven.example', 'UNKNOWN');
    const asset = { type: 'URL', content: 'seven.example' } as const;
    const { database } = fixture;
    for (const organizationId of [fixture.service.acme, fixture.service.foreign]) {
      await announceEscalation(database, { organizationId, reportId: 1, proposalId: 2, assetId, asset });
      await announceThreats(database, organizationId, 'report', [{ assetId, asset }]);
    }
    fixture.deliver();
    await until(() => fixture.receiver.received.length === 2);
    expect(bodies().sort((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      { type: 'asset.status-escalated', data: { ...asset, assetId, reportId: 1, proposalId: 2 } },
      {
        type: 'organization.threat-detection-added',
        data: { ...asset, assetId, organizationId: fixture.service.acme },
      },
    ]);
  });

  it('only of what it asks for, except for a test', async () => {
    const { id } = await fixture.configure('/quiet', ['asset.status-escalated']);
    await fixture.list('not-for-you.example');
    expect(await fixture.deliveries()).toEqual([]);
    expect(await announceTest(fixture.database, id)).toEqual(expect.any(Number));
    expect(await announceTest(fixture.database, 2_000_000)).toBeNull();
    fixture.deliver();
    await until(() => fixture.receiver.received.length === 1);
    expect(bodies()[0]).toMatchObject({ type: 'debug.test', data: { webhookId: id } });
  });
});

describe('a delivery that fails', () => {
  it('is tried three times more, each time later and with the same body, and then given up', async () => {
    await fixture.configure();
    const at: number[] = [];
    fixture.receiver.answer = () => {
      at.push(performance.now());
      return 500;
    };
    fixture.deliver({ timing: { retryMs: 200, growth: 2 } });
    await fixture.list('failing.example');
    await until(async () => (await fixture.deliveries())[0]?.status === 'FAILED');
    expect(fixture.receiver.received).toHaveLength(4);
    expect(new Set(fixture.receiver.received.map(({ body, deliveryId }) => `${deliveryId} ${body}`)).size).toBe(1);
    for (const [index, least] of [160, 320, 640].entries()) expect(at[index + 1]! - at[index]!).toBeGreaterThan(least);
    const log = await attemptLog();
    expect(log.slice(-4)).toMatchObject(Array(4).fill({ status: 500, problem: null }));
    await fixture.database.update(jobs).set({ dueAt: new Date(0) });
    expect(await claim(1)).toEqual([]);
    expect(await countJobs(fixture.database)).toContainEqual({ kind: 'webhook', failed: 1, running: 0, waiting: 0 });
  });

  it('is delivered by a later attempt', async () => {
    await fixture.configure();
    const answers = [302, 0, 200];
    fixture.receiver.answer = () => answers.shift() ?? 500;
    fixture.deliver();
    await fixture.list('later.example');
    await until(async () => (await fixture.deliveries())[0]?.status === 'DELIVERED');
    expect(fixture.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook']);
    const log = await attemptLog();
    expect(log.slice(-3)).toMatchObject([
      { status: 302 },
      { status: null, problem: 'No connection (ECONNRESET)' },
      { status: 200 },
    ]);
  });

  it('for want of an answer holds up no other webhook', async () => {
    await fixture.configure('/slow');
    await fixture.configure('/quick');
    fixture.receiver.answer = ({ path }) => (path === '/slow' ? new Promise(() => {}) : 200);
    fixture.deliver({ timing: { timeoutMs: 5_000 } });
    for (let count = 0; count < 12; count += 1) await fixture.list(`slow${count}.example`);
    await until(() => fixture.receiver.received.filter(({ path }) => path === '/quick').length === 12, 4_000);
    expect(fixture.receiver.received.filter(({ path }) => path === '/slow').length).toBeLessThanOrEqual(4);
    await fixture.receiver.stop();
  });

  it('because its address is private is not sent at all', async () => {
    await fixture.configure();
    fixture.deliver({ outbound: PUBLIC_ONLY });
    await fixture.list('private.example');
    await until(async () => (await fixture.deliveries())[0]?.status === 'FAILED');
    expect(fixture.receiver.received).toEqual([]);
    const log = await attemptLog();
    expect(log.at(-1)).toMatchObject({ status: null, problem: expect.stringContaining('private') });
  });
});

describe('the queue', () => {
  it('is emptied by several processes without a delivery made twice', async () => {
    await fixture.configure();
    const names = Array.from({ length: 40 }, (_, index) => `many${index}.example`);
    for (let each = 0; each < 4; each += 1) fixture.deliver({ timing: { timeoutMs: 20_000 } });
    for (const name of names) await fixture.list(name);
    await until(async () => (await fixture.deliveries()).every(({ status }) => status === 'DELIVERED'));
    expect(fixture.receiver.received.map(({ body }) => JSON.parse(body).data.content).sort()).toEqual(
      [...names].sort(),
    );
    expect(await attemptLog()).toHaveLength(40);
  });

  it('gives what a dead process had to another one, and does not hear the dead one any more', async () => {
    await fixture.configure();
    const { database } = fixture;
    await fixture.list('orphan.example');
    const [lost] = await claim(100);
    expect(await claim()).toEqual([]);
    let taken: Job | undefined;
    await until(async () => {
      [taken] = await claim();
      return taken !== undefined;
    });
    expect(taken).toMatchObject({ id: lost!.id, attempts: 2 });
    expect(await endJob(database, lost!)).toBe(false);
    expect(await postponeJob(database, lost!, 'Late', null)).toBe(false);
    expect(await endJob(database, taken!)).toBe(true);
  });

  it('forgets after a month what has ended, and never what waits', async () => {
    await fixture.configure();
    const { database } = fixture;
    await fixture.list('old.example');
    await fixture.list('older.example');
    const [first, second] = await fixture.deliveries();
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    await database.update(webhookDeliveries).set({ createdAt: longAgo });
    await database
      .update(webhookDeliveries)
      .set({ status: 'DELIVERED', finishedAt: longAgo })
      .where(eq(webhookDeliveries.id, first!.id));
    await pruneDeliveries(database);
    expect((await fixture.deliveries()).map(({ id }) => id)).toEqual([second!.id]);
  });
});
