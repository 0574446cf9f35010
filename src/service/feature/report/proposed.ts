import type { AssetError } from '../../../api/error.ts';
import type { ReportBody } from '../../../api/report/report.ts';
import { type Asset, recognizeText } from '../../../asset/index.ts';
import { listingRefusal } from '../../../asset/listing/refusal.ts';
import type { Database } from '../../database/database.ts';
import { assetDigest } from '../../listing/entry.ts';
import { namedAssets } from './named-asset.ts';

/** An asset of a report as it was submitted, and what it is. */
export type Proposed = { readonly asset: Asset; readonly submitted: ReportBody['assets'][number] };

/**
 * Reads the assets of a report; every one that no report may name is an error.
 * @param organizationId for whom the report is
 */
export async function readProposed(
  database: Database,
  organizationId: number | null,
  submitted: ReportBody['assets'],
): Promise<{ readonly proposed: readonly Proposed[]; readonly errors: readonly AssetError[] }> {
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
    const error = asset ? errorOf(asset, one, seen) : invalidFormat(one.content);
    if (error) errors.push(error);
    else if (asset) proposed.push({ asset, submitted: one });
  }
  return { proposed, errors };
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
    message: refusal.message,
    suggestion: 'Report the address of the single page or account instead.',
  };
}

function invalidFormat(content: string): AssetError {
  const several = recognizeText(content);
  return several.length > 1 ? severalThings(content, several) : nothingKnown(content);
}

const severalThings = (content: string, assets: readonly Asset[]): AssetError => ({
  asset: content,
  errorType: 'INVALID_FORMAT',
  message: `This names ${assets.length} things at once: ${assets
    .slice(0, 5)
    .map((asset) => asset.content)
    .join(', ')}`,
  suggestion: 'Give each of them by itself.',
});

const nothingKnown = (content: string): AssetError => ({
  asset: content,
  errorType: 'INVALID_FORMAT',
  message: 'This is no address of a site, wallet or account that the service knows',
  suggestion: 'Give a full address such as https://site.example/page, a wallet address, or the address of an account.',
});
