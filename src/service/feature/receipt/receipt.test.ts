import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetSubmit } from '../../../api/asset/asset-record.ts';
import type { RequestOf } from '../../../api/operation.ts';
import { disputeAnswer, disputeCreate } from '../../../api/report/dispute.ts';
import { reportAnswer, reportCreate, reportRead } from '../../../api/report/report.ts';
import { reportsSearch } from '../../../api/report/report-list.ts';
import { storedText } from '../../database/database.fixture.ts';
import { proposals } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { assetDigest, publicNumber } from '../listing/entry.ts';
import { review } from '../review/review.ts';
import { ask } from './receipt.ts';

let fixture: ServiceFixture;
/** What everybody has who uses a build. */
let key: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  key = await fixture.key(['protect', 'report']);
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof reportCreate>['body'];
const report = (body: Body, headers: Record<string, string> = {}) =>
  fixture.call(reportCreate, { body }, { key, headers });
const reportOf = async (content: string, more: Partial<Body> = {}) =>
  (await report({ assets: [{ content }], ...more })).body as { id: number; receipt: string };
const follow = (receipt: string | number, as = key) =>
  fixture.call(reportRead, { params: { receipt: String(receipt) } }, { key: as });
const stateOf = async (receipt: string) => (await follow(receipt)).body.state;
async function decideReport(id: number, decision: 'APPROVE' | 'REJECT' | 'SKIP', note: string | null = null) {
  const { database } = fixture.opened;
  for (const { id: proposal } of await database.select().from(proposals).where(eq(proposals.reportId, id)))
    await review(database, proposal, decision, { kind: 'human', userId: null, name: 'tester', note });
}

describe('the receipt of a report', () => {
  it('follows it from its arrival to its decision, and says nothing else', async () => {
    const { id, receipt } = await reportOf('https://Received.example/x', {
      title: 'My title',
      contactInfo: 'me@a.test',
    });
    expect(receipt).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await follow(receipt)).body).toEqual({
      kind: 'report',
      state: 'RECEIVED',
      content: ['https://Received.example/x'],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    await decideReport(id, 'SKIP');
    expect(await stateOf(receipt)).toBe('IN_REVIEW');
    await decideReport(id, 'APPROVE', 'A note among reviewers');
    const { body } = await follow(receipt);
    expect(body.state).toBe('BLOCKED');
    expect(JSON.stringify(body)).not.toContain('reviewers');
    const rejected = await reportOf('harmless.example');
    await decideReport(rejected.id, 'REJECT', 'No');
    expect(await stateOf(rejected.receipt)).toBe('NOT_BLOCKED');
  });

  it('brings what the reviewer wrote for everybody who reported it, once all of it is decided', async () => {
    const { database } = fixture.opened;
    const first = await reportOf('worded.example');
    const again = await reportOf('worded.example');
    const [proposal] = await database.select().from(proposals).where(eq(proposals.reportId, first.id));
    const reviewer = { kind: 'human', userId: null, name: 'a@acme.test', note: 'Among us' } as const;
    await review(database, proposal!.id, 'SKIP', { ...reviewer, message: 'Not yet' });
    expect((await follow(first.receipt)).body).not.toHaveProperty('message');
    await review(database, proposal!.id, 'REJECT', { ...reviewer, message: 'It is a known shop.' });
    for (const { receipt } of [first, again])
      expect((await follow(receipt)).body).toMatchObject({ state: 'NOT_BLOCKED', message: 'It is a known shop.' });
  });

  it('is kept nowhere in clear, also not where the request may be repeated', async () => {
    const body = { assets: [{ content: 'hashed.example' }] };
    const headers = { 'Idempotency-Key': 'f8c8a9d0-1c64-4a11-93c1-5a83c5b6a0de' };
    const first = await report(body, headers);
    expect(first.body.receipt).toMatch(/^[\w-]{22}$/);
    expect((await report(body, headers)).body).toEqual(first.body);
    const all = await storedText(fixture.opened.database);
    expect(all).toContain('hashed.example');
    expect(all).not.toContain(first.body.receipt);
    expect(all).not.toContain(headers['Idempotency-Key']);
    expect(fixture.log.join('')).not.toContain(first.body.receipt);
  });

  it('is needed: a number opens nothing for the public, and all of it for who may read', async () => {
    const { id } = await reportOf('numbered.example', { title: 'Numbered' });
    expect((await follow(id)).status).toBe(404);
    expect((await follow('A'.repeat(22))).status).toBe(404);
    expect((await follow(id, await fixture.key(['report', 'read']))).body.state).toBe('RECEIVED');
    expect((await follow(id, await fixture.key(['report', 'read'], [fixture.foreign]))).status).toBe(404);
  });

  it('of a dispute opens no report, and the other way round', async () => {
    await decide(fixture.opened.database, {
      ...{ asset: { type: 'URL', content: 'crossed.example' }, status: 'BLOCKED', decidedBy: 'OPERATOR' },
      ...{ source: 'test', reason: null },
    });
    const { body } = await fixture.call(disputeCreate, { body: { content: 'crossed.example' } }, { key });
    expect((await follow(body.receipt!)).status).toBe(404);
  });
});

describe('a report of what is under review already', () => {
  it('is merged with that, and is answered like any other: nobody learns what others reported', async () => {
    const first = await reportOf('https://twice.example/secret-path', {
      title: 'First title',
      contactInfo: 'first@a.test',
    });
    const second = await report({ assets: [{ content: 'twice.example' }], contactInfo: 'second@a.test' });
    expect(second.status).toBe(200);
    expect(second.body.receipt).not.toBe(first.receipt);
    const { body } = await follow(second.body.receipt!);
    const fresh = await report({ assets: [{ content: 'only-once.example' }] });
    expect(fresh.body.id).toBeGreaterThan(second.body.id);
    expect(second.body.id).toBeGreaterThan(first.id);
    expect(Object.keys(second.body)).toEqual(Object.keys(fresh.body));
    const [{ createdAt: _, ...ofMerged }, { createdAt: __, ...ofFresh }] = [
      body,
      (await follow(fresh.body.receipt!)).body,
    ];
    expect({ ...ofMerged, updatedAt: '' }).toEqual({ ...ofFresh, updatedAt: '', content: ['twice.example'] });
    expect(JSON.stringify([second.body, body])).not.toMatch(/First title|first@|secret-path/);
    expect(await stateOf(first.receipt)).toBe('RECEIVED');
    await decideReport(first.id, 'SKIP');
    const third = await report({ assets: [{ content: 'twice.example' }, { content: 'third.example' }] });
    expect([await stateOf(second.body.receipt!), await stateOf(third.body.receipt!)]).toEqual(['RECEIVED', 'RECEIVED']);
    expect(await stateOf(first.receipt)).toBe('IN_REVIEW');
    await decideReport(first.id, 'APPROVE');
    expect([await stateOf(first.receipt), await stateOf(second.body.receipt!)]).toEqual(['BLOCKED', 'BLOCKED']);
  });

  it('is the same one where it is the same request', async () => {
    await reportOf('repeated.example');
    const send = () => report({ assets: [{ content: 'repeated.example' }] }, { 'Idempotency-Key': 'repeated' });
    expect((await send()).body).toEqual((await send()).body);
  });

  it('that also names something new becomes a report of that, and follows both', async () => {
    const first = await reportOf('old-part.example');
    const { body } = await report({ assets: [{ content: 'old-part.example' }, { content: 'new-part.example' }] });
    expect(body.id).not.toBe(first.id);
    await decideReport(body.id, 'REJECT');
    expect(await stateOf(body.receipt!)).not.toBe('NOT_BLOCKED');
    await decideReport(first.id, 'APPROVE');
    expect(await stateOf(body.receipt!)).toBe('BLOCKED');
  });

  it('lists what was named in the order in which it was named, whichever of it was under review', async () => {
    await reportOf('second-known.example');
    const named = ['first-new.example', 'second-known.example', 'third-new.example', 'fourth-known.example'];
    await reportOf('fourth-known.example');
    const { body } = await report({
      assets: [named[1]!, named[0]!, named[3]!, named[2]!].map((content) => ({ content })),
    });
    expect((await follow(body.receipt!)).body.content).toEqual([named[1], named[0], named[3], named[2]]);
  });

  it('is an error for a key that may read what the organization has', async () => {
    const { id } = await reportOf('read.example');
    const body = { assets: [{ content: 'read.example' }] };
    const refused = await fixture.call(reportCreate, { body }, { key: await fixture.key(['report', 'read']) });
    expect(refused.status).toBe(422);
    expect(ServiceFixture.error(refused).data!.errors[0]!.message).toContain(`Report ${id}`);
  });
});

describe('a search among reports', () => {
  const search = async (receipts?: string[], as = key) =>
    (
      await fixture.call(
        reportsSearch,
        { body: { assetContents: ['searched.example'], ...(receipts ? { receipts } : {}) } },
        { key: as },
      )
    ).body;

  it('finds, for the public, what a receipt is for, and no title', async () => {
    const { id, receipt } = await reportOf('searched.example', { title: 'Private words' });
    const merged = await reportOf('searched.example');
    for (const receipts of [undefined, ['A'.repeat(22)]])
      expect(await search(receipts)).toEqual({ reports: [], totalCount: 0 });
    const found = await search([receipt]);
    expect(found).toMatchObject({ reports: [{ status: 'TODO', title: null }], totalCount: 1 });
    const [{ id: _, createdAt: __, ...report }] = found.reports as [(typeof found.reports)[number]];
    expect(await search([merged.receipt])).toMatchObject({ reports: [report], totalCount: 1 });
    expect(await search([merged.receipt, receipt])).toMatchObject({ totalCount: 2 });
    await decideReport(id, 'REJECT');
    expect(await search([merged.receipt])).toMatchObject({ reports: [{ status: 'CLOSED' }] });
    expect((await search(undefined, await fixture.key(['report', 'read']))).reports).toMatchObject([
      { title: 'Private words' },
    ]);
  });

  it('and a submission number the assets for the public by what they are, not by when somebody first named them', async () => {
    const contents = ['b-known-elsewhere.example', 'a-known-to-nobody.example'];
    const elsewhere = await fixture.key(['report', 'read'], [fixture.foreign]);
    await fixture.call(reportCreate, { body: { assets: [{ content: contents[0]! }] } }, { key: elsewhere });
    const { receipt } = (await report({ assets: contents.map((content) => ({ content })) })).body;
    const found = await fixture.call(
      reportsSearch,
      { body: { assetContents: contents, receipts: [receipt!] } },
      { key },
    );
    const submitted = await fixture.call(assetSubmit, { body: { assets: contents } }, { key });
    const numbers = contents.map((content) => publicNumber(assetDigest({ type: 'URL', content })));
    expect(submitted.body.submittedAssets.map(({ assetId }) => assetId)).toEqual(numbers);
    const numberOf = new Map(found.body.reports[0]!.assets.map(({ content, id }) => [content, id]));
    expect(contents.map((content) => numberOf.get(content))).toEqual(numbers);
    const byDigest = [...numbers].sort((a, b) => a - b);
    expect([...numberOf.values()]).toEqual(byDigest);
  });
});

describe('a question of the reviewers', () => {
  const question = 'Where did you get the link?';
  const answer = (receipt: string, text: string) =>
    fixture.call(reportAnswer, { params: { receipt }, body: { question, text } }, { key });

  it('reaches who reported, is answered once, and nobody else is asked', async () => {
    const { database } = fixture.opened;
    const { id, receipt } = await reportOf('asked.example');
    const other = await reportOf('asked.example');
    expect((await answer(receipt, 'Unasked')).status).toBe(409);
    await ask(database, 'report', id, 'And when?');
    expect((await answer(receipt, 'To one that was replaced')).status).toBe(409);
    expect(await ask(database, 'report', id, question)).toBe(true);
    expect((await follow(receipt)).body).toMatchObject({ state: 'INFORMATION_ASKED', question });
    expect((await follow(other.receipt)).body).toMatchObject({ state: 'RECEIVED' });
    const answered = await answer(receipt, 'In a message');
    expect(answered.body.state).toBe('RECEIVED');
    expect(answered.body).not.toHaveProperty('question');
    expect((await answer(receipt, 'Again')).status).toBe(409);
    expect((await answer('A'.repeat(22), 'x')).status).toBe(404);
    expect(await ask(database, 'report', 999_999, 'Nobody?')).toBe(false);
  });

  it('reaches who disputed', async () => {
    const { database } = fixture.opened;
    const asset = { type: 'URL', content: 'asked-dispute.example' } as const;
    await decide(database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'test', reason: null });
    const { body } = await fixture.call(disputeCreate, { body: { content: asset.content } }, { key });
    await ask(database, 'dispute', body.id, 'Is it yours?');
    const request = { params: { receipt: body.receipt! }, body: { text: 'Yes' } };
    expect((await fixture.call(disputeAnswer, request, { key })).body).toMatchObject({
      kind: 'dispute',
      state: 'RECEIVED',
    });
  });
});
