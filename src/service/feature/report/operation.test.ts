import { setImmediate as turn } from 'node:timers/promises';
import { count, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetSubmit } from '../../../api/asset/asset-record.ts';
import type { RequestOf } from '../../../api/operation.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { reportsSearch } from '../../../api/report/report-list.ts';
import type { Asset } from '../../../asset/index.ts';
import { assets, brands, proposals, reportAssets, reports } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { review } from '../review/review.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await fixture.brand('brand');
}, 60_000);
afterAll(() => fixture.close());

type Body = RequestOf<typeof reportCreate>['body'];
const report = (body: Body, sent: { key?: string; headers?: Record<string, string> } = {}) =>
  fixture.call(reportCreate, { body }, sent);
const reportAsset = (...contents: string[]) => report({ assets: contents.map((content) => ({ content })) });
const block = (asset: Asset) =>
  decide(fixture.opened.database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'test', reason: null });
async function rowCount(table: typeof reports | typeof assets | typeof proposals): Promise<number> {
  const [row] = await fixture.opened.database.select({ value: count() }).from(table);
  return row!.value;
}
async function refusals(sent: ReturnType<typeof report>): Promise<{ asset: string; errorType: string }[]> {
  const received = await sent;
  expect(received.status).toBe(422);
  const error = ServiceFixture.error(received);
  expect(error.code).toBe('UNPROCESSABLE_CONTENT');
  return error.data!.errors;
}

describe('a report', () => {
  it('that names a brand which the organization does not have is refused by name', async () => {
    const assets = [
      { content: 'branded-a.example' },
      { content: 'branded-b.example', brandSlug: 'brand' },
      { content: 'branded-c.example', brandSlug: 'brnad' },
    ];
    expect(await refusals(report({ assets }))).toMatchObject([
      { asset: 'branded-c.example', errorType: 'VALIDATION_ERROR', message: 'Acme has no brand "brnad"' },
    ]);
    const key = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const nobodys = await fixture.call(reportCreate, { body: { assets: assets.slice(1, 2) } }, { key });
    expect(JSON.stringify(nobodys.body)).toContain('A report for no organization has no brand \\"brand\\"');
  });

  it('is stored with everything it says', async () => {
    const received = await report({
      assets: [
        {
          content: 'https://Full-Report.example/x?y=1',
          kind: 'drainer',
          brandSlug: 'brand',
          screenshot: { url: 'https://shots.example/1.png', takenBy: 'me' },
        },
        { content: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      ],
      title: 'A title',
      description: 'What happened',
      contactInfo: 'me@example.org',
      attachmentUrls: ['https://files.example/1.pdf'],
      externalReporter: { platform: 'discord', platformIdentifier: '7', displayName: 'D' },
      userAgent: 'UA',
      referrer: 'https://from.example/',
    });
    expect(received).toMatchObject({
      status: 200,
      body: { organization: { id: fixture.acme, slug: 'acme', name: 'Acme' }, createdAt: expect.stringMatching(/Z$/) },
    });
    const { database } = fixture.opened;
    const [row] = await database.select().from(reports).where(eq(reports.id, received.body.id));
    expect(row).toMatchObject({
      organizationId: fixture.acme,
      title: 'A title',
      description: 'What happened',
      contactInfo: 'me@example.org',
      attachmentUrls: ['https://files.example/1.pdf'],
      externalReporter: { platform: 'discord' },
      status: 'TODO',
      referrer: 'https://from.example/',
    });
    const named = await database
      .select({
        type: assets.type,
        content: assets.content,
        status: assets.status,
        given: reportAssets.submittedContent,
        kind: reportAssets.kind,
      })
      .from(reportAssets)
      .innerJoin(assets, eq(assets.id, reportAssets.assetId))
      .where(eq(reportAssets.reportId, received.body.id))
      .orderBy(reportAssets.id);
    expect(named).toEqual([
      {
        ...{ type: 'URL', content: 'full-report.example', status: 'UNKNOWN', kind: 'drainer' },
        given: 'https://Full-Report.example/x?y=1',
      },
      {
        type: 'ADDRESS',
        content: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        status: 'UNKNOWN',
        given: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        kind: null,
      },
    ]);
    expect(await database.select().from(proposals).where(eq(proposals.reportId, received.body.id))).toHaveLength(2);
  });

  it('acts for the organization it names, if the key reaches it', async () => {
    const both = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const none = await report({ assets: [{ content: 'unnamed.example' }] }, { key: both });
    expect(none.body.organization).toBeNull();
    const named = await report({ assets: [{ content: 'named.example' }], organizationSlug: 'foreign' }, { key: both });
    expect(named.body.organization).toMatchObject({ slug: 'foreign' });
    for (const organizationSlug of ['foreign', 'nobody']) {
      const refused = await report({ assets: [{ content: 'other.example' }], organizationSlug });
      expect(refused.status).toBe(401);
      expect(ServiceFixture.error(refused)).toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });
});

it.each([reportCreate, assetSubmit])(
  'what takes long to read keeps nobody from the database: $id',
  async (operation) => {
    const hosts = (first: number) => Array.from({ length: 400 }, (_, index) => `ä${first + index}.de`).join(' ');
    const contents = Array.from({ length: 100 }, (_, index) => hosts(index * 400));
    const assets = operation === assetSubmit ? contents : contents.map((content) => ({ content }));
    let isAnswered = false;
    const answer = fixture.call(operation, { body: { assets } } as RequestOf<typeof operation>).finally(() => {
      isAnswered = true;
    });
    let asked = 0;
    for (; !isAnswered; asked += 1) {
      await fixture.opened.database.$count(brands);
      await turn();
    }
    expect([400, 422]).toContain((await answer).status);
    expect(asked).toBeGreaterThan(5);
  },
);

describe('assets of a report', () => {
  it.each([
    [['not an asset'], 'INVALID_FORMAT'],
    [['https://'], 'INVALID_FORMAT'],
    [['twin.example', 'https://TWIN.example/other'], 'DUPLICATE_ASSETS'],
    [['https://vercel.app/'], 'DOMAIN_NOT_ALLOWED'],
    [['co.uk'], 'DOMAIN_NOT_ALLOWED'],
    [['http://192.168.0.1/'], 'DOMAIN_NOT_ALLOWED'],
    [['https://t.co/'], 'DOMAIN_NOT_ALLOWED'],
    [['https://web.app/claim'], 'DOMAIN_NOT_ALLOWED'],
  ])('%j are refused as %s, and nothing is created', async (contents, errorType) => {
    const before = [await rowCount(reports), await rowCount(assets), await rowCount(proposals)];
    const errors = await refusals(reportAsset('new-beside-wrong.example', ...contents));
    expect(errors).toMatchObject([{ asset: contents.at(-1), errorType, suggestion: expect.any(String) }]);
    expect([await rowCount(reports), await rowCount(assets), await rowCount(proposals)]).toEqual(before);
  });

  it.each([
    'forms.office.com/r/abc123',
    'www.dropbox.com/s/1a2b3c/b?dl=1',
    's3.cn-north-1.amazonaws.com.cn/bucket/a.html',
    'onedrive.cloud.microsoft/x/1',
    'www.paypal.com/paypalme/evil',
  ])('that are pages of %s are taken as pages, and never propose the host', async (address) => {
    const { body } = await report({ assets: [{ content: `https://${address}` }] });
    const rows = await fixture.opened.database
      .select({ type: assets.type, content: assets.content })
      .from(reportAssets)
      .innerJoin(assets, eq(assets.id, reportAssets.assetId))
      .where(eq(reportAssets.reportId, body.id));
    expect(rows).toEqual([{ type: 'PAGE', content: address.replace(/^www\./, '') }]);
  });

  it('that are blocked already, or lie below a blocked host, need none', async () => {
    await block({ type: 'URL', content: 'blocked.example' });
    expect(await refusals(reportAsset('blocked.example'))).toMatchObject([{ errorType: 'ASSET_ALREADY_CORRECT' }]);
    expect(await refusals(reportAsset('https://login.blocked.example/a'))).toMatchObject([
      { errorType: 'ASSET_ALREADY_CORRECT' },
    ]);
    const lifted = await report({ assets: [{ content: 'blocked.example', status: 'ALLOWED' }] });
    expect(lifted.status).toBe(200);
  });

  it('that are reported already need no second report of the same organization', async () => {
    const first = await reportAsset('pending.example');
    const own = await refusals(reportAsset('https://pending.example/again'));
    expect(own).toMatchObject([
      { errorType: 'REPORT_ALREADY_EXISTS', message: expect.stringContaining(`${first.body.id}`) },
    ]);
    await reportAsset('pending-too.example');
    const both = report({ assets: [{ content: 'pending.example' }, { content: 'pending-too.example' }] });
    const errorType = 'ALREADY_PENDING_REVIEW';
    expect(await refusals(both)).toMatchObject([{ errorType }, { errorType }]);
  });

  it('that wait for review in one organization stand in no other one’s way, and each sees its own', async () => {
    const theirs = await fixture.key(['report', 'read'], [fixture.foreign]);
    const none = await fixture.key(['report', 'read'], [fixture.acme, fixture.foreign]);
    const filed = [];
    for (const key of [undefined, theirs, none]) {
      const sent = key === undefined ? {} : { key };
      const received = await report({ assets: [{ content: 'wanted-by-many.example' }] }, sent);
      expect(received.status).toBe(200);
      expect(received.body.receipt).toMatch(/^[\w-]{22}$/);
      filed.push(received.body.id);
    }
    expect(new Set(filed).size).toBe(3);
    const search = { body: { assetContents: ['wanted-by-many.example'] } };
    const ids = async (key?: string) =>
      (await fixture.call(reportsSearch, search, key ? { key } : {})).body.reports.map(({ id }) => id);
    expect([await ids(), await ids(theirs)]).toEqual([[filed[0]], [filed[1]]]);
    const { database } = fixture.opened;
    for (const { id, reportId } of await database.select().from(proposals))
      if (filed.includes(reportId))
        await review(database, id, 'APPROVE', { kind: 'human', userId: null, name: 'tester', note: null });
    const decided = await database.select().from(reports).where(inArray(reports.id, filed));
    expect(decided.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED']);
  });

  it('that need no report are left out when another one does', async () => {
    await block({ type: 'URL', content: 'known.example' });
    const received = await reportAsset('known.example', 'fresh.example');
    expect(received.status).toBe(200);
    const rows = await fixture.opened.database
      .select({ given: reportAssets.submittedContent })
      .from(reportAssets)
      .where(eq(reportAssets.reportId, received.body.id));
    expect(rows).toEqual([{ given: 'fresh.example' }]);
  });

  it('may be a page of a shared host', async () => {
    expect((await reportAsset('https://sites.google.com/view/fake-wallet')).status).toBe(200);
  });
});

describe('the same report sent again', () => {
  const headers = (key: string) => ({ 'Idempotency-Key': key });

  it('answers as before, and is there once', async () => {
    const body = { assets: [{ content: 'again.example' }] };
    const first = await report(body, { headers: headers('a') });
    const before = await rowCount(reports);
    expect(await report(body, { headers: headers('a') })).toMatchObject({ status: 200, body: first.body });
    expect(await rowCount(reports)).toBe(before);
  });

  it('is there once when it comes ten times at the same moment', async () => {
    const before = await rowCount(reports);
    const body = { assets: [{ content: 'storm.example' }] };
    const received = await Promise.all(Array.from({ length: 10 }, () => report(body, { headers: headers('storm') })));
    expect(new Set(received.map(({ body: { id } }) => id)).size).toBe(1);
    expect(received.every(({ status }) => status === 200)).toBe(true);
    expect(await rowCount(reports)).toBe(before + 1);
  });

  it('without a key is refused nine times out of ten', async () => {
    const received = await Promise.all(Array.from({ length: 10 }, () => reportAsset('storm-without-key.example')));
    expect(received.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(received.filter(({ status }) => status === 422)).toHaveLength(9);
  });

  it('with another body is a conflict', async () => {
    await report({ assets: [{ content: 'one.example' }] }, { headers: headers('b') });
    const other = await report({ assets: [{ content: 'two.example' }] }, { headers: headers('b') });
    expect(other.status).toBe(409);
    expect(ServiceFixture.error(other)).toMatchObject({ code: 'CONFLICT' });
  });

  it('by another caller is another report', async () => {
    const key = await fixture.key(['report'], [fixture.foreign]);
    const first = await report({ assets: [{ content: 'mine.example' }] }, { headers: headers('c') });
    const second = await report({ assets: [{ content: 'yours.example' }] }, { headers: headers('c'), key });
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('after a refusal is looked at again', async () => {
    const asset = { type: 'URL', content: 'retry.example' } as const;
    await block(asset);
    const body = { assets: [{ content: 'retry.example' }] };
    expect((await report(body, { headers: headers('d') })).status).toBe(422);
    await decide(fixture.opened.database, {
      asset,
      status: 'UNKNOWN',
      decidedBy: 'OPERATOR',
      source: 'test',
      reason: null,
    });
    expect((await report(body, { headers: headers('d') })).status).toBe(200);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256)])('wants a key that is one: %j', async (key) => {
    const received = await report({ assets: [{ content: 'badkey.example' }] }, { headers: headers(key) });
    expect(received.status).toBe(400);
  });
});
