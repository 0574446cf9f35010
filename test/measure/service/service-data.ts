import postgres, { type Sql } from 'postgres';
import { SCOPES } from '../../../src/api/operation.ts';
import { openDatabase } from '../../../src/service/database/connection.ts';
import { organizations } from '../../../src/service/database/schema/index.ts';
import { assetDigest, listedHash } from '../../../src/service/feature/listing/entry.ts';
import { createKey } from '../../../src/service/http/access/api-key.ts';

const ORGANIZATION = { slug: 'bench', name: 'Bench', subscriptionStatus: 'ACTIVE' } as const;
/** Reports of one statement. */
const STEP = 100_000;

/** The listed host with this number. */
export const hostOf = (index: number): string => `entry-${index}.bench.example`;

/**
 * Fills an empty database with listed hosts and with the reports of one organization, each with one asset and one proposal; two
 * of three are reviewed. Written in SQL, since an import of a million would take longer than all measures; the triggers of the
 * database do their work as for the service.
 * @returns a key of the organization
 * @throws Error when the rows are not what the service would have written
 */
export async function fillDatabase(url: string, entries: number, reports: number): Promise<string> {
  const { database, close } = await openDatabase({ kind: 'server', url });
  const [organization] = await database.insert(organizations).values(ORGANIZATION).returning();
  const organizationIds = [organization!.id];
  const { key } = await createKey(database, { kind: 'organization', scopes: SCOPES, label: 'bench', organizationIds });
  await close();
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await fillList(client, entries);
    for (let from = 0; from < reports; from += STEP)
      await fillReports(client, organization!.id, from, Math.min(reports, from + STEP));
    await client`vacuum analyze`;
    await client`checkpoint`;
  } finally {
    await client.end();
  }
  return key;
}

async function fillList(client: Sql, entries: number): Promise<void> {
  await client`
    insert into assets (digest, type, content, status, decided_by, source, reason, decided_at)
    select sha256(convert_to('URL:' || host, 'UTF8')), 'URL', host, 'BLOCKED', 'LIST', 'bench', 'Drainer', now()
    from (select 'entry-' || number || '.bench.example' as host from generate_series(0, ${entries - 1}::integer) number) hosts`;
  await client`
    insert into listed_expressions (hash, asset_id) select sha256(convert_to(content || '/', 'UTF8')), id from assets`;
  const asset = { type: 'URL', content: hostOf(7) } as const;
  const [row] = await client<{ digest: string; hash: string }[]>`
    select encode(digest, 'hex') as digest, encode(hash, 'hex') as hash
    from assets join listed_expressions on asset_id = assets.id where content = ${asset.content}`;
  if (row?.digest !== assetDigest(asset) || row.hash !== listedHash(asset))
    throw new Error('The list was not filled as the service fills it');
}

async function fillReports(client: Sql, organizationId: number, from: number, to: number): Promise<void> {
  const rows = client`
    select number, 'Report ' || number as title, now() - (10000000 - number) * interval '1 second' as created_at,
      case when number % 3 = 0 then 'PENDING' else 'APPROVED' end as review_status
    from generate_series(${from}::integer, ${to - 1}::integer) number`;
  await client`
    with given as (${rows}), filed as (
      insert into reports (organization_id, title, description, created_at, updated_at, asset_types)
      select ${organizationId}, title, 'It asks for a seed phrase', created_at, created_at, '{URL}' from given order by number
      returning id, title)
    insert into report_assets (report_id, asset_id, submitted_content)
    select filed.id, assets.id, assets.content from filed join given on given.title = filed.title
      join assets on assets.id = 1 + given.number % (select count(*) from assets)`;
  await client`
    insert into proposals (report_id, asset_id, proposed_status, review_status, decision, reviewer_kind, reviewed_at, created_at)
    select reports.id, asset_id, 'BLOCKED', given.review_status,
      case when given.review_status = 'APPROVED' then 'APPROVE' end,
      case when given.review_status = 'APPROVED' then 'human' end,
      case when given.review_status = 'APPROVED' then given.created_at + interval '1 hour' end, given.created_at
    from (${rows}) given join reports on reports.title = given.title
      join report_assets on report_assets.report_id = reports.id
    where reports.organization_id = ${organizationId} and reports.id > (select max(id) from reports) - ${to - from}`;
  const [count] = await client<{ count: number }[]>`
    select count(*)::int as count from proposals join reports on reports.id = proposals.report_id
    where (reports.status = 'CLOSED') = (review_status = 'APPROVED')`;
  if (count?.count !== to)
    throw new Error(`Not ${to} but ${count?.count} reports were filled as the service fills them`);
}
