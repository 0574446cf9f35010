import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RequestOf } from '../../../api/operation.ts';
import { organizationAssetCreate, organizationAssetDelete } from '../../../api/organization/organization-asset.ts';
import { attachmentUpload } from '../../../api/report/attachment.ts';
import { disputeAnswer, disputeCreate, disputeErase, disputeRead } from '../../../api/report/dispute.ts';
import { reportAnswer, reportCreate, reportErase, reportRead } from '../../../api/report/report.ts';
import { organizationReports } from '../../../api/report/report-list.ts';
import { detectionConfigCreate, detectionConfigRun } from '../../../api/threat/detection.ts';
import { storedText } from '../../database/database.fixture.ts';
import { rowsOf } from '../../database/database.ts';
import { additions, attachments, disputes, proposals, receipts, reports } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { mergeDisputes, undoDispute } from '../dispute/decision.ts';
import { decide } from '../listing/decision.ts';
import { review, undoReview } from '../review/review.ts';
import { eraseOld } from './erasure.ts';
import { ask } from './receipt.ts';

const MARKER = 'words-of-ada';
let fixture: ServiceFixture;
/** What everybody has who uses a build. */
let key: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  key = await fixture.key(['protect', 'report']);
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof reportCreate>['body'];
type Sent = { readonly id: number; readonly receipt: string };
const upload = async () => {
  const file = [new File([MARKER], `${MARKER}.txt`)];
  return (await fixture.call(attachmentUpload, { body: { file } }, { key })).body.attachments[0]!.url;
};
async function report(host: string, more: Partial<Body> = {}): Promise<Sent> {
  const screenshot = { url: await upload(), takenBy: MARKER };
  const body: Body = {
    assets: [{ content: `https://${host}/?${MARKER}`, screenshot }],
    title: `${MARKER} about termed`,
    description: `Write to ${MARKER}@mail.example`,
    attachmentUrls: [await upload()],
    contactInfo: MARKER,
    ...more,
  };
  return (await fixture.call(reportCreate, { body }, { key })).body as Sent;
}
const block = (content: string) =>
  decide(fixture.opened.database, {
    ...{ asset: { type: 'URL', content }, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'test', reason: null },
  });
async function dispute(host: string): Promise<Sent> {
  await block(host);
  const body = { content: `https://${host}/?${MARKER}`, email: `${MARKER}@example.org`, description: MARKER };
  return (await fixture.call(disputeCreate, { body }, { key })).body as Sent;
}
async function addition(host: string): Promise<Sent> {
  await block(host);
  return report(host);
}

/** Columns that hold nothing of the person: kinds, states, and what others wrote about the asset (see `proposals`). */
const NOT_OF_A_PERSON: Readonly<Record<string, readonly string[]>> = {
  reports: ['status', 'source', 'reporter_kind', 'decisions', 'approver_kinds', 'asset_types'],
  report_assets: ['kind', 'brand_slug'],
  receipts: [],
  disputes: ['status', 'advice'],
  additions: [],
  attachments: ['id', 'media_type'],
};

/** Writes the marker into every column of text that a submission has, so that a new one has to be erased or named above. */
async function plant(): Promise<void> {
  const { database } = fixture.opened;
  for (const [table, others] of Object.entries(NOT_OF_A_PERSON)) {
    const columns = await rowsOf<{ name: string; type: string }>(
      database,
      sql`select column_name as name, udt_name as type from information_schema.columns where table_name = ${table}`,
    );
    const values: Readonly<Record<string, string>> = {
      text: `'${MARKER} ' || ctid::text`,
      _text: `array['${MARKER}']`,
      jsonb: `'"${MARKER}"'::jsonb`,
    };
    const planted = columns.filter(({ name, type }) => values[type] !== undefined && !others.includes(name));
    const set = planted.map(({ name, type }) => `${name} = ${values[type]}`).join();
    await database.execute(sql.raw(`update ${table} set ${set}`));
  }
}
async function occurrences(): Promise<number> {
  const all = await storedText(fixture.opened.database);
  return all.split(MARKER).length + all.split(Buffer.from(MARKER).toString('hex')).length - 2;
}
/** Finds the reports with their titles. */
async function detect(): Promise<void> {
  const body = { source: 'REPORTS' as const, name: crypto.randomUUID(), terms: ['termed'] };
  const { id } = (await fixture.call(detectionConfigCreate, { body })).body;
  expect((await fixture.call(detectionConfigRun, { body: { id } })).body.newCount).toBeGreaterThan(0);
}
const stateOf = async (receipt: string) => (await fixture.call(reportRead, { params: { receipt } }, { key })).body;
beforeEach(async () => {
  await fixture.opened.database.execute(sql`truncate reports, disputes, detections, attachments cascade`);
  expect(await occurrences()).toBe(0);
});

it('with a receipt goes every word of its sender, and what was reported stays', async () => {
  const { database } = fixture.opened;
  const first = await report('erased.example');
  const merged = await report('erased.example', { title: 'Other', contactInfo: 'second contact' });
  const [disputed, added] = [await dispute('erased-dispute.example'), await addition('erased-addition.example')];
  await detect();
  for (const { id } of [first, added]) await ask(database, 'report', id, MARKER);
  await ask(database, 'dispute', disputed.id, MARKER);
  const answer = (receipt: string) => ({ params: { receipt }, body: { question: MARKER, text: MARKER } });
  expect((await fixture.call(reportAnswer, answer(first.receipt), { key })).status).toBe(200);
  expect((await fixture.call(disputeAnswer, answer(disputed.receipt), { key })).status).toBe(200);
  const held = await database.select().from(receipts).where(eq(receipts.reportId, first.id));
  expect(held).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ question: MARKER, answer: MARKER }),
      expect.objectContaining({ isMerged: true, contactInfo: 'second contact' }),
    ]),
  );

  const erase = (receipt: string) => fixture.call(reportErase, { params: { receipt } }, { key });
  expect((await erase(merged.receipt)).body).toEqual({ success: true });
  const [kept] = await database.select().from(reports).where(eq(reports.id, first.id));
  expect(kept).toMatchObject({ contactInfo: MARKER });
  expect(await database.$count(attachments, eq(attachments.reportId, first.id))).toBe(2);

  await plant();
  expect(await occurrences()).toBeGreaterThan(30);
  for (const { receipt } of [first, merged, added]) expect((await erase(receipt)).status).toBe(200);
  await fixture.call(disputeErase, { params: { receipt: disputed.receipt } }, { key });
  expect(await occurrences()).toBe(0);
  for (const { receipt } of [first, merged])
    expect(await stateOf(receipt)).toMatchObject({ state: 'RECEIVED', content: ['erased.example'] });
  const { body } = await fixture.call(organizationReports, { query: {} });
  expect(body.reports.map(({ id }) => id)).toEqual([first.id]);
  expect((await erase('A'.repeat(22))).status).toBe(404);
});

it('with its last receipt goes that an organization knows of an asset, unless it owns it', async () => {
  const known = () =>
    rowsOf<{ content: string }>(
      fixture.opened.database,
      sql`select content from asset_viewers join assets on assets.id = asset_id
        where content in ('known.example', 'kept.example', 'owned.example') order by content`,
    ).then((rows) => rows.map(({ content }) => content));
  const both = await report('known.example', {
    assets: ['known.example', 'kept.example'].map((content) => ({ content })),
  });
  const [again, owned] = [await report('known.example'), await report('owned.example')];
  await fixture.call(organizationAssetCreate, { body: { assets: [{ content: 'owned.example' }] } });
  await addition('kept.example');
  const erase = ({ receipt }: Sent) => fixture.call(reportErase, { params: { receipt } }, { key });
  await erase(both);
  await erase(owned);
  expect(await known()).toEqual(['kept.example', 'known.example', 'owned.example']);
  await erase(again);
  expect(await known()).toEqual(['kept.example', 'owned.example']);
});

it('with a receipt goes what it only mentions, also if the organization once had that for its own', async () => {
  const content = `${MARKER}.example`;
  const { receipt } = await report('naming.example', { description: `termed https://${content}/` });
  await detect();
  const { body } = await fixture.call(organizationAssetCreate, { body: { assets: [{ content }] } });
  await fixture.call(organizationAssetDelete, { params: { assetId: body.results[0]!.id! }, query: {} });
  await fixture.opened.database.execute(sql`delete from audit_entries`);
  expect((await fixture.call(reportErase, { params: { receipt } }, { key })).status).toBe(200);
  expect(await occurrences()).toBe(0);
});

it('after their time all words are erased, also of what nobody decided, which is closed', async () => {
  const { database } = fixture.opened;
  const [decided, forgotten] = [await report('decided.example'), await report('forgotten.example')];
  const again = await report('forgotten.example');
  await addition('late-addition.example');
  const [disputed, open] = [await dispute('late.example'), await dispute('late-open.example')];
  const other = { content: 'late-open.example', email: 'second@example.org' };
  const joined = (await fixture.call(disputeCreate, { body: other }, { key })).body;
  await database.transaction((transaction) => mergeDisputes(transaction, joined.id, open.id));
  const [proposal] = await database.select().from(proposals).where(eq(proposals.reportId, decided.id));
  await review(database, proposal!.id, 'APPROVE', { kind: 'human', userId: null, name: 'tester', note: null });
  await detect();
  await plant();
  const longAgo = new Date(Date.now() - 181 * 86_400_000);
  await database.update(reports).set({ createdAt: longAgo });
  await database.update(reports).set({ closedAt: longAgo }).where(eq(reports.status, 'CLOSED'));
  await database.update(disputes).set({ createdAt: longAgo });
  await database.update(disputes).set({ status: 'ACCEPTED', decidedAt: longAgo }).where(eq(disputes.id, disputed.id));
  const sendYoung = async (content: string) =>
    (await fixture.call(reportCreate, { body: { assets: [{ content }], contactInfo: `of ${content}` } }, { key })).body;
  const [young] = [await sendYoung('young.example'), await sendYoung('young-open.example')];
  await database
    .update(reports)
    .set({ status: 'CLOSED', createdAt: longAgo, closedAt: new Date(Date.now() - 179 * 86_400_000) })
    .where(eq(reports.id, young.id));

  expect(await eraseOld(database, 180)).toEqual({ reports: 1, disputes: 2 });
  expect(await occurrences()).toBe(0);
  const all = await storedText(database);
  for (const kept of ['of young.example', 'of young-open.example']) expect(all).toContain(kept);
  expect(await database.$count(additions)).toBe(0);
  for (const { receipt } of [forgotten, again])
    expect(await stateOf(receipt)).toMatchObject({ state: 'NOT_BLOCKED', content: ['forgotten.example'] });
  expect((await stateOf(decided.receipt)).state).toBe('BLOCKED');
  const followed = await fixture.call(disputeRead, { params: { receipt: joined.receipt! } }, { key });
  expect(followed.body).toMatchObject({ state: 'REJECTED', content: ['late-open.example'] });
  // Somebody may report it again, and waits no longer for what nobody decided.
  expect((await stateOf((await report('forgotten.example')).receipt)).state).toBe('RECEIVED');
  // A decision that is undone waits for the next one as long as any other.
  await undoReview(database, proposal!.id);
  await undoDispute(database, disputed.id);
  expect(await eraseOld(database, 180)).toEqual({ reports: 0, disputes: 0 });
});
