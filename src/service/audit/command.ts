import { type Command, CommandError, positionals, textOption, wholeNumber } from '../command/command.ts';
import { oneLine } from '../command/line.ts';
import { readAudit } from './log.ts';

const DEFAULT_LINES = 50;
const MOST_LINES = 10_000;

export const audit: Command = {
  name: 'audit',
  synopsis: '[--since TIME] [--key ID] [--action NAME] [--limit N]',
  summary: 'Who changed what and when, newest first',
  options: {
    since: { type: 'string' },
    key: { type: 'string' },
    action: { type: 'string' },
    limit: { type: 'string' },
  },
  help: [
    '--since TIME   not before this moment (ISO 8601)',
    '--key ID       changes made with this key',
    '--action NAME  one operation or command, for example reportCreate or block',
    `--limit N      at most so many (default: ${DEFAULT_LINES})`,
  ],
  reads: () => true,
  run: async ({ database, terminal }, words) => {
    positionals(words);
    const [since, key] = [textOption(words, 'since'), textOption(words, 'key')];
    if (since !== undefined && Number.isNaN(Date.parse(since)))
      throw new CommandError(`--since must be a moment such as 2026-01-31T12:00:00Z, not "${since}"`);
    const rows = await readAudit(database, {
      since: since === undefined ? null : new Date(since),
      keyId: key === undefined ? null : wholeNumber(key, '--key', 2_147_483_647),
      action: textOption(words, 'action') ?? null,
      most: wholeNumber(textOption(words, 'limit') ?? String(DEFAULT_LINES), '--limit', MOST_LINES),
    });
    for (const { createdAt, actor, apiKeyId, userName, action, detail, outcome, requestId } of rows) {
      const who = {
        KEY: `key ${apiKeyId}`,
        COMMAND: `operator ${userName}`,
        PORTAL: 'portal visitor',
        DESK: `${userName} at the desk (key ${apiKeyId})`,
      }[actor];
      const request = requestId === null ? '' : `  request ${requestId}`;
      const what = oneLine(JSON.stringify(detail));
      terminal.print(`${createdAt.toISOString()}  ${who}  ${action}  ${outcome}  ${what}${request}`);
    }
    if (rows.length === 0) terminal.print('Nothing was changed');
  },
};
