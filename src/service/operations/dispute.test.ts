import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputeCreate, disputeRead } from '../../api/dispute.ts';
import type { RequestOf } from '../../api/operation.ts';
import { reportCreate } from '../../api/report.ts';
import { disputes } from '../database/schema/index.ts';
import { decideDispute } from '../disputes/decision.ts';
import { decide } from '../listing/decision.ts';
import { ServiceFixture } from '../service.fixture.ts';
import { verdictOn } from '../verdict/verdict.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof disputeCreate>['body'];
const dispute = (body: Body, sent: { key?: string; headers?: Record<string, string> } = {}) =>
  fixture.call(disputeCreate, { body }, sent);
const read = (id: number, key?: string) => fixture.call(disputeRead, { params: { id } }, key ? { key } : {});
const block = (content: string, type: 'URL' | 'PAGE' = 'URL') =>
  decide(fixture.opened.database, {
    asset: { type, content },
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'test',
    reason: 'Phishing',
  });

describe('a dispute', () => {
  it('can be followed from open to decided', async () => {
    await block('followed.example');
    const created = await dispute({
      content: 'https://followed.example/a',
      email: 'me@example.org',
      description: 'Mine',
    });
    expect(created).toMatchObject({ status: 200, body: { content: 'https://followed.example/a' } });
    const { id } = created.body;
    expect((await read(id)).body).toEqual({
      id,
      content: 'https://followed.example/a',
      status: 'OPEN',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await decideDispute(fixture.opened.database, id, 'ACCEPTED', 'Sorry')).toMatchObject({ type: 'URL' });
    expect((await read(id)).body).toMatchObject({ status: 'ACCEPTED', note: 'Sorry', decidedAt: expect.any(String) });
    expect(await verdictOn(fixture.opened.database, 'followed.example')).toMatchObject({ status: 'UNKNOWN' });
    expect(await decideDispute(fixture.opened.database, id, 'REJECTED', null)).toBe('decided');
    expect(await decideDispute(fixture.opened.database, 999_999, 'REJECTED', null)).toBe('unknown');
  });

  it('that is rejected leaves the block', async () => {
    await block('stays.example');
    const { body } = await dispute({ content: 'stays.example' });
    await decideDispute(fixture.opened.database, body.id, 'REJECTED', null);
    expect(await verdictOn(fixture.opened.database, 'stays.example')).toMatchObject({ status: 'BLOCKED' });
    expect((await read(body.id)).body.status).toBe('REJECTED');
  });

  it('about a host below a blocked one is about the blocked one', async () => {
    await block('parent.example');
    const { body } = await dispute({ content: 'https://shop.parent.example/' });
    await decideDispute(fixture.opened.database, body.id, 'ACCEPTED', null);
    expect(await verdictOn(fixture.opened.database, 'parent.example')).toMatchObject({ status: 'UNKNOWN' });
  });

  it('about a blocked page of a site that is not blocked finds the page, as the warning names it', async () => {
    await block('pages.example/claim', 'PAGE');
    const { body } = await dispute({ content: 'pages.example/claim' });
    await decideDispute(fixture.opened.database, body.id, 'ACCEPTED', null);
    expect(await verdictOn(fixture.opened.database, 'https://pages.example/claim')).toMatchObject({
      status: 'UNKNOWN',
    });
  });

  it('wants a content that is known and blocked', async () => {
    expect((await dispute({ content: 'nobody-knows.example' })).status).toBe(404);
    expect((await dispute({ content: 'no asset' })).status).toBe(400);
    await fixture.call(reportCreate, { body: { assets: [{ content: 'only-reported.example' }] } });
    const received = await dispute({ content: 'only-reported.example' });
    expect(received.status).toBe(400);
    expect(ServiceFixture.error(received).issues![0]!.message).toContain('is not blocked');
  });

  it('is one for each e-mail address and asset', async () => {
    await block('twice.example');
    await dispute({ content: 'twice.example', email: 'Me@Example.org' });
    const again = await dispute({ content: 'https://twice.example/x', email: 'me@example.org' });
    expect(again.status).toBe(400);
    expect(ServiceFixture.error(again).issues![0]!.message).toContain('exists already');
    expect((await dispute({ content: 'twice.example', email: 'other@example.org' })).status).toBe(200);
    expect((await dispute({ content: 'twice.example' })).status).toBe(200);
  });

  it.each(['x', 'a@b', '@example.org', `${'a'.repeat(320)}@example.org`])(
    'refuses the e-mail address %s',
    async (email) => {
      await block('email.example');
      const received = await dispute({ content: 'email.example', email });
      expect(received.status).toBe(400);
      expect(ServiceFixture.error(received).issues![0]!.message).toContain('email');
    },
  );

  it('sent again with its key is there once, even at the same moment', async () => {
    await block('storm.example');
    const body = { content: 'storm.example', email: 'storm@example.org' };
    const sent = { headers: { 'Idempotency-Key': 'storm' } };
    const received = await Promise.all(Array.from({ length: 10 }, () => dispute(body, sent)));
    expect(new Set(received.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(received.map(({ body: { id } }) => id)).size).toBe(1);
    const rows = await fixture.opened.database.select().from(disputes).where(eq(disputes.content, 'storm.example'));
    expect(rows).toHaveLength(1);
    expect((await dispute({ content: 'storm.example' }, sent)).status).toBe(409);
  });
});

describe('a dispute of somebody else', () => {
  it('does not exist for a key of another organization', async () => {
    await block('private.example');
    const { body } = await dispute({ content: 'private.example' });
    const foreign = await fixture.key(['report'], [fixture.foreign]);
    expect((await read(body.id, foreign)).status).toBe(404);
    expect((await read(body.id, await fixture.key(['report']))).status).toBe(200);
    expect((await read(123_456_789)).status).toBe(404);
  });

  it('filed without an organization is for its own key alone', async () => {
    await block('lonely.example');
    const alone = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const { body } = await dispute({ content: 'lonely.example' }, { key: alone });
    expect((await read(body.id, alone)).status).toBe(200);
    expect((await read(body.id)).status).toBe(404);
  });
});
