import type { Command, CommandGroup } from '../command-line/command.ts';
import { desk } from '../desk/command.ts';
import { block, unblock, unwatch, watch } from '../feature/asset/command.ts';
import { topSitesCommand } from '../feature/asset/top-sites-command.ts';
import { dispute, disputes } from '../feature/dispute/command.ts';
import { importCommand } from '../feature/import/command.ts';
import { importsCommand } from '../feature/import/schedule/command.ts';
import { ownership } from '../feature/organization/asset/ownership.ts';
import { brandsCommand } from '../feature/organization/brand/command.ts';
import { organizationsCommand } from '../feature/organization/command.ts';
import { ownList } from '../feature/organization/list/command.ts';
import { approvals } from '../feature/organization/service/approval.ts';
import { ask } from '../feature/receipt/command.ts';
import { reports } from '../feature/report/command.ts';
import { reviewCommand } from '../feature/review/command.ts';
import { livenessCommand, takedownsCommand } from '../feature/threat/takedown-command.ts';
import { webhooksCommand } from '../feature/webhook/command.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { keys } from './key.ts';
import { listKey, republishCommand } from './list-key.ts';
import { PLACE_OPTIONS } from './place/place.ts';

const placed = (command: Command): Command => ({
  ...command,
  options: [...(command.options ?? []), ...PLACE_OPTIONS],
});

const ENTRIES: readonly (Command | CommandGroup)[] = [
  block,
  unblock,
  watch,
  unwatch,
  topSitesCommand,
  importCommand,
  importsCommand,
  reports,
  disputes,
  dispute,
  ask,
  reviewCommand,
  takedownsCommand,
  livenessCommand,
  keys,
  desk,
  listKey,
  republishCommand,
  organizationsCommand,
  ownership,
  approvals,
  ownList,
  brandsCommand,
  webhooksCommand,
  audit,
  backup,
];

/** Every command that works on the data of a service; each takes the options that say which data. */
export const COMMANDS: readonly (Command | CommandGroup)[] = ENTRIES.map((entry) =>
  'commands' in entry ? { ...entry, commands: entry.commands.map(placed) } : placed(entry),
);
