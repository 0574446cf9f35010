import type { Command, CommandGroup } from '../command-line/command.ts';
import { block, unblock } from '../feature/asset/command.ts';
import { topSitesCommand } from '../feature/asset/top-sites-command.ts';
import { localSource, source } from '../feature/import/command.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { keys } from './key.ts';
import { listKey, republishCommand } from './list-key.ts';
import { organizationsCommand } from './organization.ts';
import { PLACE_OPTIONS } from './place/place.ts';

const placed = (command: Command): Command => ({
  ...command,
  options: [...(command.options ?? []), ...PLACE_OPTIONS],
});

const ENTRIES: readonly (Command | CommandGroup)[] = [
  block,
  unblock,
  topSitesCommand,
  source,
  keys,
  listKey,
  republishCommand,
  organizationsCommand,
  audit,
  backup,
];

export { localSource };

export const COMMANDS: readonly (Command | CommandGroup)[] = ENTRIES.map((entry) =>
  'commands' in entry ? { ...entry, commands: entry.commands.map(placed) } : placed(entry),
);
