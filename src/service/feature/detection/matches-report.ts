import { and, eq } from 'drizzle-orm';
import type { ReportFiler } from '../../access/filer.ts';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema/index.ts';
import { fileWhatNeedsReport } from '../report/filing.ts';
import type { ConfigRow } from './config.ts';
import type { Match } from './match.ts';

/** Assets that one report names. */
const MAX_ASSETS = 100;
const MAX_TITLE_LENGTH = 255;

/**
 * Reports what a run has found, as the service's automation, so that somebody reviews it: what a term is in, and nobody has decided or
 * reported. What a text only mentions is not reported, and nothing is where the organization has reporting off.
 */
export async function reportMatches(
  transaction: Database,
  { organizationId, name }: ConfigRow,
  found: readonly Match[],
): Promise<void> {
  const assets = found
    .filter(({ confidence }) => confidence !== 'none')
    .map(({ asset: { content } }) => ({ content, status: 'BLOCKED' as const }));
  if (assets.length === 0) return;
  const [organization] = await transaction
    .select({ id: organizations.id, slug: organizations.slug, name: organizations.name })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), eq(organizations.reportingActive, true)));
  if (!organization) return;
  const automation: ReportFiler = {
    apiKeyId: null,
    organization,
    isPublic: false,
    source: 'AUTO_DETECTION',
    reporterKind: 'automation',
  };
  const title = `Found by the detection "${name}"`.slice(0, MAX_TITLE_LENGTH);
  for (let start = 0; start < assets.length; start += MAX_ASSETS)
    await fileWhatNeedsReport(transaction, automation, { title, assets: assets.slice(start, start + MAX_ASSETS) });
}
