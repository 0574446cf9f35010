import { desc } from 'drizzle-orm';
import type { Command } from '../../command-line/command.ts';
import { oneLine } from '../../command-line/words.ts';
import { reports as reportTable } from '../../database/schema/report.ts';
import { linesOfReceipts } from '../receipt/command.ts';
import { assetsOfReports } from './record.ts';

/** Maximum number of reports printed. */
const MAX_COUNT = 50;

export const reports: Command = {
  name: 'reports',
  summary: `List the newest reports, at most ${MAX_COUNT}`,
  reads: true,
  run: async ({ database, terminal }) => {
    const rows = await database.select().from(reportTable).orderBy(desc(reportTable.id)).limit(MAX_COUNT);
    const ids = rows.map(({ id }) => id);
    const named = await assetsOfReports(database, rows);
    const receipts = await linesOfReceipts(database, 'report', ids);
    for (const { id, status, createdAt, title } of rows) {
      const contents = named.get(id)!.map(({ type, content }) => `${type} ${content}`);
      terminal.print(`${id}  ${status}  ${createdAt.toISOString()}  ${contents.join(', ')}`);
      if (title !== null) terminal.print(`    ${oneLine(title)}`);
      for (const line of receipts.get(id) ?? []) terminal.print(`    ${oneLine(line)}`);
    }
    if (rows.length === 0) terminal.print('There are no reports');
  },
};
