import { eq } from 'drizzle-orm';
import type { disputeCreate } from '../../api/dispute.ts';
import type { BodyOf, ResponseOf } from '../../api/operation.ts';
import type { Database } from '../database/connection.ts';
import { disputes } from '../database/schema/dispute.ts';
import { Failure } from '../http/failure.ts';
import { findAsset } from '../listing/asset-row.ts';
import type { Filer } from '../reports/filing.ts';
import { verdictOn } from '../verdict/verdict.ts';

export type DisputeBody = BodyOf<typeof disputeCreate>;

/**
 * Files a dispute (contract.md, `POST /dispute/create`) about the asset that blocks a content: itself, or the host above it.
 *
 * @throws Failure NOT_FOUND when nothing is known about the content, BAD_REQUEST when it is no asset, is not blocked, or
 * the same e-mail address has disputed it already
 */
export async function fileDispute(
  transaction: Database,
  filer: Filer,
  body: DisputeBody,
): Promise<ResponseOf<typeof disputeCreate>> {
  const assetId = await disputedAsset(transaction, body.content);
  const email = body.email ?? null;
  const [dispute] = await transaction
    .insert(disputes)
    .values({
      assetId,
      content: body.content,
      organizationId: filer.organization?.id ?? null,
      apiKeyId: filer.apiKeyId,
      email,
      description: body.description ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: disputes.id });
  if (!dispute)
    throw new Failure('BAD_REQUEST', {
      issues: [`email: a dispute of ${body.content} from this e-mail address exists already`],
    });
  return { id: dispute.id, content: body.content, message: 'The dispute will be reviewed' };
}

async function disputedAsset(database: Database, content: string): Promise<number> {
  const { asset, status, deciding } = await verdictOn(database, content);
  if (!asset)
    throw new Failure('BAD_REQUEST', {
      issues: ['content: is no address of a site, wallet or account that this service knows'],
    });
  if (status === 'BLOCKED' && deciding) return deciding.id;
  if (deciding === null && (await findAsset(database, asset)) === null)
    throw new Failure('NOT_FOUND', { issues: [`content: nothing is known about ${asset.content}`] });
  throw new Failure('BAD_REQUEST', { issues: [`content: ${asset.content} is not blocked`] });
}

/** A dispute as those may see it who can: the key it was filed with, and keys that reach its organization. Null for others. */
export async function readDispute(
  database: Database,
  id: number,
  reader: { readonly keyId: number; readonly organizationIds: readonly number[] },
) {
  const [row] = await database.select().from(disputes).where(eq(disputes.id, id));
  if (!row) return null;
  const isOwn = row.apiKeyId === reader.keyId;
  const isReached = row.organizationId !== null && reader.organizationIds.includes(row.organizationId);
  return isOwn || isReached ? row : null;
}
