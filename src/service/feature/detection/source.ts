import { sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { DETECTION_SOURCES, detectionSources } from '../../../api/threat/detection.ts';
import type { Asset } from '../../../asset/index.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import type { Caller } from '../../http/access/api-key.ts';
import { anyDigestOf } from '../listing/entry.ts';
import type { Searched } from './search.ts';

/** The sources of configs, and how many assets each has for these organizations. */
export async function readSources(
  database: Database,
  { organizations }: Pick<Caller, 'organizations'>,
): Promise<ResponseOf<typeof detectionSources>> {
  const [counts] = await rowsOf<{ listed: number; reported: number }>(
    database,
    sql`select (select count(*)::int from assets where decided_by <> 'NOBODY') as listed,
      (select count(distinct report_assets.asset_id)::int from report_assets
        join reports on reports.id = report_assets.report_id
        where reports.organization_id in (
          select value::int from json_array_elements_text(${JSON.stringify(organizations.map(({ id }) => id))}::text::json))) as reported`,
  );
  return {
    sources: [
      {
        source: 'BLOCKLIST',
        name: 'Blocklist',
        description: 'Everything that a list, an operator or a review has decided about',
        assetCount: counts!.listed,
      },
      {
        source: 'REPORTS',
        name: 'Reports',
        description: "What the organization's reports name, and what their titles and descriptions mention",
        assetCount: counts!.reported,
      },
    ],
  };
}

export type DetectionSource = (typeof DETECTION_SOURCES)[number];

/** Assets that are read and searched at a time: each has up to 4,096 characters, and passes through this thread twice. */
const PAGE_SIZE = 500;
/** The same of reports: each has up to 10,000 characters and a hundred assets. */
const REPORTS_PER_PAGE = 5;

type Page = { readonly searched: Searched[]; readonly last: number | null };

/** What a source (see `DETECTION_SOURCES`) holds, page by page, without allowed assets and the organization's own. */
export async function* pagesOf(
  database: Database,
  source: DetectionSource,
  organizationId: number,
): AsyncGenerator<Searched[]> {
  for (let after = 0, more = true; more; ) {
    const { searched, last } = await (source === 'BLOCKLIST' ? listed : reported)(database, organizationId, after);
    yield searched;
    after = last ?? after;
    more = last !== null;
  }
}

type AssetRow = { readonly id: number | string; readonly type: Asset['type']; readonly content: string };

const isForeign = (organizationId: number) => sql`assets.status <> 'ALLOWED' and not exists (
  select from organization_assets own where own.asset_id = assets.id and own.organization_id = ${organizationId})`;

async function listed(database: Database, organizationId: number, after: number): Promise<Page> {
  const rows = await rowsOf<AssetRow>(
    database,
    sql`select id, type, content from assets where id > ${after} and decided_by <> 'NOBODY' and ${isForeign(organizationId)}
      order by id limit ${PAGE_SIZE}`,
  );
  return {
    searched: [{ assets: rows.map(({ type, content }) => ({ type, content })), text: '', reportId: null }],
    last: rows.length < PAGE_SIZE ? null : Number(rows.at(-1)!.id),
  };
}

async function reported(database: Database, organizationId: number, after: number): Promise<Page> {
  const rows = await rowsOf<{ id: number | string; text: string; assets: Asset[] | null }>(
    database,
    sql`select id, concat_ws(' ', title, description) as text, (
        select json_agg(json_build_object('type', assets.type, 'content', assets.content))
        from report_assets join assets on assets.id = report_assets.asset_id
        where report_assets.report_id = reports.id and ${isForeign(organizationId)}) as assets
      from reports where organization_id = ${organizationId} and id > ${after} order by id limit ${REPORTS_PER_PAGE}`,
  );
  return {
    searched: rows.map(({ id, text, assets }) => ({ text, assets: assets ?? [], reportId: Number(id) })),
    last: rows.length < REPORTS_PER_PAGE ? null : Number(rows.at(-1)!.id),
  };
}

/** The digests of those assets that are allowed or the organization's own. */
export async function excludedOf(database: Database, organizationId: number, mentioned: readonly Asset[]) {
  if (mentioned.length === 0) return new Set<string>();
  const rows = await rowsOf<{ digest: string }>(
    database,
    sql`select encode(digest, 'hex') as digest from assets
      where digest = ${anyDigestOf(mentioned)} and not (${isForeign(organizationId)})`,
  );
  return new Set(rows.map(({ digest }) => digest));
}
