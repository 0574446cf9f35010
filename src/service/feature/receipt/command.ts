import { Argument } from 'commander';
import { asc, inArray } from 'drizzle-orm';
import { RECEIPT_KINDS } from '../../../api/report/receipt.ts';
import type { Command } from '../../command-line/command.ts';
import {
  CommandError,
  choiceArgument,
  chosenArgument,
  numberArgument,
  textArgument,
} from '../../command-line/words.ts';
import type { Database } from '../../database/database.ts';
import { receipts } from '../../database/schema/receipt.ts';
import type { Kind } from './receipt.ts';
import { ask as askHolder } from './receipt.ts';

const MAX_LENGTH = 1_000;

export const ask: Command = {
  name: 'ask',
  summary: 'Ask whoever filed a report or dispute, who sees it with the receipt',
  arguments: [
    choiceArgument('kind', 'what was filed', RECEIPT_KINDS),
    new Argument('<id>', 'its number'),
    new Argument('<text>', `the question, at most ${MAX_LENGTH} characters`),
  ],
  run: async ({ database, terminal }, words) => {
    const kind = chosenArgument(words, 'kind', RECEIPT_KINDS);
    const question = textArgument(words, 'text');
    if (question.length > MAX_LENGTH) throw new CommandError(`The question must be at most ${MAX_LENGTH} characters`);
    const id = numberArgument(words, 'id');
    if (!(await askHolder(database, kind, id, question)))
      throw new CommandError(`There is no ${kind} ${id} with a receipt: nobody could see the question`);
    terminal.print(`Asked about ${kind} ${id}. The answer is shown by "${kind}s"`);
  },
};

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
    const events = [
      ...(isMerged ? [`reported again: ${sent.join(' · ')}`] : []),
      ...(question === null ? [] : [`asked: ${question}`, `answered: ${answer ?? '-'}`]),
    ];
    lines.set(id!, [...(lines.get(id!) ?? []), ...events]);
  }
  return lines;
}
