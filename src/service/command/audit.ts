import { Option } from 'commander';
import type { Command } from '../command-line/command.ts';
import { CommandError, textOption, type Words } from '../command-line/words.ts';
import { auditPages } from '../http/access/audit.ts';

/** Prints the audit log for programs that collect logs; people read it at the desk. */
export const audit: Command = {
  name: 'audit',
  summary: 'Print who changed what and when as JSON, one entry a line, the newest first',
  options: [
    new Option('--since <moment>', 'the first moment, for example 2026-10-01 or 2026-10-01T08:00:00Z'),
    new Option('--until <moment>', 'the moment before which entries are printed'),
  ],
  reads: true,
  run: async ({ database, terminal }, words) => {
    const query = {
      since: momentOption(words, 'since'),
      until: momentOption(words, 'until'),
      keyId: null,
      action: null,
    };
    for await (const rows of auditPages(database, query)) for (const row of rows) terminal.print(JSON.stringify(row));
  },
};

function momentOption(words: Words, name: string): Date | null {
  const text = textOption(words, name);
  if (text === undefined) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new CommandError(`--${name} must be a date such as 2026-10-01, not "${text}"`);
  return moment;
}
