import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { attachmentUpload } from '../../../api/report/attachment.ts';
import { reportCreate, reportErase, reportRead } from '../../../api/report/report.ts';
import { organizationReports, reportsSearch } from '../../../api/report/report-list.ts';
import { attachments, proposals, reportAssets, reports } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { markRead } from './addition.ts';

let fixture: ServiceFixture;
/** The key that is in a build. */
let key: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  key = await fixture.key(['protect', 'report']);
  for (const content of ['drainer.example', 'shop.example'])
    await decide(fixture.opened.database, {
      ...{ asset: { type: 'URL', content }, status: 'BLOCKED' },
      ...{ decidedBy: 'OPERATOR', source: 'test', reason: null },
    } as const);
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof reportCreate>['body'];
const report = (contents: readonly string[], more: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  fixture.call(reportCreate, { body: { assets: contents.map((content) => ({ content })), ...more } }, { key, headers });
const follow = (receipt: string) => fixture.call(reportRead, { params: { receipt } }, { key });
const STORY = { description: 'It drained 2 ETH from my wallet, tx 0x1234', contactInfo: 'victim@a.test' };

describe('what a victim adds about a listed site', () => {
  it('is stored with their words and gets a receipt of its own', async () => {
    const { status, body } = await report(['https://login.drainer.example/claim'], STORY);
    expect([status, body.isAddition]).toEqual([200, true]);
    const { database } = fixture.opened;
    const [stored] = await database.select().from(reports).where(eq(reports.id, body.id));
    expect(stored).toMatchObject({ ...STORY, status: 'CLOSED', needsCustomerReview: false });
    expect(await database.select().from(reportAssets).where(eq(reportAssets.reportId, body.id))).toHaveLength(1);
    expect(await database.select().from(proposals).where(eq(proposals.reportId, body.id))).toEqual([]);
    expect((await follow(body.receipt!)).body).toMatchObject({
      ...{ kind: 'report', state: 'RECEIVED', isAddition: true },
      content: ['https://login.drainer.example/claim'],
    });
  });

  it('is answered once it was read, with what the reviewer wrote', async () => {
    const { body } = await report(['drainer.example'], STORY);
    await markRead(fixture.opened.database, body.id, 'Thank you. We passed the transaction on.');
    expect((await follow(body.receipt!)).body).toMatchObject({
      ...{ state: 'BLOCKED', isAddition: true, message: 'Thank you. We passed the transaction on.' },
    });
  });

  it('is stored once when it is sent again after a lost answer', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await report(['drainer.example'], STORY, headers);
    const again = await report(['drainer.example'], STORY, headers);
    expect(again.body).toEqual(first.body);
    expect(first.body.receipt).toMatch(/^[\w-]{22}$/);
  });

  it('waits for no review in the reports of the organization', async () => {
    const { body } = await report(['drainer.example'], STORY);
    const list = async (query: RequestOf<typeof organizationReports>['query']) =>
      (await fixture.call(organizationReports, { query })).body;
    const ids = ({ reports: all }: Awaited<ReturnType<typeof list>>) => all.map(({ id }) => id);
    expect(ids(await list({ status: ['TODO', 'IN_PROGRESS'] }))).not.toContain(body.id);
    expect(ids(await list({ needsCustomerReview: true }))).not.toContain(body.id);
    const closed = await list({ status: ['CLOSED'] });
    expect(ids(closed)).toContain(body.id);
    expect(closed.totalCount).toBe(closed.reports.length);
    expect(closed.reports.find(({ id }) => id === body.id)).toMatchObject({
      ...{ proposals: [], assets: [{ content: 'drainer.example', status: 'BLOCKED' }] },
    });
  });

  it('is kept with a report of what is new, which alone is proposed', async () => {
    const { body } = await report(['drainer.example', 'not-listed-yet.example'], STORY);
    expect(body).not.toHaveProperty('isAddition');
    const { database } = fixture.opened;
    const [stored] = await database.select().from(reports).where(eq(reports.id, body.id));
    expect(stored).toMatchObject({ ...STORY, status: 'TODO' });
    expect(await database.select().from(reportAssets).where(eq(reportAssets.reportId, body.id))).toHaveLength(2);
    expect(await database.select().from(proposals).where(eq(proposals.reportId, body.id))).toHaveLength(1);
    expect((await follow(body.receipt!)).body.content).toEqual(['drainer.example', 'not-listed-yet.example']);
    const again = await report(['drainer.example', 'not-listed-yet.example'], { description: 'Me too' });
    expect((await follow(again.body.receipt!)).body.content).toEqual(['drainer.example', 'not-listed-yet.example']);
  });

  it('is found by its receipt', async () => {
    const { body } = await report(['shop.example'], STORY);
    const search = async (content: string, receipt: string) =>
      (await fixture.call(reportsSearch, { body: { assetContents: [content], receipts: [receipt] } }, { key })).body;
    expect(await search('shop.example', body.receipt!)).toMatchObject({
      reports: [{ status: 'CLOSED', title: null, assets: [{ content: 'shop.example', status: 'BLOCKED' }] }],
      totalCount: 1,
    });
    const mixed = (await report(['shop.example', 'new-beside-shop.example'])).body;
    for (const content of ['shop.example', 'new-beside-shop.example'])
      expect(await search(content, mixed.receipt!)).toMatchObject({ reports: [{ status: 'TODO' }] });
  });

  it('is gone with its words and files once its receipt erases it', async () => {
    const file = new File(['What I saw'], 'seen.txt');
    const uploaded = (await fixture.call(attachmentUpload, { body: { file: [file] } }, { key })).body.attachments;
    const { body } = await report(['shop.example'], { ...STORY, attachmentUrls: uploaded.map(({ url }) => url) });
    const { database } = fixture.opened;
    expect(await database.$count(attachments, eq(attachments.reportId, body.id))).toBe(1);
    await fixture.call(reportErase, { params: { receipt: body.receipt! } }, { key });
    expect(await database.$count(reports, eq(reports.id, body.id))).toBe(0);
    expect(await database.$count(attachments)).toBe(0);
    expect((await follow(body.receipt!)).status).toBe(404);
  });

  it('is no addition from a key that reads the organization’s reports, which can see what is listed', async () => {
    const received = await fixture.call(reportCreate, { body: { assets: [{ content: 'drainer.example' }] } });
    expect(ServiceFixture.error(received).data?.errors).toMatchObject([{ errorType: 'ASSET_ALREADY_CORRECT' }]);
  });
});
