import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { receipts } from '../../database/schema/receipt.ts';
import type { Kind } from './receipt.ts';

/** For the operator: what else was sent about these reports or disputes, and the questions and answers. By their ids. */
export async function linesOfReceipts(
  database: Database,
  kind: Kind,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const lines = new Map<number, string[]>();
  if (ids.length === 0) return lines;
  const subject = kind === 'report' ? receipts.reportId : receipts.disputeId;
  const rows = await database
    .select({ subject, receipt: receipts })
    .from(receipts)
    .where(inArray(subject, [...ids]))
    .orderBy(asc(receipts.id));
  for (const { subject: id, receipt } of rows) {
    const { isMerged, content, description, contactInfo, attachmentUrls, question, answer } = receipt;
    const sent = [content.join(', '), description ?? '', contactInfo ?? '', ...attachmentUrls].filter(
      (part) => part !== '',
    );
    const told = [
      ...(isMerged ? [`reported again: ${sent.join(' · ')}`] : []),
      ...(question === null ? [] : [`asked: ${question}`, `answered: ${answer ?? '-'}`]),
    ];
    lines.set(id!, [...(lines.get(id!) ?? []), ...told]);
  }
  return lines;
}
