import { Argument, Option } from 'commander';
import { and, asc, eq } from 'drizzle-orm';
import type { Command, CommandContext, CommandGroup } from '../../command-line/command.ts';
import { CommandError, isGiven, numberArgument, oneLine, textOption, type Words } from '../../command-line/words.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes as disputeTable } from '../../database/schema/dispute.ts';
import { linesOfReceipts } from '../receipt/command.ts';
import { decideDispute, isWaiting } from './decision.ts';

export const disputes: Command = {
  name: 'disputes',
  summary: 'List open disputes, oldest first',
  options: [new Option('--all', 'also those that are decided')],
  reads: true,
  run: async ({ database, terminal }, words) => {
    const rows = await database
      .select({ dispute: disputeTable, type: assets.type, blocked: assets.content })
      .from(disputeTable)
      .innerJoin(assets, eq(assets.id, disputeTable.assetId))
      .where(and(isGiven(words, 'all') ? undefined : isWaiting))
      .orderBy(asc(disputeTable.id));
    const ids = rows.map(({ dispute: { id } }) => id);
    const receipts = await linesOfReceipts(database, 'dispute', ids);
    for (const { dispute, type, blocked } of rows) {
      terminal.print(
        `${dispute.id}  ${dispute.status}  ${dispute.createdAt.toISOString()}  ${type} ${blocked}  ${dispute.email ?? '-'}`,
      );
      if (dispute.description !== null) terminal.print(`    ${oneLine(dispute.description)}`);
      const { advice, adviceNote } = dispute;
      if (advice !== null) terminal.print(`    its organization: ${advice}, ${oneLine(adviceNote ?? '-')}`);
      for (const line of receipts.get(dispute.id) ?? []) terminal.print(`    ${oneLine(line)}`);
    }
    if (rows.length === 0) terminal.print('There are no disputes');
  },
};

const decision = (name: 'accept' | 'reject', summary: string): Command => ({
  name,
  summary,
  arguments: [new Argument('<id>', 'number of the dispute')],
  options: [new Option('--note <text>', 'what the person who disputed is told')],
  run: (context, words) => decideOne(context, words, name),
});

export const dispute: CommandGroup = {
  name: 'dispute',
  summary: 'Decide a dispute',
  commands: [
    decision('accept', 'Accept a dispute: it takes the asset off the blocklist'),
    decision('reject', 'Reject a dispute: the asset stays blocked'),
  ],
};

async function decideOne(
  { database, publisher, terminal }: CommandContext,
  words: Words,
  verb: 'accept' | 'reject',
): Promise<void> {
  const id = numberArgument(words, 'id');
  const status = verb === 'accept' ? 'ACCEPTED' : 'REJECTED';
  const outcome = await decideDispute(database, id, status, textOption(words, 'note') ?? null);
  if (outcome === 'unknown') throw new CommandError(`There is no dispute ${id}`);
  if (outcome === 'merged') throw new CommandError(`Dispute ${id} is decided with the one it was merged with`);
  if (outcome === 'decided') throw new CommandError(`Dispute ${id} is decided already`);
  publisher.notify();
  terminal.print(`Dispute ${id} is ${verb}ed: ${outcome.type} ${outcome.content}`);
}
