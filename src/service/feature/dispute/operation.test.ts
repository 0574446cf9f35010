import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetChangelog } from '../../../api/asset/asset-listing.ts';
import { assetUnblock } from '../../../api/asset/asset-record.ts';
import type { RequestOf } from '../../../api/operation.ts';
import { disputeCreate, disputeErase, disputeRead } from '../../../api/report/dispute.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { Refused } from '../../database/refused.ts';
import { disputes, webhookDeliveries, webhooks } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { assetCheckOf } from '../asset/check.ts';
import { decide } from '../listing/decision.ts';
import { decideDispute } from './decision.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof disputeCreate>['body'];
const dispute = (body: Body, sent: { key?: string; headers?: Record<string, string> } = {}) =>
  fixture.call(disputeCreate, { body }, sent);
const read = (receipt: string | number | undefined, key?: string) =>
  fixture.call(disputeRead, { params: { receipt: String(receipt) } }, key ? { key } : {});
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
    const { id, receipt } = created.body;
    const open = {
      kind: 'dispute',
      state: 'RECEIVED',
      content: ['https://followed.example/a'],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    };
    expect((await read(receipt)).body).toEqual(open);
    expect((await read(id)).body).toEqual(open);
    await decideDispute(fixture.opened.database, id, 'ACCEPTED', 'Sorry');
    expect((await read(receipt)).body).toMatchObject({ state: 'ACCEPTED', message: 'Sorry' });
    expect(await assetCheckOf(fixture.opened.database, 'followed.example')).toMatchObject({ status: 'UNKNOWN' });
    for (const gone of [id, 999_999])
      await expect(decideDispute(fixture.opened.database, gone, 'REJECTED', null)).rejects.toThrow(Refused);
  });

  it('is decided with a note that only the person who disputed reads, until they erase it', async () => {
    const { database } = fixture.opened;
    const secret = 'Dear Ada, your hospital shop is listed no more';
    await database.insert(webhooks).values({
      ...{ organizationId: fixture.foreign, url: 'https://hook.example/', secret: 'x' },
      events: ['asset.status-updated'],
    });
    await block('noted.example');
    const { id, receipt } = (await dispute({ content: 'noted.example', description: 'I am Ada' })).body;
    await decideDispute(database, id, 'ACCEPTED', secret);
    expect((await read(receipt)).body).toMatchObject({ message: secret });
    const { changes } = (await fixture.call(assetChangelog, { body: {} })).body;
    expect(changes).toContainEqual(expect.objectContaining({ content: 'noted.example', toStatus: 'UNKNOWN' }));
    const deliveries = await database.select().from(webhookDeliveries);
    expect(deliveries.map(({ body }) => body).join()).toContain('"toStatus":"UNKNOWN"');
    const others = [changes, deliveries, (await read(id)).body, await assetCheckOf(database, 'noted.example')];
    expect(JSON.stringify(others)).not.toContain('Ada');
    await fixture.call(disputeErase, { params: { receipt: receipt! } });
    const [row] = await database.select().from(disputes).where(eq(disputes.id, id));
    expect(row).toMatchObject({ note: null, description: null, email: null });
    expect((await read(receipt)).body).not.toHaveProperty('message');
  });

  it.each([
    ['URL', 'alone.example', 'www.alone.example'],
    ['URL', 'www.first.example', 'first.example'],
    ['PAGE', 'spelled.example/a', 'spelled.example/a/?x=1'],
  ] as const)('about a %s that lists spell as %s and as %s takes it off the list', async (type, one, other) => {
    await block(one, type);
    await block(other, type);
    const { body } = await dispute({ content: `https://${one}` });
    await decideDispute(fixture.opened.database, body.id, 'ACCEPTED', null);
    for (const content of [one, other])
      expect(await assetCheckOf(fixture.opened.database, `https://${content}`)).toMatchObject({ status: 'UNKNOWN' });
  });

  it('that is rejected leaves the block', async () => {
    await block('stays.example');
    const { body } = await dispute({ content: 'stays.example' });
    await decideDispute(fixture.opened.database, body.id, 'REJECTED', null);
    expect(await assetCheckOf(fixture.opened.database, 'stays.example')).toMatchObject({ status: 'BLOCKED' });
    expect((await read(body.receipt)).body.state).toBe('REJECTED');
  });

  it('about a host below a blocked one is about the blocked one', async () => {
    await block('parent.example');
    const { body } = await dispute({ content: 'https://shop.parent.example/' });
    await decideDispute(fixture.opened.database, body.id, 'ACCEPTED', null);
    expect(await assetCheckOf(fixture.opened.database, 'parent.example')).toMatchObject({ status: 'UNKNOWN' });
  });

  it('about a blocked page of a site that is not blocked finds the page, as the warning names it', async () => {
    await block('pages.example/claim', 'PAGE');
    const { body } = await dispute({ content: 'pages.example/claim' });
    await decideDispute(fixture.opened.database, body.id, 'ACCEPTED', null);
    expect(await assetCheckOf(fixture.opened.database, 'https://pages.example/claim')).toMatchObject({
      status: 'UNKNOWN',
    });
  });

  it('wants a content that is blocked, and answers alike what nobody knows and what only somebody else does', async () => {
    expect((await dispute({ content: 'no asset' })).status).toBe(400);
    const elsewhere = await fixture.key(['report', 'read'], [fixture.foreign]);
    const reported = { assets: [{ content: 'only-reported.example' }] };
    expect((await fixture.call(reportCreate, { body: reported }, { key: elsewhere })).status).toBe(200);
    const [known, unknown] = [
      await dispute({ content: 'only-reported.example' }),
      await dispute({ content: 'nobody-knows.example' }),
    ];
    expect([known.status, unknown.status]).toEqual([404, 404]);
    expect(JSON.stringify(known.body)).toBe(JSON.stringify(unknown.body).replace('nobody-knows', 'only-reported'));
    for (const content of ['only-reported.example', 'nobody-knows.example'])
      expect((await fixture.call(assetUnblock, { body: { content } })).status).toBe(404);
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
  it('does not open by its number, unless the key may read what its organization has', async () => {
    await block('private.example');
    const { body } = await dispute({ content: 'private.example' });
    for (const [scopes, organization] of [
      [['report'], fixture.acme],
      [['protect', 'report'], fixture.acme],
      [['report', 'read'], fixture.foreign],
    ] as const)
      expect((await read(body.id, await fixture.key(scopes, [organization]))).status).toBe(404);
    expect((await read(body.id, await fixture.key(['report', 'read']))).status).toBe(200);
    expect((await read(123_456_789)).status).toBe(404);
  });

  it('filed without an organization opens by its receipt alone', async () => {
    await block('lonely.example');
    const alone = await fixture.key(['report', 'read'], [fixture.acme, fixture.foreign]);
    const { body } = await dispute({ content: 'lonely.example' }, { key: alone });
    expect((await read(body.id, alone)).status).toBe(404);
    expect((await read(body.receipt, alone)).status).toBe(200);
  });

  it('is not found by its e-mail address to a key of the public', async () => {
    await block('address.example');
    const key = await fixture.key(['report']);
    const body = { content: 'address.example', email: 'known@example.org' };
    const first = await dispute(body, { key });
    await decideDispute(fixture.opened.database, first.body.id, 'REJECTED', 'For the first one alone');
    const second = await dispute(body, { key });
    expect(second.status).toBe(200);
    expect((await read(second.body.receipt, key)).body).toMatchObject({ state: 'RECEIVED' });
    const third = await dispute({ ...body, email: 'new@example.org' }, { key });
    expect(third.body.id - second.body.id).toBe(second.body.id - first.body.id);
  });

  it('is not found by its e-mail address to another organization, which has that address on file too', async () => {
    await block('both.example');
    const body = { content: 'both.example', email: 'same@example.org' };
    expect((await dispute(body)).status).toBe(200);
    const key = await fixture.key(['report', 'read'], [fixture.foreign]);
    const theirs = await dispute(body, { key });
    expect(theirs.status).toBe(200);
    const [row] = await fixture.opened.database.select().from(disputes).where(eq(disputes.id, theirs.body.id));
    expect(row).toMatchObject({ organizationId: fixture.foreign, email: 'same@example.org' });
    expect((await dispute(body, { key })).status).toBe(400);
  });
});
