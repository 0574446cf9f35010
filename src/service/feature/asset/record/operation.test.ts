import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assetCheck } from '../../../../api/asset/asset.ts';
import { assetDetails, assetSearch, assetSubmit, assetUnblock } from '../../../../api/asset/asset-record.ts';
import { blocklistVersion } from '../../../../api/blocklist.ts';
import { SCOPES } from '../../../../api/operation.ts';
import { organizationAssetCreate } from '../../../../api/organization/organization-asset.ts';
import { reportCreate } from '../../../../api/report/report.ts';
import { scanResult } from '../../../../api/threat/scan.ts';
import type { Asset } from '../../../../asset/index.ts';
import { holding, lockWaits } from '../../../database/database.fixture.ts';
import { LOCKS, lock } from '../../../database/database.ts';
import {
  assets,
  disputes,
  listConsumptions,
  listMemberships,
  proposals,
  reports,
  takedowns,
} from '../../../database/schema/index.ts';
import { createKey } from '../../../http/access/api-key.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { decideDispute } from '../../dispute/decision.ts';
import { listWriter } from '../../import/list-writer.ts';
import { decide } from '../../listing/decision.ts';
import { setProof } from '../../organization/asset/ownership.ts';
import { review } from '../../review/review.ts';
import { ConsumptionLog } from './consumption.ts';

let fixture: ServiceFixture;
let foreign: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  foreign = await fixture.key(SCOPES, [fixture.foreign]);
}, 60_000);
afterAll(() => fixture.close());

const block = (asset: Asset) =>
  decide(fixture.opened.database, {
    asset,
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  });
const site = (content: string) => ({ type: 'URL', content }) as const;
const check = async (content: string) => (await fixture.call(assetCheck, { body: { content } })).body.status;

describe('POST /asset/search', () => {
  it('tells an asset with the reports and the takedown of the caller, to nobody else', async () => {
    const { database } = fixture.opened;
    const report = await fixture.call(reportCreate, {
      body: { title: 'Fake shop', assets: [{ content: 'searched.example' }] },
    });
    const search = (content: string, key?: string) =>
      fixture.call(assetSearch, { body: { content } }, key === undefined ? {} : { key });
    expect((await search('searched.example', foreign)).status).toBe(404);
    const { assetId } = await block(site('searched.example'));
    const organizationId = fixture.acme;
    const task = {
      id: 1,
      title: 'Write to the registrar',
      status: 'TODO' as const,
      createdAt: new Date().toISOString(),
    };
    const [takedown] = await database
      .insert(takedowns)
      .values({ organizationId, assetId, tasks: [task] })
      .returning();

    const { body } = await search('https://SEARCHED.example/some/page');
    expect(body).toMatchObject({
      asset: { id: assetId, content: 'searched.example', type: 'URL', status: 'BLOCKED', watchStatus: 'NOT_WATCHED' },
      reports: [{ id: report.body.id, title: 'Fake shop' }],
      takedown: { id: takedown!.id, status: 'TODO', tasks: [{ title: 'Write to the registrar', status: 'TODO' }] },
      blockedBy: [],
    });
    const other = (await search('searched.example', foreign)).body;
    expect(other.asset.id).toBe(assetId);
    expect(other.reports).toEqual([]);
    expect(other.takedown).toBeUndefined();
    expect((await fixture.call(assetSearch, { body: { assetId } })).body).toEqual(body);
  });

  it('tells no more of when it was reported than what the own organization reported', async () => {
    const { database } = fixture.opened;
    const search = async (content: string, key?: string) => {
      const { body } = await fixture.call(assetSearch, { body: { content } }, key ? { key } : {});
      return [body.asset.createdAt, body.asset.updatedAt].map((moment) => new Date(moment).getTime());
    };
    const report = (content: string, key?: string) =>
      fixture.call(reportCreate, { body: { assets: [{ content }] } }, key ? { key } : {});
    for (const content of ['timed.example', 'listed.example']) await report(content, foreign);
    const earlier = sql`now() - interval '9 days'`;
    await database.execute(sql`update asset_viewers set since = ${earlier}, created_at = ${earlier}`);
    await database.execute(sql`update assets set created_at = ${earlier}, updated_at = ${earlier}`);
    const before = Date.now();
    await report('timed.example');
    await block(site('listed.example'));
    for (const content of ['timed.example', 'listed.example'])
      for (const moment of await search(content)) expect(moment).toBeGreaterThanOrEqual(before);
    for (const moment of await search('timed.example', foreign)) expect(moment).toBeLessThan(before);
  });

  it('finds the page before the site that it is on', async () => {
    await block({ type: 'PAGE', content: 'pages.example/claim' });
    await block(site('pages.example'));
    const type = async (content: string) => (await fixture.call(assetSearch, { body: { content } })).body.asset.type;
    expect(await type('https://pages.example/claim')).toBe('PAGE');
    expect(await type('https://pages.example/other')).toBe('URL');
  });

  it('tells which keys have had a list with the asset in it, and since when', async () => {
    await block(site('consumed.example'));
    const search = async () =>
      (await fixture.call(assetSearch, { body: { content: 'consumed.example' } })).body.blockedBy;
    const key = await fixture.key(['protect']);
    const poll = () => fixture.call(blocklistVersion, {}, { key });
    const before = (await poll()).body.recent.token;
    fixture.service.publisher.notify();
    await expect.poll(async () => (await poll()).body.recent.token, { timeout: 20_000 }).not.toBe(before);
    const [first] = await search();
    expect(first).toEqual({ consumer: 'acme', name: 'test', consumedAt: expect.any(String) });
    await poll();
    expect(await search()).toEqual([first]);
    const other = await fixture.call(assetSearch, { body: { content: 'consumed.example' } }, { key: foreign });
    expect(other.body.blockedBy).toEqual([]);
  });

  it('keeps of old lists the last one of each hour for each key', async () => {
    const { database } = fixture.opened;
    const { id: apiKeyId } = await createKey(database, {
      ...{ kind: 'organization', scopes: ['protect'], label: 'old', organizationIds: [] },
    });
    const at = (time: string) => new Date(`2020-01-01T${time}Z`);
    const old = ['10:05:00', '10:30:00', '10:59:00', '11:00:00', '12:10:00'].map(at);
    await database.insert(listConsumptions).values(old.map((publishedAt) => ({ apiKeyId, publishedAt })));
    const log = new ConsumptionLog((error) => {
      throw error;
    });
    await log.record(database, apiKeyId, Date.now());
    const rows = await database.select().from(listConsumptions).where(eq(listConsumptions.apiKeyId, apiKeyId));
    const kept = rows.map(({ publishedAt }) => publishedAt.getTime()).sort((a, b) => a - b);
    expect(kept.slice(0, -1)).toEqual(['10:59:00', '11:00:00', '12:10:00'].map((time) => at(time).getTime()));
  });

  it.each([
    ['neither', {}],
    ['both', { content: 'a.example', assetId: 1 }],
  ])('wants a content or an id, not %s', async (_, body) => {
    expect((await fixture.call(assetSearch, { body })).status).toBe(400);
  });

  it('knows nothing of what was never seen', async () => {
    for (const body of [{ content: 'never-seen.example' }, { assetId: 999_999 }, { content: 'no asset' }])
      expect((await fixture.call(assetSearch, { body })).status).toBe(404);
  });
});

describe('POST /asset/submit', () => {
  it('scans every asset and reports those that need a review', async () => {
    const { assetId: blockedId } = await block(site('already-blocked.example'));
    const { status, body } = await fixture.call(assetSubmit, {
      body: { assets: ['https://fresh.example/login', 'already-blocked.example', 'FRESH.example'] },
    });
    expect(status).toBe(200);
    const [fresh, blocked, again] = body.submittedAssets;
    expect(blocked).toEqual({ asset: 'already-blocked.example', assetId: blockedId, scanId: expect.any(String) });
    expect(again!.assetId).toBe(fresh!.assetId);
    expect(again!.scanId).toBe(fresh!.scanId);
    const scan = await fixture.call(scanResult, { body: { scanId: fresh!.scanId! } });
    expect(scan.body).toMatchObject({ status: 'PENDING', checks: [] });
    const filed = await fixture.opened.database
      .select({ assetId: proposals.assetId })
      .from(proposals)
      .innerJoin(reports, eq(reports.id, proposals.reportId))
      .where(eq(reports.title, 'Submitted for review'));
    expect(filed).toEqual([{ assetId: fresh!.assetId }]);
  });

  it('submits nothing when one of them is no asset', async () => {
    const { status, body } = await fixture.call(assetSubmit, { body: { assets: ['half.example', 'not an asset'] } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('assets.1');
    const rows = await fixture.opened.database.select().from(assets).where(eq(assets.content, 'half.example'));
    expect(rows).toEqual([]);
  });

  it('answers the same again for the same Idempotency-Key', async () => {
    const send = () =>
      fixture.call(assetSubmit, { body: { assets: ['once.example'] } }, { headers: { 'Idempotency-Key': 'once' } });
    expect((await send()).body).toEqual((await send()).body);
  });
});

describe('POST /asset/unblock', () => {
  const unblock = (content: string, key?: string) =>
    fixture.call(assetUnblock, { body: { content, reason: 'Ours' } }, key === undefined ? {} : { key });
  const claim = async (content: string) => {
    const received = await fixture.call(organizationAssetCreate, { body: { assets: [{ content }] } });
    return received.body.results[0]!.id!;
  };
  const own = async (content: string) => {
    await setProof(fixture.opened.database, fixture.acme, await claim(content), 'OPERATOR');
  };
  const importList = (...contents: string[]) =>
    listWriter(fixture.opened.database)(
      contents.map((content) => ({ ...site(content), status: 'BLOCKED', source: 'a-list', reason: null })),
      () => undefined,
    );

  /** Blocked by a review, of a report of the key's organization. */
  const blockReported = async (content: string, key?: string) => {
    const { database } = fixture.opened;
    const body = { title: 'Blocked by mistake', assets: [{ content }] };
    await fixture.call(reportCreate, { body }, key === undefined ? {} : { key });
    const [proposal] = await database
      .select({ id: proposals.id })
      .from(proposals)
      .innerJoin(assets, eq(assets.id, proposals.assetId))
      .where(and(eq(assets.content, content), eq(proposals.reviewStatus, 'PENDING')));
    const reviewer = { kind: 'human', userId: null, name: 'Ann', note: null } as const;
    await review(database, proposal!.id, 'APPROVE', reviewer);
  };

  it("takes an organization's own asset off the list that its own people had blocked", async () => {
    await own('ours.example');
    await blockReported('shop.ours.example');
    expect(await check('https://shop.ours.example/')).toBe('BLOCKED');
    expect((await unblock('https://shop.ours.example/')).body).toEqual({ outcome: 'UNBLOCKED' });
    expect(await check('https://shop.ours.example/')).toBe('UNKNOWN');
    const [row] = await fixture.opened.database.select().from(assets).where(eq(assets.content, 'shop.ours.example'));
    expect(row).toMatchObject({ status: 'UNKNOWN', source: 'acme', reason: 'Ours' });
  });

  it('disputes what an organization only says is its own', async () => {
    await claim('said.example');
    await block(site('said.example'));
    expect((await unblock('said.example')).body.outcome).toBe('DISPUTE_CREATED');
    expect(await check('said.example')).toBe('BLOCKED');
  });

  it('immunises nothing against the operator, nor against a report of anybody else', async () => {
    await own('ours-by-operator.example');
    await block(site('ours-by-operator.example'));
    expect((await unblock('ours-by-operator.example')).body.outcome).toBe('DISPUTE_CREATED');
    await own('ours-by-another.example');
    await blockReported('ours-by-another.example', foreign);
    expect((await unblock('ours-by-another.example')).body.outcome).toBe('DISPUTE_CREATED');
    await own('ours-by-a-user.example');
    await blockReported('ours-by-a-user.example', await fixture.key(['protect', 'report'], [fixture.acme]));
    expect((await unblock('ours-by-a-user.example')).body.outcome).toBe('DISPUTE_CREATED');
    await own('ours-by-both.example');
    const body = { assets: [{ content: 'ours-by-both.example' }] };
    await fixture.call(reportCreate, { body });
    await blockReported('ours-by-both.example', await fixture.key(['protect', 'report'], [fixture.acme]));
    expect((await unblock('ours-by-both.example')).body.outcome).toBe('DISPUTE_CREATED');
    for (const host of ['ours-by-operator.example', 'ours-by-another.example', 'ours-by-a-user.example'])
      expect(await check(host)).toBe('BLOCKED');
  });

  it('immunises nothing against a list: neither one that names it, nor one that does later', async () => {
    await own('on-a-list.example');
    await own('on-a-list-later.example');
    await importList('on-a-list.example');
    expect((await unblock('on-a-list.example')).body.outcome).toBe('DISPUTE_CREATED');
    expect(await check('on-a-list.example')).toBe('BLOCKED');
    await blockReported('on-a-list-later.example');
    expect((await unblock('on-a-list-later.example')).body.outcome).toBe('UNBLOCKED');
    await importList('on-a-list-later.example');
    expect(await check('on-a-list-later.example')).toBe('BLOCKED');
  });

  it('lifts what a list names when a reviewer says so', async () => {
    await own('reviewed.example');
    await importList('reviewed.example');
    const { body } = await unblock('reviewed.example');
    await decideDispute(fixture.opened.database, body.disputeId!, 'ACCEPTED', null);
    await importList('reviewed.example');
    expect(await check('reviewed.example')).toBe('UNKNOWN');
  });

  it('disputes what is not its own, once while the dispute is open', async () => {
    await block(site('theirs.example'));
    const { body } = await unblock('theirs.example');
    expect(body).toEqual({ outcome: 'DISPUTE_CREATED', disputeId: expect.any(Number) });
    expect(await check('theirs.example')).toBe('BLOCKED');
    expect((await unblock('theirs.example')).body).toEqual(body);
    const [row] = await fixture.opened.database.select().from(disputes).where(eq(disputes.id, body.disputeId!));
    expect(row).toMatchObject({ organizationId: fixture.acme, description: 'Ours', status: 'OPEN' });
  });

  it('files one dispute for two requests at once', async () => {
    const { database } = fixture.opened;
    await block(site('theirs-twice.example'));
    const held = await holding(database, (transaction) =>
      transaction.select().from(assets).where(eq(assets.content, 'theirs-twice.example')).for('update'),
    );
    const both = [unblock('theirs-twice.example'), unblock('theirs-twice.example')];
    await vi.waitFor(async () => expect(await lockWaits(database)).toBeGreaterThan(1));
    await held.release();
    const [first, second] = await Promise.all(both);
    expect(first!.body).toEqual({ outcome: 'DISPUTE_CREATED', disputeId: expect.any(Number) });
    expect(second!.body).toEqual(first!.body);
  });

  it('leaves blocked what a list is just naming', async () => {
    const { database } = fixture.opened;
    await own('ours-listed.example');
    await blockReported('ours-listed.example');
    const [asset] = await database.select().from(assets).where(eq(assets.content, 'ours-listed.example'));
    const importing = await holding(database, async (transaction) => {
      await lock(transaction, LOCKS.listing);
      const listed = { assetId: asset!.id, source: 'a-list', status: 'BLOCKED', reason: null } as const;
      await transaction.insert(listMemberships).values(listed);
    });
    const unblocked = unblock('ours-listed.example');
    await vi.waitFor(async () => expect(await lockWaits(database)).toBeGreaterThan(0));
    await importing.release();
    expect((await unblocked).body.outcome).toBe('DISPUTE_CREATED');
    expect(await check('ours-listed.example')).toBe('BLOCKED');
  });

  it('does not take off what was claimed only after it was blocked', async () => {
    await block(site('claimed-late.example'));
    await fixture.opened.database.execute(
      sql`update assets set decided_at = now() - interval '1 minute' where content = 'claimed-late.example'`,
    );
    await own('claimed-late.example');
    expect((await unblock('claimed-late.example')).body.outcome).toBe('DISPUTE_CREATED');
  });

  it('owns nothing through a host where strangers publish, or through a suffix', async () => {
    await own('github.io');
    await own('co.uk');
    await block(site('scam.github.io'));
    await block(site('scam.co.uk'));
    for (const content of ['scam.github.io', 'scam.co.uk'])
      expect((await unblock(content)).body.outcome).toBe('DISPUTE_CREATED');
  });

  it("does not take another organization's asset off", async () => {
    await own('ours-alone.example');
    await block(site('ours-alone.example'));
    expect((await unblock('ours-alone.example', foreign)).body.outcome).toBe('DISPUTE_CREATED');
    expect(await check('ours-alone.example')).toBe('BLOCKED');
  });

  it('says when there is nothing to unblock', async () => {
    expect((await unblock('never-listed.example')).status).toBe(404);
    expect((await unblock('no asset')).status).toBe(400);
  });
});

describe('POST /asset/details', () => {
  it('is deprecated, and still tells the status and the own report', async () => {
    const report = await fixture.call(reportCreate, { body: { assets: [{ content: 'detailed.example' }] } });
    await block(site('detailed.example'));
    const details = (key?: string) =>
      fixture.call(assetDetails, { body: { content: 'detailed.example' } }, key === undefined ? {} : { key });
    const { body, headers } = await details();
    expect(body).toEqual({
      status: 'BLOCKED',
      reason: 'reported',
      reportId: report.body.id,
      reportUrl: 'http://service.wary.test/acme',
    });
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(Date.parse(headers.get('sunset')!)).toBeGreaterThan(Date.now());
    for (const key of [foreign, await fixture.key(['protect'])])
      expect((await details(key)).body).toEqual({ status: 'BLOCKED', reason: 'reported' });
  });
});
