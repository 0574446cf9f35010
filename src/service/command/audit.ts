import { Option } from 'commander';
import type { Command } from '../command-line/command.ts';
import { CommandError, countOption, numberOption, oneLine, textOption } from '../command-line/words.ts';
import { readAudit } from '../http/access/audit.ts';

const DEFAULT_LINES = 50;
const MAX_LINES = 10_000;

export const audit: Command = {
  name: 'audit',
  summary: 'Who changed what and when, newest first',
  options: [
    new Option('--since <time>', 'not before this moment (ISO 8601)'),
    countOption('--key <id>', 'changes made with this key', { max: 2_147_483_647 }),
    new Option('--action <name>', 'one operation or command, for example reportCreate or block'),
    countOption('--limit <n>', 'at most so many', { default: DEFAULT_LINES, max: MAX_LINES }),
  ],
  reads: true,
  run: async ({ database, terminal }, words) => {
    const since = textOption(words, 'since');
    if (since !== undefined && Number.isNaN(Date.parse(since)))
      throw new CommandError(`--since must be a moment such as 2026-01-31T12:00:00Z, not "${since}"`);
    const rows = await readAudit(database, {
      since: since === undefined ? null : new Date(since),
      keyId: numberOption(words, 'key') ?? null,
      action: textOption(words, 'action') ?? null,
      limit: numberOption(words, 'limit') ?? DEFAULT_LINES,
    });
    for (const { createdAt, actor, apiKeyId, userName, action, detail, outcome, requestId } of rows) {
      const who = {
        KEY: `key ${apiKeyId}`,
        COMMAND: `operator ${userName}${apiKeyId === null ? '' : ` (key ${apiKeyId})`}`,
        PORTAL: 'portal visitor',
        DESK: `${userName ?? 'somebody'} at the desk${apiKeyId === null ? '' : ` (key ${apiKeyId})`}`,
      }[actor];
      const request = requestId === null ? '' : `  request ${requestId}`;
      const what = oneLine(JSON.stringify(detail));
      terminal.print(`${createdAt.toISOString()}  ${who}  ${action}  ${outcome}  ${what}${request}`);
    }
    if (rows.length === 0) terminal.print('Nothing was changed');
  },
};
