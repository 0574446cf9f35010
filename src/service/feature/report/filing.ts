import { eq, sql } from 'drizzle-orm';
import type { AssetError } from '../../../api/error.ts';
import type { ResponseOf } from '../../../api/operation.ts';
import type { ReportBody, reportCreate } from '../../../api/report/report.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { inEnglish, issue } from '../../database/refused.ts';
import { additions, proposals, reportAssets, reports } from '../../database/schema/report.ts';
import type { ReachedOrganization } from '../../http/access/api-key.ts';
import type { Filer, ReportFiler } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { showAssets } from '../asset/record/lookup.ts';
import { assetDigest, knownAssets } from '../listing/entry.ts';
import { unknownBrands } from '../organization/brand/brand.ts';
import { issueReceipt } from '../receipt/receipt.ts';
import { type Proposed, type ReadAssets, readProposed, standingOf } from './proposed.ts';

type Filed = ResponseOf<typeof reportCreate> & {
  readonly receipt: string;
  readonly receiptId: number;
  /** The stored report; differs from `id` if it was merged. */
  readonly reportId: number;
};
type Known = Proposed & { readonly assetId: number };

/**
 * Files a report in the caller's transaction. Assets that need none are left out; if one is invalid, or none needs a
 * report, nothing is created. For a public filer, assets in review are merged with their report under a new number, so
 * that the answer reveals no other sender; what is blocked already is kept without a proposal (an addition).
 * @param read as by `readProposed` @throws Failure UNPROCESSABLE_CONTENT with an error for each refused asset or brand
 */
export async function fileReport(
  transaction: Database,
  filer: ReportFiler,
  body: ReportBody,
  read: ReadAssets,
): Promise<Filed> {
  await requireBrands(transaction, filer.organization, body.assets);
  const { known, standing } = await knownOf(transaction, filer, read);
  // In the given order: another order would reveal which of them were reported before.
  const taken = known.filter(({ assetId, submitted }) => {
    const why = standing.get(assetId);
    const isBlocked = why?.error.errorType === 'ASSET_ALREADY_CORRECT' && submitted.status === 'BLOCKED';
    return why === undefined || (filer.isPublic && (why.duplicateOf !== null || isBlocked));
  });
  if (taken.length === 0) throw refusal([...standing.values()].map(({ error }) => error));
  const wanted = taken.filter(({ assetId }) => !standing.has(assetId));
  const duplicates = taken.flatMap(({ assetId }) => standing.get(assetId)?.duplicateOf ?? []);
  const isAddition = wanted.length + duplicates.length === 0;
  const named = taken.filter(({ assetId }) => !standing.get(assetId)?.duplicateOf);
  const newId = wanted.length > 0 || isAddition ? await insertReport(transaction, filer, body, named) : null;
  if (newId !== null && isAddition) await insertAddition(transaction, newId);
  const proposalIds = newId === null ? [] : await propose(transaction, newId, wanted);
  const reportId = newId ?? duplicates[0]!.reportId;
  const issued = await issueReceipt(transaction, {
    subject: { reportId },
    content: taken.map(({ submitted }) => submitted.content),
    proposalIds: [...proposalIds, ...duplicates.map(({ proposalId }) => proposalId)],
    ...(newId === null ? { merged: personalPart(body) } : {}),
  });
  return {
    id: newId ?? (await unusedNumber(transaction)),
    reportId,
    createdAt: issued.createdAt.toISOString(),
    organization: filer.organization,
    receipt: issued.receipt,
    receiptId: issued.id,
    ...(isAddition ? { isAddition } : {}),
  };
}

/**
 * Proposes to block more in a report, in the caller's transaction. @returns the ids of the proposals
 * @throws Failure UNPROCESSABLE_CONTENT with an error for each content that needs no report
 */
export async function proposeInReport(
  transaction: Database,
  reportId: number,
  filer: Filer,
  assets: ReportBody['assets'],
): Promise<number[]> {
  const read = await readProposed(transaction, filer.organization?.id ?? null, assets);
  const { known, standing } = await knownOf(transaction, filer, read);
  if (standing.size > 0) throw refusal([...standing.values()].map(({ error }) => error));
  await nameAssets(transaction, reportId, filer, known);
  return propose(transaction, reportId, known);
}

async function knownOf(transaction: Database, filer: Filer, { proposed, errors }: ReadAssets) {
  if (errors.length > 0) throw refusal(errors);
  // The rows stay locked, so that two concurrent reports of one asset see each other.
  const rows = await knownAssets(transaction, proposed);
  const known = proposed.map((one) => ({ ...one, assetId: rows.get(assetDigest(one.asset))! }));
  return { known, standing: await standingOf(transaction, filer, known) };
}

/** A report that proposes nothing is closed from the start. */
async function insertAddition(transaction: Database, reportId: number): Promise<void> {
  await transaction.insert(additions).values({ reportId });
  await transaction.update(reports).set({ status: 'CLOSED', closedAt: new Date() }).where(eq(reports.id, reportId));
}

/**
 * Files a report of those assets that need one, in the caller's transaction. @returns its id; null if none needs one
 */
export async function fileWhatNeedsReport(
  transaction: Database,
  filer: ReportFiler,
  body: ReportBody,
  read: ReadAssets,
): Promise<number | null> {
  try {
    // In a nested transaction, which is rolled back if no asset needs a report.
    return (await transaction.transaction((inner) => fileReport(inner, filer, body, read))).id;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNPROCESSABLE_CONTENT') throw error;
    const refused = new Set(error.detail.assetErrors?.map(({ asset }) => asset));
    const assets = body.assets.filter(({ content }) => !refused.has(content));
    if (assets.length === 0 || assets.length === body.assets.length) return null;
    const left = {
      proposed: read.proposed.filter(({ submitted }) => !refused.has(submitted.content)),
      errors: read.errors.filter(({ asset }) => !refused.has(asset)),
    };
    return fileWhatNeedsReport(transaction, filer, { ...body, assets }, left);
  }
}

/** A number that no report has or will have. */
async function unusedNumber(transaction: Database): Promise<number> {
  const [row] = await rowsOf<{ id: number | string }>(
    transaction,
    sql`select nextval(pg_get_serial_sequence('reports', 'id')) as id`,
  );
  return Number(row!.id);
}

async function requireBrands(
  database: Database,
  organization: ReachedOrganization | null,
  assets: ReportBody['assets'],
): Promise<void> {
  const slugs = assets.flatMap(({ brandSlug }) => brandSlug ?? []);
  const unknown = new Set(await unknownBrands(database, organization?.id ?? null, slugs));
  if (unknown.size === 0) return;
  const whose = organization?.name ?? 'A report for no organization';
  throw refusal(
    assets.flatMap(({ content, brandSlug: brand }) =>
      brand !== undefined && unknown.has(brand)
        ? [
            {
              ...{ asset: content, errorType: 'VALIDATION_ERROR' },
              message: inEnglish(issue('noBrand', { organization: whose, brand })),
              suggestion: 'Name one of its brands, or none.',
            },
          ]
        : [],
    ),
  );
}

const personalPart = ({ contactInfo, description, attachmentUrls }: ReportBody) => ({
  contactInfo: contactInfo ?? null,
  description: description ?? null,
  attachmentUrls: attachmentUrls ?? [],
});

const refusal = (assetErrors: readonly AssetError[]) =>
  new Failure('UNPROCESSABLE_CONTENT', {
    message: 'The report was not created',
    issues: assetErrors.map(({ asset, message }) => issue('assetRefused', { asset, reason: message })),
    assetErrors,
  });

async function insertReport(
  transaction: Database,
  filer: ReportFiler,
  body: ReportBody,
  named: readonly Known[],
): Promise<number> {
  const { apiKeyId, organization, source, reporterKind = 'human', country = null } = filer;
  const [report] = await transaction
    .insert(reports)
    .values({
      apiKeyId,
      organizationId: organization?.id ?? null,
      title: body.title ?? null,
      ...personalPart(body),
      externalReporter: body.externalReporter ?? null,
      userAgent: body.userAgent ?? null,
      referrer: body.referrer ?? null,
      source,
      reporterKind,
      countryCode: country,
    })
    .returning({ id: reports.id });
  const { id } = report!;
  await nameAssets(transaction, id, filer, named);
  return id;
}

async function nameAssets(
  transaction: Database,
  reportId: number,
  filer: Filer,
  named: readonly Known[],
): Promise<void> {
  await showAssets(transaction, filer, named);
  await transaction.insert(reportAssets).values(
    named.map(({ assetId, submitted }) => ({
      reportId,
      assetId,
      submittedContent: submitted.content,
      kind: submitted.kind ?? null,
      brandSlug: submitted.brandSlug ?? null,
      screenshotUrl: submitted.screenshot?.url ?? null,
      screenshotTakenBy: submitted.screenshot?.takenBy ?? null,
    })),
  );
}

async function propose(transaction: Database, reportId: number, wanted: readonly Known[]): Promise<number[]> {
  if (wanted.length === 0) return [];
  const proposed = await transaction
    .insert(proposals)
    .values(wanted.map(({ assetId, submitted }) => ({ reportId, assetId, proposedStatus: submitted.status })))
    .returning({ id: proposals.id });
  return proposed.map(({ id }) => id);
}
