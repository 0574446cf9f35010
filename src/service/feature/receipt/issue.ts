import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { receiptProposals, receipts } from '../../database/schema/receipt.ts';

/** What a receipt is for. */
export type Submission = {
  readonly subject: { readonly reportId: number } | { readonly disputeId: number };
  /** What was named, as it was written. */
  readonly content: readonly string[];
  readonly proposalIds?: readonly number[];
  /** What came with a report that was merged with another one. */
  readonly merged?: {
    readonly contactInfo: string | null;
    readonly description: string | null;
    readonly attachmentUrls: readonly string[];
  };
};

export type Issued = { readonly id: number; readonly receipt: string; readonly createdAt: Date };

/** SHA-256, which is all that is stored: 128 random bits need no slow hash. */
export const receiptHash = (receipt: string): Uint8Array => createHash('sha256').update(receipt, 'utf8').digest();

/** Makes a receipt inside the transaction that stores what it is for. It can never be read again. */
export async function issueReceipt(transaction: Database, submission: Submission): Promise<Issued> {
  const { subject, content, proposalIds = [], merged } = submission;
  const receipt = randomBytes(16).toString('base64url');
  const [row] = await transaction
    .insert(receipts)
    .values({
      ...subject,
      hash: receiptHash(receipt),
      content: [...content],
      ...(merged ? { ...merged, attachmentUrls: [...merged.attachmentUrls], isMerged: true } : {}),
    })
    .returning({ id: receipts.id, createdAt: receipts.createdAt });
  const { id, createdAt } = row!;
  if (proposalIds.length > 0)
    await transaction.insert(receiptProposals).values(proposalIds.map((proposalId) => ({ receiptId: id, proposalId })));
  return { id, receipt, createdAt };
}
