import type { assetSubmit } from '../../../api/asset/asset-record.ts';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import type { ReportFiler } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import type { Change } from '../../http/implementation.ts';
import { assetDigest, knownAssets, publicNumber } from '../listing/entry.ts';
import { fileWhatNeedsReport } from '../report/filing.ts';
import { namedAssets, readProposed } from '../report/proposed.ts';
import { orderScan } from '../scan/scan.ts';

/**
 * Submits assets: each is scanned while `mayScan`, and one report proposes to block those that are neither blocked nor
 * in review. @throws Failure BAD_REQUEST naming what is no asset; then nothing was submitted
 */
export async function submitAssets(
  database: Database,
  change: Change,
  filer: ReportFiler & { readonly apiKeyId: number },
  { assets: contents }: BodyOf<typeof assetSubmit>,
  mayScan: () => boolean,
): Promise<ResponseOf<typeof assetSubmit>> {
  const named = await namedAssets(database, filer.organization?.id ?? null, contents);
  const submitted = contents.map((content, index) => ({ content, asset: named[index]! }));
  const known = submitted.flatMap(({ content, asset }) =>
    asset ? [{ content, asset, digest: assetDigest(asset) }] : [],
  );
  if (known.length < submitted.length)
    throw new Failure('BAD_REQUEST', {
      issues: submitted.flatMap(({ asset }, index) => (asset ? [] : [issue('noAsset', {}, `assets.${index}`)])),
    });
  const distinct = new Map(known.map((one) => [one.digest, one]));
  const proposed = [...distinct.values()].map(({ content }) => ({ content, status: 'BLOCKED' as const }));
  const read = await readProposed(database, filer.organization?.id ?? null, proposed);
  return change(async (transaction) => {
    const rows = await knownAssets(transaction, [...distinct.values()]);
    const scanIds = new Map<string, string>();
    for (const { content, digest } of distinct.values()) {
      if (!mayScan()) break;
      const order = { content, assetId: rows.get(digest)!, ...filer };
      scanIds.set(digest, await orderScan(transaction, order));
    }
    const submitter = { ...filer, isPublic: false, source: 'ASSET_MANAGEMENT' as const };
    await fileWhatNeedsReport(transaction, submitter, { title: 'Submitted for review', assets: proposed }, read);
    return {
      submittedAssets: known.map(({ content, digest }) => ({
        asset: content,
        assetId: filer.isPublic ? publicNumber(digest) : rows.get(digest)!,
        scanId: scanIds.get(digest),
      })),
    };
  });
}
