import { and, eq, isNull, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { disputeCreate } from '../../../api/report/dispute.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { disputes } from '../../database/schema/dispute.ts';
import type { Filer } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { answersTo, type ReadQuestion } from '../asset/check.ts';
import { showAssets } from '../asset/record/lookup.ts';
import { issueReceipt } from '../receipt/receipt.ts';

export type DisputeBody = BodyOf<typeof disputeCreate>;

/**
 * Files a dispute about the asset that blocks a content, as `readQuestions` has read it. @throws Failure NOT_FOUND
 * where nothing is decided, BAD_REQUEST for no asset, an allowed one, or a second dispute of an e-mail address
 */
export async function fileDispute(
  transaction: Database,
  filer: Filer,
  body: DisputeBody,
  asked: readonly ReadQuestion[],
): Promise<ResponseOf<typeof disputeCreate> & { readonly receipt: string }> {
  const assetId = await disputedAsset(transaction, asked);
  const insert = (email: string | null) =>
    transaction
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
  const email = body.email ?? null;
  // The public never learns whether this address has disputed it before; the address is stored with that dispute. It is looked for
  // first, because a failed attempt uses up a number, which the number of the next dispute would reveal.
  const isOnFile = filer.isPublic && email !== null && (await hasDisputed(transaction, filer, assetId, email));
  let [dispute] = await insert(isOnFile ? null : email);
  // Another one with the same address was filed at the same moment.
  if (!dispute && filer.isPublic) [dispute] = await insert(null);
  if (!dispute) throw new Failure('BAD_REQUEST', issue('disputeTwice', { content: body.content }, 'email'));
  await showAssets(transaction, filer, [{ assetId }]);
  const { receipt } = await issueReceipt(transaction, {
    subject: { disputeId: dispute.id },
    content: [body.content],
  });
  return { id: dispute.id, content: body.content, message: 'The dispute will be reviewed', receipt };
}

async function hasDisputed(database: Database, { organization }: Filer, assetId: number, email: string) {
  const mine = organization ? eq(disputes.organizationId, organization.id) : isNull(disputes.organizationId);
  const theirs = eq(sql`lower(${disputes.email})`, sql`lower(${email})`);
  return (await database.$count(disputes, and(eq(disputes.assetId, assetId), mine, theirs))) > 0;
}

async function disputedAsset(database: Database, asked: readonly ReadQuestion[]): Promise<number> {
  const [check] = await answersTo(database, asked);
  const { asset, status, deciding } = check!;
  if (!asset) throw new Failure('BAD_REQUEST', issue('noAsset', {}, 'content'));
  if (status === 'BLOCKED' && deciding) return deciding.id;
  // An asset that is reported but undecided is answered like an unknown one.
  if (deciding === null) throw new Failure('NOT_FOUND', issue('disputeUnknown', { asset: asset.content }, 'content'));
  throw new Failure('BAD_REQUEST', issue('disputeNotBlocked', { asset: asset.content }, 'content'));
}
