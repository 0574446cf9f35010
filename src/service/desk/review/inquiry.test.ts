import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputeCreate, disputeRead } from '../../../api/report/dispute.ts';
import { auditEntries } from '../../database/schema/index.ts';
import { decide } from '../../feature/listing/decision.ts';
import { DeskFixture } from '../desk.fixture.ts';

let desk: DeskFixture;
let reviewer: Awaited<ReturnType<DeskFixture['person']>>;
beforeAll(async () => {
  desk = await DeskFixture.open();
  reviewer = await desk.person('reviewer');
}, 60_000);
afterAll(() => desk.close());

const block = (content: string) =>
  decide(desk.database, {
    asset: { type: 'URL', content },
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  });

describe('a question on the portal', () => {
  it('stands on the page of the receipt and is answered there, once', async () => {
    const { id, receipt } = await desk.report(['asked.example']);
    const visitor = desk.visitor();
    const path = `/acme/report/${receipt}`;
    expect((await visitor.get(path)).text).not.toContain('Send the answer');
    await reviewer.post(`/desk/reports/${id}/question`, { question: 'Where did you <see> it?' });
    expect((await visitor.get(path)).text).toContain('Where did you &lt;see&gt; it?');
    const question = 'Where did you <see> it?';
    const answer = (text: string, headers = {}) => visitor.post(path, { question, text }, headers);
    expect(await answer(' ')).toMatchObject({ status: 422, text: expect.stringContaining('Write an answer') });
    expect((await answer('From elsewhere', { origin: 'https://evil.test' })).status).toBe(403);
    const pressed = [
      await answer('In an advertisement.\nOn a search page.'),
      await answer('In an advertisement.\nOn a search page.'),
    ];
    for (const { status, headers } of pressed)
      expect([status, headers.get('location')]).toEqual([303, `${path}?answered`]);
    expect((await visitor.get(`${path}?answered`)).text).toContain('Your answer has been received');
    expect((await visitor.get(path)).text).not.toContain('Send the answer');
    const late = await answer('Half an hour of work');
    expect(late).toMatchObject({ status: 422, text: expect.stringContaining('is no longer open.') });
    expect(late.text).toContain('Half an hour of work</textarea>');
    expect((await reviewer.get(`/desk/reports/${id}`)).text).toContain('In an advertisement.\nOn a search page.');
    const entries = await desk.database.select().from(auditEntries);
    expect(entries.map(({ action }) => action)).toContain('reportAnswer');
    expect(JSON.stringify(entries)).not.toMatch(/advertisement|see&gt;|<see>/);
  });

  it.each([
    ['report', 'assets'],
    ['dispute', 'content'],
  ])('reaches who pressed twice in the form of a %s, because that sends it once', async (form, field) => {
    await block('twice-dispute.example');
    const visitor = desk.visitor();
    const [, once = ''] = /name="once" value="([^"]+)"/.exec((await visitor.get(`/acme/${form}`)).text) ?? [];
    const press = async (description: string) => {
      const words = { once, [field]: `twice-${form}.example`, description };
      return (await visitor.post(`/acme/${form}`, words)).headers.get('location');
    };
    const pressed = await Promise.all([press('My words'), press('My words')]);
    expect(pressed[0]).toMatch(/^\/acme\/(report|dispute)\/.{22}$/);
    expect(pressed[1]).toBe(pressed[0]);
    expect(await press('My words, changed')).not.toBe(pressed[0]);
  });

  it('is nobody’s without the receipt, on the portal of another organization, or where there is none', async () => {
    const { id, receipt } = await desk.report(['guarded.example']);
    await reviewer.post(`/desk/reports/${id}/question`, { question: 'Why?' });
    for (const [path, as] of [
      ['/acme/report', 'R'.repeat(22)],
      ['/acme/report', String(id)],
      ['/acme/report', '%00'],
      ['/acme/dispute', receipt],
      ['/foreign/report', receipt],
      ['/acme/metrics', receipt],
      ['/nobody/report', receipt],
    ] as const)
      expect((await desk.visitor().post(`${path}/${as}`, { text: 'x' })).status, `${path} ${as}`).toBe(404);
  });
});

describe('a dispute at the desk', () => {
  const file = async (content: string, email = 'owner@shop.test') => {
    await block(content);
    const { body } = await desk.service.call(disputeCreate, { body: { content, email, description: 'It is <mine>.' } });
    return body as { id: number; receipt: string };
  };
  const follow = async (receipt: string) => (await desk.service.call(disputeRead, { params: { receipt } })).body;

  it('shows what is disputed, and its decision reaches the list and its sender', async () => {
    const { id, receipt } = await file('mine.example');
    expect((await reviewer.get('/desk/disputes')).text).toContain('mine.example');
    const seen = await reviewer.get(`/desk/disputes/${id}`);
    for (const part of ['mine.example', 'It is &lt;mine&gt;.', 'owner@shop.test', 'the operator'])
      expect(seen.text).toContain(part);
    const viewer = await desk.person('viewer');
    expect((await viewer.get(`/desk/disputes/${id}`)).text).not.toContain('owner@shop.test');
    const decision = { decision: 'ACCEPTED', note: 'It was our mistake.' };
    expect((await viewer.post(`/desk/disputes/${id}/decision`, decision)).status).toBe(403);
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    expect((await stranger.get(`/desk/disputes/${id}`)).status).toBe(404);
    expect((await stranger.post(`/desk/disputes/${id}/decision`, decision)).status).toBe(404);
    expect((await follow(receipt)).state).toBe('RECEIVED');
    const { headers } = await reviewer.post(`/desk/disputes/${id}/decision`, decision);
    expect((await reviewer.get(headers.get('location')!)).text).toContain(`False alarm ${id} is accepted`);
    expect(await follow(receipt)).toMatchObject({ state: 'ACCEPTED', message: 'It was our mistake.' });
    expect((await reviewer.post(`/desk/disputes/${id}/decision`, decision)).text).toContain('already decided');
    const entries = await desk.database.select().from(auditEntries);
    expect(entries.find(({ action }) => action === 'deskAcceptDispute')).toMatchObject({
      userName: reviewer.email,
      detail: { disputeId: id, content: 'mine.example' },
    });
  });

  it('is asked about, and answered on the portal', async () => {
    const { id, receipt } = await file('question.example');
    await reviewer.post(`/desk/disputes/${id}/question`, { question: 'Since when is it yours?' });
    const visitor = desk.visitor();
    expect((await visitor.get(`/acme/dispute/${receipt}`)).text).toContain('Since when is it yours?');
    const answer = { question: 'Since when is it yours?', text: 'Since May.' };
    expect((await visitor.post(`/acme/dispute/${receipt}`, answer)).status).toBe(303);
    expect((await reviewer.get(`/desk/disputes/${id}`)).text).toContain('Since May.');
    await reviewer.post(`/desk/disputes/${id}/decision`, { decision: 'REJECTED', note: '' });
    expect((await reviewer.post(`/desk/disputes/${id}/question`, { question: 'And now?' })).status).toBe(409);
  });
});

it('what hundreds of people sent about the same is on one page with the first of them', async () => {
  const { id } = await desk.report(['repeated.example']);
  await desk.database.execute(sql`
    insert into receipts (hash, report_id, is_merged, content, description)
    select sha256(('repeat ' || number)::bytea), ${id}::bigint, true, '{repeated.example}', 'repeat ' || number || '.'
    from generate_series(1, 300) number`);
  const { text } = await reviewer.get(`/desk/reports/${id}`);
  expect(text).toContain('repeat 49.');
  expect(text).not.toContain('repeat 50.');
  expect(text).toContain('and 251 more');
});
