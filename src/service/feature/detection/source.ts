import { sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import type { detectionSources } from '../../../api/threat/detection.ts';
import { type Database, rowsOf } from '../../database/database.ts';

/** Where configs can look, and how many assets there are to look at for somebody of these organizations. */
export async function readSources(
  database: Database,
  organizationIds: readonly number[],
): Promise<ResponseOf<typeof detectionSources>> {
  const [counts] = await rowsOf<{ listed: number; reported: number }>(
    database,
    sql`select (select count(*)::int from assets where decided_by <> 'NOBODY') as listed,
      (select count(distinct report_assets.asset_id)::int from report_assets
        join reports on reports.id = report_assets.report_id
        where reports.organization_id in (
          select value::int from json_array_elements_text(${JSON.stringify(organizationIds)}::text::json))) as reported`,
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
