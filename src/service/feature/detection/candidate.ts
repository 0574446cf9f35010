import { sql } from 'drizzle-orm';
import type { DETECTION_SOURCES } from '../../../api/threat/detection.ts';
import { type Asset, recognizeText } from '../../../asset/index.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { assetDigest } from '../../listing/entry.ts';

export type DetectionSource = (typeof DETECTION_SOURCES)[number];

/** An asset that a source knows, and the text that mentions it, where there is one. */
export type Candidate = { readonly asset: Asset; readonly text: string | null };

/** Rows that are read and looked through at a time; requests are answered in between. */
const STEP = 5_000;

/**
 * Everything that a source knows, a step at a time: never what is allowed, and never what belongs to the organization itself.
 * The sources are told in `DETECTION_SOURCES`.
 */
export async function* candidates(
  database: Database,
  source: DetectionSource,
  organizationId: number,
): AsyncGenerator<Candidate[]> {
  for (let after = 0, more = true; more; ) {
    const { rows, last } = await (source === 'BLOCKLIST' ? listed : reported)(database, organizationId, after);
    yield rows;
    after = last ?? after;
    more = last !== null;
  }
}

type Step = { readonly rows: Candidate[]; readonly last: number | null };
type AssetRow = { readonly id: number | string; readonly type: Asset['type']; readonly content: string };

const isForeign = (organizationId: number) => sql`assets.status <> 'ALLOWED' and not exists (
  select from organization_assets own where own.asset_id = assets.id and own.organization_id = ${organizationId})`;

async function listed(database: Database, organizationId: number, after: number): Promise<Step> {
  const rows = await rowsOf<AssetRow>(
    database,
    sql`select id, type, content from assets where id > ${after} and decided_by <> 'NOBODY' and ${isForeign(organizationId)}
      order by id limit ${STEP}`,
  );
  return {
    rows: rows.map(({ type, content }) => ({ asset: { type, content }, text: null })),
    last: rows.length < STEP ? null : Number(rows.at(-1)!.id),
  };
}

/** Reports, a step of them at a time, each with the assets that it names and those that its words mention. */
async function reported(database: Database, organizationId: number, after: number): Promise<Step> {
  const rows = await rowsOf<{ id: number | string; text: string; assets: Asset[] | null }>(
    database,
    sql`select id, concat_ws(' ', title, description) as text, (
        select json_agg(json_build_object('type', assets.type, 'content', assets.content))
        from report_assets join assets on assets.id = report_assets.asset_id
        where report_assets.report_id = reports.id and ${isForeign(organizationId)}) as assets
      from reports where organization_id = ${organizationId} and id > ${after} order by id limit ${STEP}`,
  );
  const mentions = rows.map(({ text }) => (text === '' ? [] : recognizeText(text)));
  const excluded = await excludedOf(database, organizationId, mentions.flat());
  return {
    rows: rows.flatMap(({ text, assets }, index) => {
      const mentioned = mentions[index]!.filter((asset) => !excluded.has(assetDigest(asset)));
      return [...(assets ?? []), ...mentioned].map((asset) => ({ asset, text: text === '' ? null : text }));
    }),
    last: rows.length < STEP ? null : Number(rows.at(-1)!.id),
  };
}

/** The digests of those assets that are allowed or the organization's own. */
async function excludedOf(database: Database, organizationId: number, mentioned: readonly Asset[]) {
  if (mentioned.length === 0) return new Set<string>();
  const digests = JSON.stringify([...new Set(mentioned.map(assetDigest))]);
  const rows = await rowsOf<{ digest: string }>(
    database,
    sql`select encode(digest, 'hex') as digest from assets
      where digest in (select decode(value, 'hex') from json_array_elements_text(${digests}::text::json))
        and not (${isForeign(organizationId)})`,
  );
  return new Set(rows.map(({ digest }) => digest));
}
