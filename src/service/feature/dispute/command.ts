import { and, asc, eq } from 'drizzle-orm';
import { type Command, CommandError, positionals, textOption, wholeNumber } from '../../command/command.ts';
import { oneLine } from '../../command/line.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes as disputeTable } from '../../database/schema/report/dispute.ts';
import { linesOfReceipts } from '../receipt/lines.ts';
import { decideDispute } from './decision.ts';

export const disputes: Command = {
  name: 'disputes',
  synopsis: '[--all]',
  summary: 'List open disputes, oldest first',
  options: { all: { type: 'boolean' } },
  help: ['--all          also those that are decided'],
  reads: () => true,
  run: async ({ database, terminal }, words) => {
    positionals(words);
    const rows = await database
      .select({ dispute: disputeTable, type: assets.type, blocked: assets.content })
      .from(disputeTable)
      .innerJoin(assets, eq(assets.id, disputeTable.assetId))
      .where(and(words.values.all === true ? undefined : eq(disputeTable.status, 'OPEN')))
      .orderBy(asc(disputeTable.id));
    const ids = rows.map(({ dispute: { id } }) => id);
    const receipts = await linesOfReceipts(database, 'dispute', ids);
    for (const { dispute, type, blocked } of rows) {
      terminal.print(
        `${dispute.id}  ${dispute.status}  ${dispute.createdAt.toISOString()}  ${type} ${blocked}  ${dispute.email ?? '-'}`,
      );
      if (dispute.description !== null) terminal.print(`    ${oneLine(dispute.description)}`);
      for (const line of receipts.get(dispute.id) ?? []) terminal.print(`    ${oneLine(line)}`);
    }
    if (rows.length === 0) terminal.print('There are no disputes');
  },
};

export const dispute: Command = {
  name: 'dispute',
  synopsis: 'accept|reject ID [--note TEXT]',
  summary: 'Decide a dispute; accepting it takes the asset off the blocklist',
  options: { note: { type: 'string' } },
  help: ['--note TEXT    what the person who disputed is told'],
  run: async ({ database, publisher, terminal }, words) => {
    const [verb, number] = positionals(words, 'accept|reject', 'ID');
    if (verb !== 'accept' && verb !== 'reject') throw new CommandError(`Expected accept or reject, got ${verb}`);
    const id = wholeNumber(number, 'ID');
    const status = verb === 'accept' ? 'ACCEPTED' : 'REJECTED';
    const outcome = await decideDispute(database, id, status, textOption(words, 'note') ?? null);
    if (outcome === 'unknown') throw new CommandError(`There is no dispute ${id}`);
    if (outcome === 'decided') throw new CommandError(`Dispute ${id} is decided already`);
    publisher.notify();
    terminal.print(`Dispute ${id} is ${verb}ed: ${outcome.type} ${outcome.content}`);
  },
};
