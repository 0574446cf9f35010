import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ASSET_ERROR_TYPES, AssetError } from '../../../api/error.ts';
import type { Filer } from '../../access/filer.ts';
import type { Database } from '../../database/database.ts';
import { proposals, reports } from '../../database/schema/report.ts';
import { assetChecksOf } from '../asset/check/check.ts';
import type { Proposed } from './proposed.ts';

type KnownAsset = Proposed & { readonly assetId: number };

/** Why an asset needs no report, and the proposal of an open report that says the same, where that is why. */
export type Standing = {
  readonly error: AssetError;
  readonly duplicateOf: { readonly reportId: number; readonly proposalId: number } | null;
};

/**
 * The assets that need no report, by id, each with why:
 * - ASSET_ALREADY_CORRECT: its status is the proposed one already, its own or that of the host above it
 * - REPORT_ALREADY_EXISTS: an open report of the same organization (of the same key, where there is none) proposes the same. What
 *   waits in another organization is no reason, and not told.
 */
export async function standingOf(
  database: Database,
  filer: Filer,
  assets: readonly KnownAsset[],
): Promise<Map<number, Standing>> {
  const pending = await pendingProposals(database, filer, assets);
  const standing = new Map<number, Standing>();
  const verdicts = await assetChecksOf(
    database,
    assets.map(({ submitted }) => submitted.content),
  );
  for (const [index, { assetId, asset, submitted }] of assets.entries()) {
    const say = (
      errorType: (typeof ASSET_ERROR_TYPES)[number],
      message: string,
      suggestion: string,
      duplicateOf: Standing['duplicateOf'] = null,
    ) => standing.set(assetId, { error: { asset: submitted.content, errorType, message, suggestion }, duplicateOf });
    const { status } = verdicts[index]!;
    const own = pending.find((row) => row.assetId === assetId && row.proposedStatus === submitted.status);
    if (status === submitted.status)
      say('ASSET_ALREADY_CORRECT', `${asset.content} is ${word(status)} already`, 'There is nothing to report.');
    else if (own)
      say(
        'REPORT_ALREADY_EXISTS',
        `Report ${own.reportId} names ${asset.content} already`,
        'Wait for its review.',
        own,
      );
  }
  return standing;
}

const word = (status: string): string => status.toLowerCase();

/** Of the same organization; without one, of the same key. */
const isOwn = ({ organization, apiKeyId }: Filer) =>
  organization
    ? eq(reports.organizationId, organization.id)
    : and(
        isNull(reports.organizationId),
        apiKeyId === null ? isNull(reports.apiKeyId) : eq(reports.apiKeyId, apiKeyId),
      );

const pendingProposals = (database: Database, filer: Filer, assets: readonly KnownAsset[]) =>
  database
    .select({
      proposalId: proposals.id,
      assetId: proposals.assetId,
      proposedStatus: proposals.proposedStatus,
      reportId: proposals.reportId,
    })
    .from(proposals)
    .innerJoin(reports, eq(reports.id, proposals.reportId))
    .where(
      and(
        eq(proposals.reviewStatus, 'PENDING'),
        isOwn(filer),
        inArray(
          proposals.assetId,
          assets.map(({ assetId }) => assetId),
        ),
      ),
    );
