import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { block, unblock } from './block.ts';
import { brandsCommand } from './brand.ts';
import type { Command } from './command.ts';
import { dispute, disputes } from './dispute.ts';
import { importCommand } from './import.ts';
import { keys } from './key.ts';
import { listKey } from './list-key.ts';
import { organizationsCommand } from './organization.ts';
import { ownership } from './ownership.ts';
import { reports } from './report.ts';
import { reviewCommand } from './review.ts';
import { livenessCommand, takedownsCommand } from './takedown.ts';
import { unwatch, watch } from './watch.ts';
import { webhooksCommand } from './webhook.ts';

/** Every command that works on the data of a service. */
export const COMMANDS: readonly Command[] = [
  block,
  unblock,
  watch,
  unwatch,
  importCommand,
  reports,
  disputes,
  dispute,
  ask,
  reviewCommand,
  takedownsCommand,
  livenessCommand,
  keys,
  listKey,
  organizationsCommand,
  ownership,
  brandsCommand,
  webhooksCommand,
  audit,
  backup,
];
