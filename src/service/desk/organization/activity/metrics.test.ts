import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEALTHCHECKS } from '../../../../api/organization/healthcheck.ts';
import { organizations, reports, threats } from '../../../database/schema/index.ts';
import { decide } from '../../../feature/listing/decision.ts';
import { DeskFixture, type Visitor } from '../../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
const ROOT = '/desk/organizations/acme';
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
  const { database, service } = desk;
  await service.brand('wallet');
  for (const [index, day] of ['2026-01-10', '2026-01-10', '2026-01-12'].entries()) {
    const asset = { type: 'URL', content: `threat${index}.example` } as const;
    const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null } as const;
    const { assetId } = await decide(database, entry);
    const blockedAt = new Date(`${day}T12:00:00Z`);
    const brandSlug = index === 0 ? 'wallet' : null;
    await database.insert(threats).values({ organizationId: service.acme, assetId, blockedAt, brandSlug });
  }
  const { id } = await desk.report(['reported.example']);
  await database
    .update(reports)
    .set({ createdAt: new Date('2026-01-11T01:00:00Z') })
    .where(eq(reports.id, id));
}, 60_000);
afterAll(() => desk.close());

const text = async (path: string) => (await viewer.get(`${ROOT}${path}`)).text.replace(/\s+/g, ' ');

it('lists the days of the range that have any', async () => {
  const page = await text('/metrics?startDate=2026-01-09&endDate=2026-01-12');
  expect(page).toContain('From 9 January 2026 to 12 January 2026');
  expect(page).toMatch(
    /<th scope="row">10 January 2026<\/th><td>2<\/td>.*<th scope="row">12 January 2026<\/th><td>1<\/td>/,
  );
  expect(page).toMatch(/threats blocked<\/dt><dd>3<\/dd>/);
  expect(page).toMatch(/Threats blocked, by brand.*<th scope="row">wallet<\/th>.*<td>1<\/td>/);
  expect(page).toContain('None in this range: found by detection, takedowns filed.');
  expect(page).not.toMatch(/<style|style=/);
});

it('tells the numbers of one brand, and keeps what was asked for', async () => {
  const page = await text('/metrics?startDate=2026-01-09&endDate=2026-01-12&brand=wallet');
  expect(page).toContain('Of the brand wallet: new threats 1');
  expect(page).toMatch(/value="wallet" selected/);
  expect((await viewer.get(`${ROOT}/metrics?brand=nobody`)).status).toBe(400);
});

it('says so where a range is none, or too long to draw, or metrics are off', async () => {
  expect(await text('/metrics?startDate=2026-02-01&endDate=2026-01-01')).toContain('ends before it begins');
  expect(await text('/metrics?startDate=2020-01-01&endDate=2026-01-12')).toContain(
    '<th scope="row">10 January 2026</th>',
  );
  expect((await viewer.get(`${ROOT}/metrics?startDate=soon`)).status).toBe(400);
  const set = (metricsVisibility: 'PUBLIC' | 'DISABLED') =>
    desk.database.update(organizations).set({ metricsVisibility }).where(eq(organizations.slug, 'acme'));
  await set('DISABLED');
  const off = await viewer.get(`${ROOT}/metrics`);
  await set('PUBLIC');
  expect([off.status, off.text]).toEqual([
    403,
    expect.stringContaining('The metrics of this organization are disabled'),
  ]);
});

it('the queue tells what waits by time left and by age', async () => {
  const page = await text('/queue?hours=24');
  expect(page).toContain('due within 24 hours');
  expect(page).toMatch(/overdue<\/dt><dd>1<\/dd>/);
  expect(page).toMatch(/<th scope="row">over 7 days<\/th>.*?<td>1<\/td>/);
  expect(page).toContain('No open takedowns');
  expect((await viewer.get(`${ROOT}/queue?hours=9999`)).status).toBe(400);
});

it('healthchecks tell what needs somebody first, and what is not checked', async () => {
  await desk.database.update(organizations).set({ detectionActive: false }).where(eq(organizations.slug, 'acme'));
  const page = await text('/health');
  expect(page).toMatch(/<h1>Healthchecks<\/h1><p class="quiet">\d of \d checks pass/);
  const at = (words: string) => page.indexOf(words);
  expect(at('Contact page')).toBeGreaterThan(0);
  expect(at('Contact page')).toBeLessThan(at('Takedowns not started'));
  expect(page).not.toContain('npm run');
  expect(page).toContain('The service &quot;detection&quot; is off for Acme');
  const german = (await viewer.get(`${ROOT}/health`, { 'accept-language': 'de' })).text;
  expect(german).toContain('<h2>Laufende Abschaltungen</h2>');
  for (const title of Object.values(HEALTHCHECKS)) expect(german).not.toContain(title);
});
