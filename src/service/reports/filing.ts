import type { AssetError } from '../../api/error.ts';
import type { BodyOf, ResponseOf } from '../../api/operation.ts';
import type { reportCreate } from '../../api/report.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import type { Database } from '../database/connection.ts';
import { proposals, reportAssets, reports } from '../database/schema/report.ts';
import { Failure } from '../http/failure.ts';
import { claimAssets } from '../listing/asset-row.ts';
import { assetDigest } from '../listing/entry.ts';
import { type Proposed, readProposed } from './proposed.ts';
import { standingErrors } from './standing.ts';

export type ReportBody = BodyOf<typeof reportCreate>;
/** Who files: the key, where there is one, and the organization the report is for, where there is one. */
export type Filer = { readonly apiKeyId: number | null; readonly organization: ReachedOrganization | null };

/**
 * Files a report (contract.md, `POST /report/create`) inside a transaction of the caller. Assets that need no report are
 * left out when another one does; when an asset is wrong, or none needs a report, nothing is created.
 *
 * @throws Failure UNPROCESSABLE_CONTENT with an error for each asset that stands in the way
 */
export async function fileReport(
  transaction: Database,
  filer: Filer,
  body: ReportBody,
): Promise<ResponseOf<typeof reportCreate>> {
  const { proposed, errors } = readProposed(body.assets);
  if (errors.length > 0) throw refusal(errors);
  const undecided = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
  // The rows stay locked, so that two reports of one asset at the same time see each other.
  const rows = await claimAssets(
    transaction,
    proposed.map(({ asset }) => ({ asset, ...undecided })),
  );
  const known = proposed.map((one) => ({ ...one, assetId: rows.get(assetDigest(one.asset))!.id }));
  const standing = await standingErrors(transaction, filer, known);
  const wanted = known.filter(({ assetId }) => !standing.has(assetId));
  if (wanted.length === 0) throw refusal([...standing.values()]);
  const report = await insertReport(transaction, filer, body, wanted);
  return { id: report.id, createdAt: report.createdAt.toISOString(), organization: filer.organization };
}

const refusal = (assetErrors: readonly AssetError[]) =>
  new Failure('UNPROCESSABLE_CONTENT', {
    message: 'The report was not created',
    issues: assetErrors.map(({ asset, message }) => `${asset}: ${message}`),
    assetErrors,
  });

async function insertReport(
  transaction: Database,
  { apiKeyId, organization }: Filer,
  body: ReportBody,
  wanted: readonly (Proposed & { readonly assetId: number })[],
) {
  const [report] = await transaction
    .insert(reports)
    .values({
      apiKeyId,
      organizationId: organization?.id ?? null,
      title: body.title ?? null,
      description: body.description ?? null,
      contactInfo: body.contactInfo ?? null,
      attachmentUrls: body.attachmentUrls ?? [],
      externalReporter: body.externalReporter ?? null,
      userAgent: body.userAgent ?? null,
      referrer: body.referrer ?? null,
      source: apiKeyId === null ? 'APP' : 'API',
    })
    .returning({ id: reports.id, createdAt: reports.createdAt });
  const { id: reportId, createdAt } = report!;
  await transaction.insert(reportAssets).values(
    wanted.map(({ assetId, submitted }) => ({
      reportId,
      assetId,
      submittedContent: submitted.content,
      brandSlug: submitted.brandSlug ?? null,
      screenshotUrl: submitted.screenshot?.url ?? null,
      screenshotTakenBy: submitted.screenshot?.takenBy ?? null,
    })),
  );
  await transaction
    .insert(proposals)
    .values(wanted.map(({ assetId, submitted }) => ({ reportId, assetId, proposedStatus: submitted.status })));
  return { id: reportId, createdAt };
}
