import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetSubmit } from '../../../api/asset/asset-record.ts';
import type { RequestOf } from '../../../api/operation.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { organizationReports, publicOrganizationReports } from '../../../api/report/report-list.ts';
import { proposals, reports } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { answerEscalation, review } from '../review/review.ts';
import { fileReport } from './filing.ts';
import { readProposed } from './proposed.ts';

type Query = RequestOf<typeof organizationReports>['query'];
type Values = Partial<typeof reports.$inferInsert>;

const HOUR = 3_600_000;
const NOW = Date.now();
let fixture: ServiceFixture;

/** Files a report as the organization itself, or as a visitor of its portal, and sets the values of a test. */
async function file(
  title: string,
  contents: string[],
  values: Values,
  by: 'key' | 'visitor' = 'key',
): Promise<number[]> {
  const { database } = fixture.opened;
  const body = { title, assets: contents.map((content) => ({ content })) };
  const acme = { id: fixture.acme, slug: 'acme', name: 'Acme' };
  const id =
    by === 'key'
      ? (await fixture.call(reportCreate, { body })).body.id
      : await database.transaction(async (transaction) => {
          const assets = body.assets.map((asset) => ({ ...asset, status: 'BLOCKED' as const }));
          return (
            await fileReport(
              transaction,
              { apiKeyId: null, organization: acme, isPublic: false, source: 'APP' },
              { title, assets },
              await readProposed(transaction, acme.id, assets),
            )
          ).id;
        });
  await database.update(reports).set(values).where(eq(reports.id, id));
  const rows = await database.select().from(proposals).where(eq(proposals.reportId, id)).orderBy(proposals.id);
  return rows.map((row) => row.id);
}
const decide = (
  id: number,
  decision: 'APPROVE' | 'REJECT' | 'SKIP' | 'ESCALATE',
  kind: 'human' | 'automation' = 'human',
) => review(fixture.opened.database, id, decision, { kind, userId: null, name: 'tester', note: null });
const hoursAgo = (hours: number) => ({ createdAt: new Date(NOW - hours * HOUR) });
const list = (query: Query = {}, sent: { key?: string } = {}) => fixture.call(organizationReports, { query }, sent);
const titles = async (query: Query) => (await list(query)).body.reports.map(({ title }) => title);

beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await file('own open', ['own-open.example'], { ...hoursAgo(1), countryCode: 'DE' });
  await file('visitor open', ['visitor-open.example'], { ...hoursAgo(2), source: 'CANARY_TOKEN' }, 'visitor');
  const [first] = await file('half', ['half-a.example', 'half-b.example'], hoursAgo(3), 'visitor');
  await decide(first!, 'APPROVE');
  const mixed = await file('mixed', ['mixed-a.example', '0x00000000000000000000000000000000000000aa'], hoursAgo(4));
  await decide(mixed[0]!, 'APPROVE', 'automation');
  await decide(mixed[1]!, 'REJECT');
  const [machine] = await file(
    'machine',
    ['machine.example'],
    { ...hoursAgo(5), reporterKind: 'automation', source: 'AUTO_DETECTION' },
    'visitor',
  );
  await decide(machine!, 'SKIP');
  const [asked] = await file('asked', ['asked.example'], hoursAgo(6), 'visitor');
  await decide(asked!, 'ESCALATE');
  const [answered] = await file('answered', ['answered.example'], hoursAgo(30), 'visitor');
  await decide(answered!, 'ESCALATE');
  await answerEscalation(fixture.opened.database, answered!, 'APPROVE', { name: 'tester', note: null });
  const foreign = await fixture.key(['report'], [fixture.foreign]);
  await fixture.call(
    reportCreate,
    { body: { title: 'foreign', assets: [{ content: 'foreign.example' }] } },
    { key: foreign },
  );
}, 60_000);
afterAll(() => fixture.close());

const ALL = ['own open', 'visitor open', 'half', 'mixed', 'machine', 'asked', 'answered'];
const at = (hours: number) => new Date(NOW - hours * HOUR).toISOString();
const FILTERS: [Query, string[]][] = [
  [{}, ALL],
  [{ slug: 'acme' }, ALL],
  [{ status: 'TODO' }, ['own open', 'visitor open', 'machine', 'asked', 'answered']],
  [{ status: 'IN_PROGRESS' }, ['half']],
  [{ status: ['IN_PROGRESS', 'CLOSED'] }, ['half', 'mixed']],
  [{ status: 'CLOSED' }, ['mixed']],
  [{ onlyRejected: true }, ['mixed']],
  [{ onlyRejected: false }, ALL],
  [{ reporterKind: 'human' }, ALL.filter((title) => title !== 'machine')],
  [{ reporterKind: 'automation' }, ['machine']],
  [{ excludeAutomation: true }, ALL.filter((title) => title !== 'machine')],
  [{ excludeAutomation: false }, ALL],
  [{ excludeAutomation: true, reporterKind: 'automation' }, []],
  [{ reviewerKind: 'human' }, ['half']],
  [{ reviewerKind: 'automation' }, ['mixed']],
  [{ needsCustomerReview: true }, ['own open', 'asked']],
  [{ needsCustomerReview: false }, ['visitor open', 'half', 'mixed', 'machine', 'answered']],
  [{ decision: 'SKIP' }, ['machine']],
  [{ decision: ['REJECT', 'ESCALATE'] }, ['mixed', 'asked', 'answered']],
  [{ decision: 'APPROVE' }, ['half', 'mixed']],
  [{ assetType: 'ADDRESS' }, ['mixed']],
  [{ assetType: ['ADDRESS', 'URL'] }, ALL],
  [{ assetType: 'DISCORD' }, []],
  [{ country: 'DE' }, ['own open']],
  [{ country: 'de' }, ['own open']],
  [{ country: 'FR' }, []],
  [{ source: 'API' }, ['own open', 'mixed']],
  [{ source: ['CANARY_TOKEN', 'AUTO_DETECTION'] }, ['visitor open', 'machine']],
  [{ startDate: at(2) }, ['own open', 'visitor open']],
  [{ endDate: at(6) }, ['asked', 'answered']],
  [{ startDate: at(5), endDate: at(3) }, ['half', 'mixed', 'machine']],
  [{ startDate: '0000-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59-23:59' }, ALL],
  [{ status: 'TODO', needsCustomerReview: true, startDate: at(3) }, ['own open']],
];

describe('the filters of the reports list', () => {
  it.each(FILTERS)('%j', async (query, expected) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.reports.map(({ title }) => title)).toEqual(expected);
    expect(body.totalCount).toBe(expected.length);
    expect(body).not.toHaveProperty('cursor');
  });

  it.each(FILTERS)('%j in pages of two', async (query, expected) => {
    const seen: (string | null)[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const { body } = await list({ ...query, limit: 2, cursor });
      expect(body.totalCount).toBe(expected.length);
      seen.push(...body.reports.map(({ title }) => title));
      cursor = body.cursor;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(expected);
  });

  it('take lists repeated, with commas, or both', async () => {
    const url = 'http://service.wary.test/api/v2/organization/reports?status=TODO,IN_PROGRESS&status=CLOSED&limit=3';
    const received = await fixture.send(organizationReports, url, {});
    expect(received).toMatchObject({ status: 200, body: { totalCount: ALL.length, reports: { length: 3 } } });
  });

  it.each([
    'limit=0',
    'limit=21',
    'limit=x',
    'limit=1&limit=2',
    'limit=',
    'status=OPEN',
    'status=',
    'status=TODO,',
    'decision=approve',
    'assetType=url',
    'country=D',
    'country=DEU',
    'source=WEB',
    'reporterKind=robot',
    'reviewerKind=',
    'onlyRejected=1',
    'needsCustomerReview=maybe',
    'startDate=2026-01-01',
    'startDate=2026-01-01T00:00:00',
    'endDate=yesterday',
    'cursor=',
    'cursor=20',
    'cursor=%00',
  ])('refuse %s', async (search) => {
    const url = `http://service.wary.test/api/v2/organization/reports?${search}`;
    const received = await fixture.send(organizationReports, url, {});
    expect(received.status).toBe(400);
    expect(ServiceFixture.error(received).issues![0]!.message).toContain(search.split('=')[0]);
  });
});

describe('a report record', () => {
  it('holds everything about the report', async () => {
    const { body } = await list({ onlyRejected: true });
    const [record] = body.reports;
    expect(record).toMatchObject({
      title: 'mixed',
      description: null,
      status: 'CLOSED',
      createdAt: at(4),
      organization: { id: fixture.acme, slug: 'acme', name: 'Acme' },
      source: 'API',
      reporter: { kind: 'human', id: expect.stringMatching(/^key-/), displayName: 'test' },
      attachments: [],
      assets: [
        { content: 'mixed-a.example', type: 'URL', status: 'BLOCKED', scans: [] },
        { content: '0x00000000000000000000000000000000000000aa', type: 'ADDRESS', status: 'UNKNOWN' },
      ],
      proposals: [
        { reviewStatus: 'APPROVED', decision: 'APPROVE', reviewerKind: 'automation', escalatedToOrganization: false },
        { reviewStatus: 'REJECTED', decision: 'REJECT', reviewerKind: 'human' },
      ],
      sla: { dueAt: at(4 - 24), breached: false },
      needsCustomerReview: false,
    });
    expect(record!.proposals.map(({ assetId }) => assetId)).toEqual(record!.assets.map(({ id }) => id));
    expect(record!.updatedAt > record!.createdAt).toBe(true);
  });

  it('tells of an escalation, its answer, and a late review', async () => {
    const { body } = await list({ decision: 'ESCALATE' });
    expect(body.reports).toMatchObject([
      {
        title: 'asked',
        needsCustomerReview: true,
        sla: { breached: false },
        proposals: [{ escalatedToOrganization: true }],
      },
      {
        title: 'answered',
        needsCustomerReview: false,
        sla: { breached: true },
        proposals: [{ answeredAt: expect.stringMatching(/Z$/), reviewStatus: 'PENDING' }],
      },
    ]);
    expect(body.reports[0]!.proposals[0]).not.toHaveProperty('answeredAt');
  });
});

describe('pages of reports', () => {
  it('neither skip nor repeat a report while others are filed, also at the same moment', async () => {
    const before = await titles({});
    const createdAt = new Date(NOW - 100 * HOUR);
    for (let index = 0; index < 5; index += 1) await file(`tie ${index}`, [`tie-${index}.example`], { createdAt });
    const seen: (string | null)[] = [];
    let filed = 0;
    for (let cursor: string | undefined, more = true; more; ) {
      const { body } = await list({ limit: 2, cursor });
      seen.push(...body.reports.map(({ title }) => title));
      await file(`meanwhile ${filed}`, [`meanwhile-${filed++}.example`], hoursAgo(0));
      cursor = body.cursor;
      more = cursor !== undefined;
    }
    expect(seen).toEqual([...before, 'tie 4', 'tie 3', 'tie 2', 'tie 1', 'tie 0']);
    expect(filed).toBe(6);
    expect((await list({ limit: 1 })).body.totalCount).toBe(before.length + 5 + filed);
  });

  it('want their own cursor, filters and organization', async () => {
    const { body } = await list({ limit: 1, status: 'TODO' });
    const { cursor } = body;
    expect((await list({ limit: 20, status: 'TODO', cursor })).status).toBe(200);
    for (const query of [
      { cursor },
      { cursor, status: 'CLOSED' as const },
      { cursor, status: 'TODO' as const, country: 'DE' },
    ])
      expect((await list(query)).status).toBe(400);
    const key = await fixture.key(['read'], [fixture.foreign]);
    expect((await list({ status: 'TODO', cursor }, { key })).status).toBe(400);
  });

  it('belong to the organizations of the key', async () => {
    const foreign = await fixture.key(['read'], [fixture.foreign]);
    expect((await list({}, { key: foreign })).body).toMatchObject({ reports: [{ title: 'foreign' }], totalCount: 1 });
    for (const slug of ['acme', 'nobody']) {
      const received = await list({ slug }, { key: foreign });
      expect(received.status).toBe(401);
      expect(ServiceFixture.error(received)).toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const both = await fixture.key(['read'], [fixture.acme, fixture.foreign]);
    const unnamed = await list({}, { key: both });
    expect(unnamed.status).toBe(400);
    expect(ServiceFixture.error(unnamed).issues![0]!.message).toContain('acme, foreign');
    expect((await list({ slug: 'foreign' }, { key: both })).body.totalCount).toBe(1);
    expect((await list({}, { key: await fixture.key(['read'], []) })).status).toBe(401);
  });
});

describe('the deprecated twin', () => {
  it('answers the same, and says that it ends', async () => {
    const query = { status: ['TODO' as const], limit: 2 };
    const now = await list(query);
    const then = await fixture.call(publicOrganizationReports, { body: query });
    expect({ ...then.body, cursor: '' }).toEqual({ ...now.body, cursor: '' });
    expect(then.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(Date.parse(then.headers.get('sunset')!)).toBeGreaterThan(NOW);
    expect(now.headers.has('deprecation')).toBe(false);
    const next = await fixture.call(publicOrganizationReports, { body: { ...query, cursor: now.body.cursor } });
    expect(next.body.reports.map(({ id }) => id)).not.toContain(now.body.reports[0]!.id);
  });
});

describe('what the organization has to review itself', () => {
  it('is what its own people filed, and nothing that came with a key that everybody has', async () => {
    const key = await fixture.key(['read'], [fixture.foreign]);
    const reviewed = async (needsCustomerReview: boolean) =>
      (await list({ needsCustomerReview }, { key })).body.reports.map(({ title }) => title);
    expect(await reviewed(true)).toEqual([]);
    expect(await reviewed(false)).toEqual(['foreign']);
    const own = await fixture.key(['report', 'read'], [fixture.foreign]);
    const assets = [{ content: 'found-by-staff.example' }];
    await fixture.call(reportCreate, { body: { title: 'filed by staff', assets } }, { key: own });
    expect(await reviewed(true)).toEqual(['filed by staff']);
    expect(await reviewed(false)).toEqual(['foreign']);
  });
});

describe('where a report came from', () => {
  const submitted = async (key: string) => (await list({ limit: 1 }, { key })).body.reports[0];

  it('is the app for a key of a build, the interface for a key of the organization, and its assets for a submission', async () => {
    const slug = 'sources';
    const id = await fixture.organization({ slug });
    const key = await fixture.key(['report', 'read'], [id]);
    const build = await fixture.key(['protect', 'report'], [id]);
    const file = (content: string, by: string) =>
      fixture.call(reportCreate, { body: { assets: [{ content }] } }, { key: by });
    await file('by-app.example', build);
    expect(await submitted(key)).toMatchObject({ source: 'APP', reporter: { kind: 'human' } });
    await file('by-interface.example', key);
    expect(await submitted(key)).toMatchObject({ source: 'API' });
    await fixture.call(assetSubmit, { body: { assets: ['submitted.example'] } }, { key });
    expect(await submitted(key)).toMatchObject({ source: 'ASSET_MANAGEMENT', title: 'Submitted for review' });
  });
});
