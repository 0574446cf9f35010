import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { disputeCreate } from '../../../api/report/dispute.ts';
import { reportRead } from '../../../api/report/report.ts';
import { assets, auditEntries, listMemberships, proposals } from '../../database/schema/index.ts';
import { assetCheckOf } from '../../feature/asset/check.ts';
import { decide } from '../../feature/listing/decision.ts';
import { DeskFixture, versionIn } from '../desk.fixture.ts';

let desk: DeskFixture;
let reviewer: Awaited<ReturnType<DeskFixture['person']>>;
beforeAll(async () => {
  desk = await DeskFixture.open();
  reviewer = await desk.person('reviewer');
}, 60_000);
afterAll(() => desk.close());

const verdict = async (content: string) => {
  const { status, deciding } = await assetCheckOf(desk.database, content);
  return [status, deciding?.source, deciding?.reason];
};
const review = (report: { id: number; proposals: number[] }, decision: string, note = '') =>
  reviewer.post(`/desk/reports/${report.id}/decision`, {
    ...{ decision, note, message: 'Thank you' },
    proposal: report.proposals.map(String),
  });
const undoPath = ({ id, proposals: [proposal] }: { id: number; proposals: number[] }) =>
  `/desk/reports/${id}/undo/${proposal}`;
const undo = async (path: string) => reviewer.post(path, versionIn((await reviewer.get(path)).text));
const plain = (text: string) => text.replace(/<[^>]+>/g, '');
const block = (content: string, decidedBy: 'LIST' | 'OPERATOR', reason: string) =>
  decide(desk.database, { asset: { type: 'URL', content }, status: 'BLOCKED', decidedBy, source: 'somebody', reason });

it('an approval is undone with what changes shown first: the site opens, the report is open, its words are gone', async () => {
  const report = await desk.report(['undone.example']);
  await review(report, 'APPROVE', 'Drainer');
  expect(plain((await reviewer.get(`/desk/reports/${report.id}`)).text)).toContain('Undo this decision');
  const asked = plain((await reviewer.get(undoPath(report))).text);
  expect(asked).toContain('undone.example isn’t blocked any more');
  expect(asked).toContain(`Report ${report.id} is open again`);
  expect((await verdict('undone.example'))[0]).toBe('BLOCKED');

  const { status, headers } = await undo(undoPath(report));
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('done=undone')]);
  expect((await verdict('undone.example'))[0]).toBe('UNKNOWN');
  const receipt = { params: { receipt: report.receipt } };
  const { body } = await desk.service.call(reportRead, receipt);
  expect([body.state, body.message]).toEqual(['RECEIVED', undefined]);
  expect((await desk.database.select().from(auditEntries).where(eq(auditEntries.action, 'deskUndo'))).length).toBe(1);
  expect((await undo(undoPath(report))).status).toBe(404);
  await review(report, 'APPROVE');
  expect(await verdict('undone.example')).toEqual(['BLOCKED', 'review', null]);
  const opened = versionIn((await reviewer.get(undoPath(report))).text);
  await undo(undoPath(report));
  expect((await review(report, 'REJECT')).status).toBe(303);
  expect((await reviewer.post(undoPath(report), opened)).status).toBe(409);
  expect(plain((await reviewer.get(undoPath(report))).text)).toContain('The list doesn’t change');
});

it('what a list or another approval still blocks stays blocked', async () => {
  const listed = await desk.report(['listed-too.example']);
  await review(listed, 'APPROVE');
  const [asset] = await desk.database.select().from(assets).where(eq(assets.content, 'listed-too.example'));
  await desk.database
    .insert(listMemberships)
    .values({ assetId: asset!.id, source: 'phish-list', status: 'BLOCKED', reason: 'Phishing' });
  expect(plain((await reviewer.get(undoPath(listed))).text)).toContain('The list doesn’t change');
  await undo(undoPath(listed));
  expect(await verdict('listed-too.example')).toEqual(['BLOCKED', 'phish-list', 'Phishing']);

  const [first, other] = [await desk.report(['twice.example']), await desk.report(['elsewhere.example'])];
  const [twice] = await desk.database.select().from(proposals).where(eq(proposals.id, first.proposals[0]!));
  await desk.database.update(proposals).set({ assetId: twice!.assetId }).where(eq(proposals.id, other.proposals[0]!));
  await review(first, 'APPROVE');
  await review(other, 'APPROVE');
  await undo(undoPath(other));
  expect((await verdict('twice.example'))[0]).toBe('BLOCKED');
});

it('an accepted dispute is undone: what it took off the list is blocked as before, in every spelling', async () => {
  for (const content of ['shop.example', 'www.shop.example']) await block(content, 'OPERATOR', 'Phishing');
  const body = { content: 'https://shop.example/?of=ada' };
  const { body: dispute } = await desk.service.call(disputeCreate, { body });
  await reviewer.post(`/desk/disputes/${dispute.id}/decision`, { decision: 'ACCEPTED', note: 'Sorry' });
  expect((await verdict('shop.example'))[0]).toBe('UNKNOWN');
  const path = `/desk/disputes/${dispute.id}/undo`;
  expect(plain((await reviewer.get(path)).text)).toContain('shop.example is blocked again');
  expect((await undo(path)).status).toBe(303);
  expect(await verdict('shop.example')).toEqual(['BLOCKED', 'somebody', 'Phishing']);
  const lifted = and(sql`content like '%shop.example'`, eq(assets.status, 'UNKNOWN'));
  expect(await desk.database.$count(assets, lifted)).toBe(0);
  expect((await reviewer.get(`/desk/disputes/${dispute.id}`)).text).toContain('value="ACCEPTED"');
  expect(JSON.stringify(await desk.database.select().from(auditEntries))).not.toContain('of=ada');
});

it('a viewer and a stranger undo nothing', async () => {
  const report = await desk.report(['not-yours.example']);
  await review(report, 'REJECT');
  expect((await (await desk.person('viewer')).post(undoPath(report), {})).status).toBe(403);
  const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
  expect((await stranger.get(undoPath(report))).status).toBe(404);
  expect((await stranger.post(undoPath(report), {})).status).toBe(404);
});
