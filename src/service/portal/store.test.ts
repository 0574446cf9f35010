import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalFixture } from './portal.fixture.ts';
import { PortalStore } from './store.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
afterAll(() => portal.opened.close());

it('shows fewer reports on a page where their links are long, none of them whole, and all reports page by page', async () => {
  const { database } = portal.opened;
  const { id, slug } = await portal.organization({});
  await database.execute(sql`
    with asset as (
      insert into assets (digest, type, content, status) select sha256(number::text::bytea), 'PAGE', 'a.example/' || number || repeat('a', 300000), 'BLOCKED'
      from generate_series(1, 18) number returning id),
    report as (insert into reports (organization_id, title) select ${id}::int, asset.id::text from asset returning id, title),
    named as (
      insert into report_assets (report_id, asset_id, submitted_content) select report.id, title::bigint, 'x' from report)
    insert into proposals (report_id, asset_id, proposed_status) select report.id, title::bigint, 'BLOCKED' from report`);
  const store = new PortalStore(database);
  const pages = [await store.reports(id, null)];
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(await store.reports(id, next));
  expect(pages.map(({ reports }) => reports.length)).toEqual([10, 8]);
  expect(new Set(pages.flatMap(({ reports }) => reports.map((report) => report.id))).size).toBe(18);
  expect(pages.flatMap(({ reports }) => reports.map(({ assets }) => assets.length))).toEqual(Array(18).fill(1));
  expect((await portal.get(`/${slug}/reports`)).text.length).toBeLessThan(20_000);
});

it('counts reports once for all who ask at the same moment', async () => {
  const { id } = await portal.organization({});
  let statements = 0;
  const database = new Proxy(portal.opened.database, {
    get(target, name, receiver) {
      if (name === 'select') statements += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const store = new PortalStore(database);
  await store.metrics(id, Date.now());
  const once = statements;
  await Promise.all(Array.from({ length: 50 }, () => store.metrics(id, Date.now())));
  expect(statements).toBe(2 * once);
});
