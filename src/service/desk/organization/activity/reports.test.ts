import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../database/schema/index.ts';
import { review } from '../../../feature/review/review.ts';
import { DeskFixture, type Visitor } from '../../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
const someone = { kind: 'human', userId: null, name: 'someone', note: null } as const;
const ROOT = '/desk/organizations/acme/reports';
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
  const visitors = await desk.service.key(['report']);
  const [old, rejected, escalated] = [
    await desk.report(['old.example'], { title: 'Old <b>one</b>' }),
    await desk.report(['rejected.example'], {}, visitors),
    await desk.report(['escalated.example', '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf'], {}, visitors),
  ];
  const createdAt = new Date('2026-01-15T23:30:00Z');
  await desk.database.update(reports).set({ createdAt, countryCode: 'DE' }).where(eq(reports.id, old.id));
  await review(desk.database, rejected.proposals[0]!, 'REJECT', someone);
  await review(desk.database, escalated.proposals[0]!, 'ESCALATE', someone);
  const foreign = await desk.service.key(['report'], [desk.service.foreign]);
  await desk.report(['foreign.example'], {}, foreign);
}, 60_000);
afterAll(() => desk.close());

const hosts = async (query: string) =>
  [...(await viewer.get(`${ROOT}${query}`)).text.matchAll(/class="mono">(\w+)\.example</g)].map(([, host]) => host);

it('shows the reports of the organization alone, newest first, as text', async () => {
  expect(await hosts('')).toEqual(['escalated', 'rejected', 'old']);
  const { text } = await viewer.get(ROOT);
  expect(text).toContain('3 reports');
  expect(text).toContain('Old &lt;b&gt;one');
  expect(text).not.toContain('foreign.example');
});

it('names reporters to those who decide alone', async () => {
  const externalReporter = { platform: 'discord', platformIdentifier: '1', displayName: 'Rae the reporter' };
  const id = await desk.service.organization({ slug: 'named' });
  await desk.report(['named.example'], { externalReporter }, await desk.service.key(['report'], [id]));
  for (const [role, isNamed] of [
    ['viewer', false],
    ['reviewer', true],
  ] as const) {
    const person = await desk.person(role, { organizationIds: [id] });
    const { text } = await person.get('/desk/organizations/named/reports');
    expect([role, text.includes('named.example'), text.includes('Rae the reporter')]).toEqual([role, true, isNamed]);
  }
});

it('narrows by every filter, and by what needs my review', async () => {
  for (const [query, expected] of [
    ['needsCustomerReview=yes', ['escalated', 'old']],
    ['needsCustomerReview=no', ['rejected']],
    ['status=CLOSED', ['rejected']],
    ['status=TODO&status=IN_PROGRESS', ['escalated', 'old']],
    ['decision=REJECT', ['rejected']],
    ['decision=ESCALATE', ['escalated']],
    ['startDate=2026-01-15&endDate=2026-01-15', ['old']],
    ['endDate=2026-01-14', []],
    ['onlyRejected=yes', ['rejected']],
    ['reporterKind=human', ['escalated', 'rejected', 'old']],
    ['reporterKind=automation', []],
    ['reviewerKind=human', []],
    ['source=API', ['old']],
    ['source=API&source=APP', ['escalated', 'rejected', 'old']],
    ['source=AUTO_DETECTION', []],
    ['assetType=ADDRESS', ['escalated']],
    ['country=de', ['old']],
    ['country=&status=', ['escalated', 'rejected', 'old']],
  ] as const)
    expect([query, await hosts(`?${query}`)]).toEqual([query, expected]);
  expect((await viewer.get(`${ROOT}?endDate=2026-01-14`)).text).toContain('No report matches these filters');
});

it('says what is wrong with an address that cannot be read', async () => {
  for (const query of ['status=DONE', 'startDate=yesterday', 'country=DEU', 'cursor=forged']) {
    const { status, text } = await viewer.get(`${ROOT}?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(text).toContain('Begin again without filters');
  }
});

it('leads through the pages with the filters kept', async () => {
  const id = await desk.service.organization({ slug: 'busy' });
  const key = await desk.service.key(['report'], [id]);
  const reader = await desk.person('viewer', { organizationIds: [id] });
  const contents = Array.from({ length: 45 }, (_, index) => `busy${index}.example`);
  for (const content of contents) await desk.report([content], {}, key);
  const seen: string[] = [];
  let path: string | undefined = '/desk/organizations/busy/reports?status=TODO';
  for (let page = 0; path !== undefined; page += 1) {
    expect(path).toContain('status=TODO');
    const { text } = await reader.get(path);
    expect(text.includes('First page')).toBe(page > 0);
    seen.push(...[...text.matchAll(/class="mono">(\w+\.example)</g)].map(([, host]) => host!));
    const next = /href="(\?[^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    path = next && `/desk/organizations/busy/reports${next}`;
  }
  expect(seen).toEqual(contents.toReversed());
  const address = /href="(\?[^"]*)" rel="next"/.exec((await reader.get('/desk/organizations/busy/reports')).text)![1]!;
  const other = await reader.get(`/desk/organizations/busy/reports${address.replaceAll('&amp;', '&')}&status=CLOSED`);
  expect(other.status).toBe(400);
});

it('says what to do where there is nothing', async () => {
  const reader = await desk.person('viewer', { organizationIds: [desk.service.foreign] });
  const { text } = await reader.get('/desk/organizations/foreign/reports?needsCustomerReview=yes');
  expect(text).toContain('Nothing needs your review');
  const id = await desk.service.organization({ slug: 'empty' });
  const other = await desk.person('viewer', { organizationIds: [id] });
  expect((await other.get('/desk/organizations/empty/reports')).text).toContain('Nobody has reported anything yet');
});
