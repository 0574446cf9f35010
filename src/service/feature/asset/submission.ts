import type { assetSubmit } from '../../../api/asset/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import { normalizeContent } from '../../../asset/index.ts';
import type { Database } from '../../database/connection.ts';
import { Failure } from '../../http/failure.ts';
import { claimAssets } from '../../listing/asset-row.ts';
import { assetDigest } from '../../listing/entry.ts';
import { type Filer, fileReport } from '../report/filing.ts';
import { orderScan } from '../scan/order.ts';

/**
 * Submits assets for review: each is scanned, and one report proposes to block those that are not blocked and not under review yet.
 * @throws Failure BAD_REQUEST naming what is no asset; then nothing was submitted
 */
export async function submitAssets(
  transaction: Database,
  filer: Filer & { readonly apiKeyId: number },
  { assets: contents }: BodyOf<typeof assetSubmit>,
): Promise<ResponseOf<typeof assetSubmit>> {
  const submitted = contents.map((content) => ({ content, asset: normalizeContent(content) }));
  const known = submitted.flatMap(({ content, asset }) =>
    asset ? [{ content, asset, digest: assetDigest(asset) }] : [],
  );
  if (known.length < submitted.length)
    throw new Failure('BAD_REQUEST', {
      issues: submitted.flatMap(({ asset }, index) =>
        asset ? [] : [`assets.${index}: is no address of a site, wallet or account that this service knows`],
      ),
    });
  const distinct = new Map(known.map((one) => [one.digest, one]));
  const undecided = { status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
  const rows = await claimAssets(
    transaction,
    [...distinct.values()].map(({ asset }) => ({ asset, ...undecided })),
  );
  const scanIds = new Map<string, string>();
  for (const { content, digest } of distinct.values()) {
    const order = { content, assetId: rows.get(digest)!.id, ...filer };
    scanIds.set(digest, await orderScan(transaction, order));
  }
  await report(
    transaction,
    filer,
    [...distinct.values()].map(({ content }) => content),
  );
  return {
    submittedAssets: known.map(({ content, digest }) => ({
      asset: content,
      assetId: rows.get(digest)!.id,
      scanId: scanIds.get(digest)!,
    })),
  };
}

/** Files the report in a transaction within the transaction: where no asset needs one, nothing of it stays. */
async function report(transaction: Database, filer: Filer, contents: readonly string[]): Promise<void> {
  const reportable = contents.map((content) => ({ content, status: 'BLOCKED' as const }));
  try {
    await transaction.transaction((inner) =>
      fileReport(inner, { ...filer, isPublic: false }, { title: 'Submitted for review', assets: reportable }),
    );
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNPROCESSABLE_CONTENT') throw error;
    const refused = new Set(error.detail.assetErrors?.map(({ asset }) => asset));
    const left = contents.filter((content) => !refused.has(content));
    if (left.length > 0 && left.length < contents.length) await report(transaction, filer, left);
  }
}
