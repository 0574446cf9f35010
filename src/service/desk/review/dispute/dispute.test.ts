import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputeAnswer, disputeCreate, disputeRead } from '../../../../api/report/dispute.ts';
import { auditEntries, disputes } from '../../../database/schema/index.ts';
import { decide } from '../../../feature/listing/decision.ts';
import { DeskFixture, versionIn } from '../../desk.fixture.ts';

let desk: DeskFixture;
let reviewer: Awaited<ReturnType<DeskFixture['person']>>;
beforeAll(async () => {
  desk = await DeskFixture.open();
  reviewer = await desk.person('reviewer');
}, 60_000);
afterAll(() => desk.close());

async function file(content: string, named = content, email = `${crypto.randomUUID()}@shop.test`) {
  await decide(desk.database, {
    ...{ asset: { type: 'URL', content }, status: 'BLOCKED', decidedBy: 'OPERATOR' },
    ...{ source: 'operator', reason: null },
  });
  const body = { content: named, email, description: `Words about ${named}` };
  return (await desk.service.call(disputeCreate, { body })).body as { id: number; receipt: string };
}
const follow = async (receipt: string) => (await desk.service.call(disputeRead, { params: { receipt } })).body;
const opened = async (id: number) => versionIn((await reviewer.get(`/desk/disputes/${id}`)).text);
const decision = async (id: number, value: string, more: Record<string, string> = {}) =>
  reviewer.post(`/desk/disputes/${id}/decision`, { decision: value, note: '', ...(await opened(id)), ...more });
const queue = async (part = 'open') =>
  [
    ...(await reviewer.get(`/desk/disputes?part=${part}`)).text.matchAll(
      /href="\/desk\/disputes\/(\d+)(?:\?part=\w+)?"/g,
    ),
  ].map(([, id]) => Number(id));

describe('a dispute at the desk', () => {
  it('that is skipped goes behind the others, and its sender reads that it is looked at', async () => {
    const [first, second] = [await file('skipped.example'), await file('behind.example')];
    const { headers } = await decision(first.id, 'SKIP');
    expect((await reviewer.get(headers.get('location')!)).text).toContain(`False alarm ${first.id} is skipped`);
    expect(await queue()).toEqual([second.id, first.id]);
    expect([(await follow(first.receipt)).state, (await follow(second.receipt)).state]).toEqual([
      'IN_REVIEW',
      'RECEIVED',
    ]);
    for (const { id } of [first, second]) await decision(id, 'REJECTED');
    expect((await decision(first.id, 'SKIP')).text).toContain('already decided');
  });

  it('that is escalated waits for an admin of its organization, whose answer stands beside it', async () => {
    const { id, receipt } = await file('escalated.example');
    const before = await opened(id);
    await decision(id, 'ESCALATE', { note: 'Asks for the contract' });
    const unseen = await decision(id, 'SKIP', before);
    expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('Asks for the contract')]);
    expect((await reviewer.get('/desk/disputes')).text).toContain('waits for the organization');
    expect((await decision(id, 'ESCALATE')).text).toContain('asked already');
    const answer = { advice: 'ACCEPT', note: 'It is our partner.' };
    expect((await reviewer.post(`/desk/disputes/${id}/answer`, answer)).status).toBe(403);
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    expect((await stranger.post(`/desk/disputes/${id}/answer`, answer)).status).toBe(404);
    const admin = await desk.person('admin');
    const long = { ...answer, note: 'x'.repeat(2_001) };
    expect((await admin.post(`/desk/disputes/${id}/answer`, long)).text.split(/>\s*x{2001}</)).toHaveLength(2);
    expect((await admin.post(`/desk/disputes/${id}/answer`, answer)).status).toBe(303);
    const late = (await admin.post(`/desk/disputes/${id}/answer`, answer)).text;
    expect(late).toContain('is not asked');
    expect(late).toMatch(/What you wrote[\s\S]*It is our partner\./);
    const { text } = await reviewer.get(`/desk/disputes/${id}`);
    expect(text).toContain('the organization wants it taken off');
    expect(text).toContain('It is our partner.');
    expect(JSON.stringify(await follow(receipt))).not.toContain('partner');
    await decision(id, 'ACCEPTED');
    expect((await follow(receipt)).state).toBe('ACCEPTED');
  });

  it('stands in the queue by how late it is and whose answer it waits for, with what was done on its page', async () => {
    const [late, asked, new_] = [await file('late.example'), await file('asked.example'), await file('new.example')];
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    await desk.database
      .update(disputes)
      .set({ createdAt: hours(30) })
      .where(eq(disputes.id, late.id));
    await desk.database
      .update(disputes)
      .set({ createdAt: hours(20) })
      .where(eq(disputes.id, asked.id));
    await reviewer.post(`/desk/disputes/${asked.id}/question`, { question: 'Since when is it yours?' });
    const { text } = await reviewer.get('/desk/disputes');
    expect(text).toMatch(
      /Open \(3\)[\s\S]*Overdue \(1\)[\s\S]*Answered \(0\)[\s\S]*With the organization \(0\)[\s\S]*With the sender \(1\)/,
    );
    expect(text).toMatch(/overdue by 6 hours[\s\S]*waits for the sender/);
    expect([await queue(), await queue('late'), await queue('asked'), await queue('answered')]).toEqual([
      [late.id, asked.id, new_.id],
      [late.id],
      [asked.id],
      [],
    ]);
    const { headers } = await decision(late.id, 'REJECTED');
    expect(headers.get('location')).toContain(`/desk/disputes/${new_.id}?`);
    const body = { question: 'Since when is it yours?', text: 'Since May.' };
    await desk.service.call(disputeAnswer, { params: { receipt: asked.receipt }, body });
    expect([await queue('asked'), await queue('answered')]).toEqual([[], [asked.id]]);
    for (const { id } of [asked, new_]) await decision(id, 'REJECTED');
    const page = (await reviewer.get(`/desk/disputes/${asked.id}`)).text;
    expect(page).toMatch(/History[\s\S]*asked the sender[\s\S]*rejected it: [\s\S]*stays blocked/);
    expect((await reviewer.get(`/desk/disputes/${new_.id}`)).text).not.toContain('asked the sender');
  });

  it('that is merged is decided with the other one, and neither tells of the other', async () => {
    const [first, second] = [
      await file('merged.example'),
      await file('merged.example', 'https://merged.example/my-shop'),
    ];
    const other = await file('other.example');
    const merge = (id: number, into: number | string, visitor = reviewer) =>
      visitor.post(`/desk/disputes/${id}/merge`, { into: String(into) });
    for (const [into, problem] of [
      [second.id, 'with itself'],
      [other.id, 'about something else'],
      [999_999, 'no false alarm with that number'],
      ['x', 'no false alarm with that number'],
    ] as const)
      expect((await merge(second.id, into)).text).toContain(problem);
    const stranger = await desk.person('reviewer', { organizationIds: [desk.service.foreign] });
    expect((await merge(second.id, first.id, stranger)).status).toBe(404);
    expect((await merge(second.id, first.id)).status).toBe(303);
    expect(await queue()).toEqual([first.id, other.id]);
    expect((await reviewer.get(`/desk/disputes/${second.id}`)).text).toContain(`merged with false alarm ${first.id}`);
    expect((await decision(second.id, 'ACCEPTED')).text).toContain('merged with');
    await reviewer.post(`/desk/disputes/${first.id}/decision`, { decision: 'ACCEPTED', note: 'Our mistake.' });
    expect(await follow(second.receipt)).toMatchObject({
      state: 'ACCEPTED',
      content: ['https://merged.example/my-shop'],
    });
    expect(await follow(second.receipt)).not.toHaveProperty('message');
    expect(await follow(first.receipt)).toMatchObject({
      state: 'ACCEPTED',
      content: ['merged.example'],
      message: 'Our mistake.',
    });
    const actions = (await desk.database.select().from(auditEntries)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['deskSkipDispute', 'deskEscalateDispute', 'deskMergeDispute']));
  });
});
