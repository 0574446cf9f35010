import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assets, organizations, takedowns, threats } from '../../../database/schema/index.ts';
import { decide } from '../../../feature/listing/decision.ts';
import { DeskFixture, type Visitor, versionIn } from '../../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
const ROOT = '/desk/organizations/acme';
const at = (day: number) => new Date(Date.UTC(2026, 0, day, 12));
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
  const { database, service } = desk;
  const operator = await desk.person('admin', { everything: true });
  const file = (content: string, slug = 'acme') =>
    operator.post(`/desk/organizations/${slug}/takedowns`, { content, assignee: 'Ann' });
  for (const [index, content] of ['one.example', 'two.example', 'three.example'].entries()) {
    expect((await file(content)).status).toBe(303);
    const dates = { createdAt: at(index + 1), updatedAt: at(20 - index) };
    await database
      .update(takedowns)
      .set(dates)
      .where(eq(takedowns.id, index + 1));
  }
  await file('theirs.example', 'foreign');
  const opened = versionIn((await operator.get(`${ROOT}/takedowns`)).text);
  const step = (number: string, more: Record<string, string>) =>
    operator.post(`${ROOT}/takedowns/step`, { number, ...opened, ...more });
  expect((await step('3', { status: 'COMPLETED', step: 'Asked the host' })).status).toBe(303);
  const late = await step('3', { status: 'CANCELLED', assignee: 'Bob' });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Who works on it: the saved value is Ann')]);
  expect((await step('2', { assignee: 'Eve' })).status).toBe(303);
  expect((await step('4', { assignee: 'Eve' })).status).toBe(422);
  await operator.post(`${ROOT}/threats`, { content: 'three.example', remark: 'DEAD' });
  await operator.post(`${ROOT}/threats`, { content: 'three.example', remark: 'WATCH' });
  for (let day = 1; day <= 30; day += 1) {
    const asset = { type: 'URL', content: `threat${day}.example` } as const;
    const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null } as const;
    const { assetId } = await decide(database, entry);
    await database.insert(threats).values({ organizationId: service.acme, assetId, blockedAt: at(day) });
  }
}, 60_000);
afterAll(() => desk.close());

const hosts = async (path: string) =>
  [...(await viewer.get(path)).text.matchAll(/<h2 class="mono">(\w+)\.example</g)].map(([, host]) => host);

it('threats are listed, narrowed and turned around, page by page', async () => {
  const all = Array.from({ length: 30 }, (_, index) => `threat${30 - index}`);
  const first = await hosts(`${ROOT}/threats`);
  const next = /href="(\?[^"]*)" rel="next"/.exec((await viewer.get(`${ROOT}/threats`)).text)![1]!;
  expect([...first, ...(await hosts(`${ROOT}/threats${next}`))]).toEqual(all);
  expect((await hosts(`${ROOT}/threats?direction=asc`))[0]).toBe('threat1');
  expect(await hosts(`${ROOT}/threats?query=THREAT7`)).toEqual(['threat7']);
  expect(await hosts(`${ROOT}/threats?startDate=2026-01-29&assetType=URL`)).toEqual(['threat30', 'threat29']);
  expect((await viewer.get(`${ROOT}/threats?assetType=ADDRESS`)).text).toContain('No threat matches these filters');
});

it('takedowns are listed by every filter, and with what has become of each', async () => {
  expect(await hosts(`${ROOT}/takedowns`)).toEqual(['three', 'two', 'one']);
  for (const [query, expected] of [
    ['takedownStatus=COMPLETED', ['three']],
    ['takedownStatus=TODO&takedownStatus=IN_PROGRESS', ['two', 'one']],
    ['livenessStatus=DEAD', ['three']],
    ['livenessStatus=UNKNOWN&query=tw', ['two']],
    ['order=createdAt.asc', ['one', 'two', 'three']],
    ['endDate=2026-01-01', ['one']],
  ] as const)
    expect([query, await hosts(`${ROOT}/takedowns?${query}`)]).toEqual([query, expected]);
  const { text } = await viewer.get(`${ROOT}/takedowns?query=three`);
  expect(text).toContain('completed');
  expect(text).toContain('no longer answers');
  expect(text).toContain('Takedown 3 · <bdi>Ann</bdi>');
  expect((await viewer.get(`${ROOT}/takedowns?query=two`)).text).toContain('Takedown 2 · <bdi>Eve</bdi>');
  expect((await viewer.get(`${ROOT}/takedowns?order=nothing.up`)).status).toBe(400);
});

it('an order alone is no filter: a list without rows says that there is nothing', async () => {
  const outsider = await desk.person('viewer', { organizationIds: [desk.service.foreign] });
  const narrowed = `/desk/organizations/foreign/threats?direction=asc&query=none`;
  expect((await outsider.get(narrowed)).text).toContain('No threat matches these filters');
  const { text } = await outsider.get('/desk/organizations/foreign/threats?direction=asc');
  expect(text).not.toContain('No threat matches these filters');
  expect(text).toContain('<summary>Filters</summary>');
});

it('says what to do where takedowns are off', async () => {
  const off = (takedownsActive: boolean) =>
    desk.database.update(organizations).set({ takedownsActive }).where(eq(organizations.slug, 'acme'));
  await off(false);
  const { status, text } = await viewer.get(`${ROOT}/takedowns`);
  await off(true);
  expect(status).toBe(403);
  expect(text).toContain('The service &quot;takedowns&quot; is off for Acme');
  expect(text).toContain('You can ask for protection and takedowns on the <a');
});

it('only those who run the service file takedowns, move them on and watch assets', async () => {
  const admin = await desk.person('admin');
  for (const path of ['takedowns', 'takedowns/step', 'threats'])
    expect((await admin.post(`${ROOT}/${path}`, { content: 'x.example', number: '1' })).status).toBe(403);
  expect((await admin.get(`${ROOT}/takedowns`)).text).not.toContain('File a takedown');
  const [watched] = await desk.database.select().from(assets).where(isNotNull(assets.watchedAt));
  expect(watched).toMatchObject({ content: 'three.example' });
  const [third] = await desk.database.select().from(takedowns).where(eq(takedowns.id, 3));
  expect(third!.tasks).toMatchObject([{ id: 1, title: 'Asked the host', status: 'COMPLETED' }]);
});
