import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_HOSTS } from '../command/demo/content.ts';
import { seedDemo } from '../command/demo/seed.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { disputes, reportAssets, reports } from '../database/schema/index.ts';
import { lineLog } from '../http/log/log.ts';
import type { ServiceApp } from '../http/log/request-log.ts';
import { NO_NETWORKS } from '../http/networks.ts';
import { Semaphore } from '../http/request/semaphore.ts';
import { Quotas } from '../http/sender/quota.ts';
import type { Service } from '../http/service.ts';
import { mountPortal } from './app.ts';
import { PortalStore } from './store.ts';

const ORIGIN = 'http://127.0.0.1';
let opened: OpenDatabase;
let acme: number;
const logged: string[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
  acme = (await seedDemo(opened.database, Date.now())).acme;
}, 60_000);
afterAll(() => opened.close());

const uploads = { semaphore: new Semaphore(3), spaceBytes: 2 ** 30 };
const quotas = new Quotas({ addressPerHour: 100, keyPerHour: 100, sharedNetworks: NO_NETWORKS });

async function send(path: string, fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const app: ServiceApp = new Hono();
  const log = lineLog((line) => logged.push(line));
  const clientAddress = () => '192.0.2.1';
  const service = {
    database: opened.database,
    log,
    portalUrl: null,
    publicUrl: ORIGIN,
    clientAddress,
    quotas,
    uploads,
  };
  mountPortal({ ...service, clientCountry: () => null } as unknown as Service)(app);
  const init = { method: 'POST', headers: { origin: ORIGIN }, body: new URLSearchParams(fields) };
  const response = await app.request(`${ORIGIN}${path}`, init);
  if (response.status !== 303) return { status: response.status, text: await response.text() };
  const page = await app.request(`${ORIGIN}${response.headers.get('location')}`);
  return { status: 303, text: await page.text() };
}

/** The portal's counts of reports. */
async function numbers(): Promise<number[]> {
  const store = new PortalStore(opened.database);
  const { reports: all, recentReports, inReview, reportsByDay } = await store.metrics(acme, Date.now());
  return [all, recentReports, inReview, reportsByDay.at(-1)!.count, (await store.reports(acme, null)).inReview];
}

it('a report from the form is stored for the organization and confirmed by its receipt', async () => {
  const { status, text } = await send('/acme/report', {
    assets: 'https://Fake-Shop.example/buy?x=1\n0x1234567890123456789012345678901234567890',
    step: 'review',
    description: 'It never arrived',
    contact: 'me@example.org',
  });
  expect(status).toBe(303);
  const rows = await opened.database.select().from(reports).where(eq(reports.description, 'It never arrived'));
  expect(rows).toMatchObject([{ organizationId: acme, apiKeyId: null, source: 'APP', contactInfo: 'me@example.org' }]);
  expect(text).toContain('Your report has reached Acme');
  expect(text).toContain('<bdi>fake-shop.example</bdi>');
  expect(text).toContain('The whole site would be blocked.');
  expect(text).not.toContain(`Report ${rows[0]!.id}`);
  const assets = await opened.database.select().from(reportAssets).where(eq(reportAssets.reportId, rows[0]!.id));
  expect(assets).toHaveLength(2);
});

it('the same report again is taken and learns nothing of the first one', async () => {
  const before = await opened.database.$count(reports);
  const counted = await numbers();
  const again = await send('/acme/report', { assets: 'https://fake-shop.example/', contact: 'other@example.org' });
  expect(again.status).toBe(303);
  expect(again.text).toContain('Your report has reached Acme');
  expect(again.text).toContain('A reviewer will check it');
  expect(again.text).not.toMatch(/buy|never arrived|me@example|before/);
  expect(await opened.database.$count(reports)).toBe(before);
  // Nor do the public counts reveal it.
  expect(await numbers()).toEqual(counted.map((count) => count + 1));
});

it('what is added about a blocked site is kept for the reviewers, and a platform is refused with the reason', async () => {
  const known = { assets: DEMO_HOSTS.drainer, description: 'Still there' };
  expect((await send('/acme/report', known)).text).toContain('Already blocked');
  const anyway = await send('/acme/report', { ...known, step: 'review' });
  expect(anyway.status).toBe(303);
  expect(anyway.text).toContain('Added. Reviewers will read it');
  const listed = (await new PortalStore(opened.database).reports(acme, null)).reports.map(({ id }) => id);
  const [added] = await opened.database.select().from(reports).where(eq(reports.description, 'Still there'));
  expect(listed).not.toContain(added!.id);
  expect((await send('/acme/report', { assets: 'https://github.io/' })).status).toBe(422);
  expect(logged).toEqual([]);
});

it('a dispute from the form is stored with the asset that blocks', async () => {
  const { status, text } = await send('/acme/dispute', {
    content: `https://www.${DEMO_HOSTS.falseAlarm}/shop`,
    email: 'owner@example.org',
    description: 'This is my shop.\0',
  });
  expect(status).toBe(303);
  const rows = await opened.database.select().from(disputes);
  expect(rows).toMatchObject([{ organizationId: acme, email: 'owner@example.org', description: 'This is my shop.' }]);
  expect(text).toContain('We received your report of a false alarm');
});

it('a second dispute with an address tells nobody whose address that is, and one about nothing blocked says so', async () => {
  const again = await send('/acme/dispute', { content: DEMO_HOSTS.falseAlarm, email: 'Owner@example.org' });
  expect(again.status).toBe(303);
  const unknown = await send('/acme/dispute', { content: 'https://nothing.example/' });
  expect(unknown.text).toMatch(/id="content-problem"[\s\S]*https:\/\/nothing\.example\S* isn’t on the blocklist/);
  const mistyped = await send('/acme/dispute', { content: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' });
  expect(mistyped.text).toMatch(/id="content-problem"[\s\S]*\(Bitcoin\) with a typo/);
  expect(await opened.database.$count(disputes)).toBe(2);
});
