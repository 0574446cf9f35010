import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { ASSET_ERROR_TYPES, AssetError } from '../../../api/error.ts';
import type { ReportBody } from '../../../api/report/report.ts';
import { type Asset, normalizeContent, recognizeText } from '../../../asset/index.ts';
import { listingRefusal, pageGiven, withinLength } from '../../../asset/listing/refusal.ts';
import type { Database } from '../../database/database.ts';
import { inEnglish } from '../../database/refused.ts';
import { proposals, reports } from '../../database/schema/report.ts';
import type { Filer } from '../../http/access/reach.ts';
import { inTurn } from '../../thread/in-turn.ts';
import { answersTo, type ReadQuestion, readQuestions } from '../asset/check.ts';
import { isProven } from '../asset/ownership.ts';
import { unlistable } from '../listing/decision.ts';
import { assetDigest } from '../listing/entry.ts';
import { sharingOf } from '../listing/reach.ts';

/** An asset of a report, and how it was submitted. */
export type Proposed = { readonly asset: Asset; readonly submitted: ReportBody['assets'][number] };

/** The assets of a report that were read, with what each asks of the list, and an error for each that cannot be reported. */
export type ReadAssets = {
  readonly proposed: readonly (Proposed & { readonly asked: ReadQuestion })[];
  readonly errors: readonly AssetError[];
};

/**
 * Reads the assets of a report for an organization, before its transaction: long contents take a second, in which
 * nobody else would get the database.
 */
export async function readProposed(
  database: Database,
  organizationId: number | null,
  submitted: ReportBody['assets'],
): Promise<ReadAssets> {
  const named = await namedAssets(
    database,
    organizationId,
    submitted.map(({ content }) => content),
  );
  const seen = new Set<string>();
  const proposed: Proposed[] = [];
  const errors: AssetError[] = [];
  for (const [index, one] of submitted.entries()) {
    const asset = named[index]!;
    const error = asset ? errorOf(asset, one, seen) : await invalidFormat(one.content);
    if (error) errors.push(error);
    else if (asset) proposed.push({ asset, submitted: one });
  }
  const asked = await readQuestions(proposed.map(({ submitted: { content } }) => content));
  return { proposed: proposed.map((one, index) => ({ ...one, asked: asked[index]! })), errors };
}

function errorOf(asset: Asset, { content, status }: Proposed['submitted'], seen: Set<string>): AssetError | null {
  const digest = assetDigest(asset);
  if (seen.has(digest))
    return {
      asset: content,
      errorType: 'DUPLICATE_ASSETS',
      message: `The report names ${asset.content} more than once`,
      suggestion: 'Name it once.',
    };
  seen.add(digest);
  const refusal = status === 'BLOCKED' ? listingRefusal(asset) : null;
  if (refusal === null) return null;
  return {
    asset: content,
    errorType: 'DOMAIN_NOT_ALLOWED',
    message: inEnglish(unlistable(refusal)),
    suggestion: 'Report the address of the single page or account instead.',
  };
}

async function invalidFormat(asset: string): Promise<AssetError> {
  const [assets] = await inTurn([asset], recognizeText);
  const several = assets!.map(({ content }) => content);
  const [message, suggestion] =
    several.length > 1
      ? [
          `This names ${several.length} things at once: ${several.slice(0, 5).join(', ')}`,
          'Give each of them by itself.',
        ]
      : [
          'This is no address of a site, wallet or account that the service knows',
          'Give a full address such as https://site.example/page, a wallet address, or the address of an account.',
        ];
  return { asset, errorType: 'INVALID_FORMAT', message, suggestion };
}

/**
 * The assets that contents name, in order, null for none or a too long one. Of a shared host it is the page, so that
 * its verdict never affects the host; of a top site only its owner can name the host by a page.
 */
export async function namedAssets(
  database: Database,
  organizationId: number | null,
  contents: readonly string[],
): Promise<(Asset | null)[]> {
  const named = await inTurn(contents, (content) => {
    const asset = normalizeContent(content);
    return { asset, page: asset?.type === 'URL' ? pageGiven(content, asset) : null };
  });
  const sites = named.flatMap(({ asset, page }) => (asset !== null && page !== null ? [asset] : []));
  if (sites.length === 0) return named.map(({ asset }) => withinLength(asset));
  const sharing = await sharingOf(database, sites);
  return Promise.all(
    named.map(async ({ asset, page }) => {
      const reasons = asset === null || page === null ? [] : sharing.get(asset)!;
      if (reasons.length === 0) return withinLength(asset);
      const isPopularAlone = reasons.every((reason) => reason === 'many-visitors');
      return isPopularAlone && organizationId !== null && (await isProven(database, organizationId, asset!))
        ? asset
        : withinLength(page);
    }),
  );
}

type KnownAsset = ReadAssets['proposed'][number] & { readonly assetId: number };

/** Why an asset needs no report, with the proposal of an open report if that is the reason. */
type Standing = {
  readonly error: AssetError;
  readonly duplicateOf: { readonly reportId: number; readonly proposalId: number } | null;
};

/**
 * The assets that need no report, by id: ASSET_ALREADY_CORRECT has the proposed status; REPORT_ALREADY_EXISTS, an open
 * report of the organization (else of the key) proposes all of these; ALREADY_PENDING_REVIEW, one proposes this asset.
 * Reports of other organizations do not count, and are not revealed.
 */
export async function standingOf(
  database: Database,
  filer: Filer,
  assets: readonly KnownAsset[],
): Promise<Map<number, Standing>> {
  const pending = await pendingProposals(database, filer, assets);
  const same = pending.find(({ reportId }) =>
    assets.every(({ assetId, submitted }) =>
      pending.some(
        (row) => row.reportId === reportId && row.assetId === assetId && row.proposedStatus === submitted.status,
      ),
    ),
  )?.reportId;
  const standing = new Map<number, Standing>();
  const verdicts = await answersTo(
    database,
    assets.map(({ asked }) => asked),
  );
  for (const [index, { assetId, asset, submitted }] of assets.entries()) {
    const say = (
      errorType: (typeof ASSET_ERROR_TYPES)[number],
      message: string,
      suggestion: string,
      duplicateOf: Standing['duplicateOf'] = null,
    ) => standing.set(assetId, { error: { asset: submitted.content, errorType, message, suggestion }, duplicateOf });
    const { status } = verdicts[index]!;
    const mine = pending.filter((row) => row.assetId === assetId && row.proposedStatus === submitted.status);
    const own = mine.find(({ reportId }) => reportId === same) ?? mine[0];
    if (status === submitted.status)
      say('ASSET_ALREADY_CORRECT', `${asset.content} is ${word(status)} already`, 'There is nothing to report.');
    else if (own)
      say(
        own.reportId === same ? 'REPORT_ALREADY_EXISTS' : 'ALREADY_PENDING_REVIEW',
        `Report ${own.reportId} names ${asset.content} already`,
        'Wait for its review.',
        { reportId: own.reportId, proposalId: own.id },
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
    .select(getTableColumns(proposals))
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
