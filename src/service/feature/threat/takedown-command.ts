import { Argument, Option } from 'commander';
import { asc, eq, notInArray } from 'drizzle-orm';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES } from '../../../api/threat/takedown.ts';
import type { Command, CommandContext, CommandGroup } from '../../command-line/command.ts';
import { assetArgument, organizationOf, organizationOption } from '../../command-line/subject.ts';
import {
  CommandError,
  choiceArgument,
  chosenArgument,
  isGiven,
  numberArgument,
  oneLine,
  textArgument,
  textOption,
  type Words,
} from '../../command-line/words.ts';
import { assets } from '../../database/schema/asset.ts';
import { organizations } from '../../database/schema/organization.ts';
import { takedowns } from '../../database/schema/takedown.ts';
import { unknownBrands } from '../organization/brand/brand.ts';
import { addTask, fileTakedown, moveTakedown, recordLiveness } from './takedown.ts';

const ID = new Argument('<id>', 'number of the takedown');
const CONTENT = new Argument('<content>', 'address of a site, page, wallet or account');
const ASSIGNEE = new Option('--assignee <name>', 'who works on it');

export const takedownsCommand: CommandGroup = {
  name: 'takedowns',
  summary: 'File takedowns, move them on and add steps to them',
  commands: [
    {
      name: 'list',
      summary: 'List takedowns that have not ended',
      options: [new Option('--all', 'also what has ended')],
      reads: true,
      run: list,
    },
    {
      name: 'create',
      summary: 'File a takedown',
      arguments: [CONTENT],
      options: [
        organizationOption('for whom it is filed'),
        new Option('--brand <slug>', 'which of its brands is imitated'),
        ASSIGNEE,
        new Option('--automation', 'filed by automation, not by a person'),
      ],
      run: create,
    },
    {
      name: 'move',
      summary: 'Say how far a takedown is',
      arguments: [ID, choiceArgument('status', 'what it is now', TAKEDOWN_STATUSES)],
      options: [ASSIGNEE],
      run: move,
    },
    {
      name: 'task',
      summary: 'Add a step to a takedown',
      arguments: [ID, new Argument('<text>', 'what is to be done')],
      run: task,
    },
  ],
};

export const livenessCommand: Command = {
  name: 'liveness',
  summary: 'Write down whether an asset still answers',
  arguments: [CONTENT, choiceArgument('status', 'what it does', LIVENESS_STATUSES)],
  run: async ({ database, terminal }, words) => {
    const status = chosenArgument(words, 'status', LIVENESS_STATUSES);
    const asset = assetArgument(words);
    await recordLiveness(database, asset, status);
    terminal.print(`${asset.type} ${asset.content} is ${status}`);
  },
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const { id: organizationId, slug } = await organizationOf(database, words);
  const brandSlug = textOption(words, 'brand') ?? null;
  if (brandSlug !== null && (await unknownBrands(database, organizationId, [brandSlug])).length > 0)
    throw new CommandError(`${slug} has no brand "${brandSlug}"; "brands list --organization ${slug}" has them all`);
  const asset = assetArgument(words);
  const id = await fileTakedown(database, {
    organizationId,
    asset,
    brandSlug,
    assignee: textOption(words, 'assignee') ?? null,
    automated: isGiven(words, 'automation'),
  });
  terminal.print(`Takedown ${id} of ${asset.type} ${asset.content} is TODO`);
}

async function move({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const status = chosenArgument(words, 'status', TAKEDOWN_STATUSES);
  const id = numberArgument(words, 'id');
  await moveTakedown(database, id, status, textOption(words, 'assignee'));
  terminal.print(`Takedown ${id} is ${status}`);
}

async function task({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const takedownId = numberArgument(words, 'id');
  const id = await addTask(database, takedownId, textArgument(words, 'text'));
  terminal.print(`Task ${id} of takedown ${takedownId} is TODO`);
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const isOpen = notInArray(takedowns.status, ['COMPLETED', 'CANCELLED']);
  const rows = await database
    .select({ takedown: takedowns, type: assets.type, content: assets.content, slug: organizations.slug })
    .from(takedowns)
    .innerJoin(assets, eq(assets.id, takedowns.assetId))
    .innerJoin(organizations, eq(organizations.id, takedowns.organizationId))
    .where(isGiven(words, 'all') ? undefined : isOpen)
    .orderBy(asc(takedowns.id));
  for (const { takedown, type, content, slug } of rows)
    terminal.print(
      `${takedown.id}  ${takedown.status}  ${takedown.createdAt.toISOString()}  ${type} ${content}  ${slug}  ${oneLine(takedown.assignee ?? '-')}`,
    );
  if (rows.length === 0) terminal.print('There are no takedowns');
}
