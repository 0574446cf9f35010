import { asc, eq, notInArray } from 'drizzle-orm';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES } from '../../../api/threat/takedown.ts';
import { type Asset, normalizeContent } from '../../../asset/index.ts';
import { organizationIds } from '../../access/api-key.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  textOption,
  type Words,
  wholeNumber,
} from '../../command/command.ts';
import { oneLine } from '../../command/line.ts';
import { assets } from '../../database/schema/asset.ts';
import { organizations } from '../../database/schema/organization/organization.ts';
import { takedowns } from '../../database/schema/threat/takedown.ts';
import { addTask, fileTakedown, moveTakedown, recordLiveness, TakedownRefused } from './work.ts';

const VERBS: Readonly<Record<string, (context: CommandContext, words: Words) => Promise<void>>> = {
  list,
  create,
  move,
  task,
};

export const takedownsCommand: Command = {
  name: 'takedowns',
  synopsis: 'list|create CONTENT|move ID STATUS|task ID TITLE [--organization SLUG]',
  summary: 'File takedowns, move them on and add steps to them',
  options: {
    organization: { type: 'string' },
    brand: { type: 'string' },
    assignee: { type: 'string' },
    automation: { type: 'boolean' },
    all: { type: 'boolean' },
  },
  help: [
    `move ID STATUS where STATUS is one of ${TAKEDOWN_STATUSES.join(', ')}`,
    '--organization SLUG  for whom it is filed',
    '--brand SLUG   which of its brands is imitated',
    '--assignee NAME  who works on it',
    '--automation   filed by automation, not by a person',
    '--all          list also what has ended',
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    const run = verb === undefined || !Object.hasOwn(VERBS, verb) ? undefined : VERBS[verb];
    if (!run) throw new CommandError(`Expected list, create, move or task, got ${verb ?? 'nothing'}`);
    try {
      await run(context, { ...words, positionals: rest });
    } catch (error) {
      if (error instanceof TakedownRefused) throw new CommandError(error.message);
      throw error;
    }
  },
};

export const livenessCommand: Command = {
  name: 'liveness',
  synopsis: `CONTENT ${LIVENESS_STATUSES.join('|')}`,
  summary: 'Write down whether an asset still answers',
  options: {},
  help: [],
  run: async ({ database, terminal }, words) => {
    const [content, word] = positionals(words, 'CONTENT', LIVENESS_STATUSES.join('|'));
    const status = LIVENESS_STATUSES.find((known) => known === word.toUpperCase());
    if (!status) throw new CommandError(`Expected ${LIVENESS_STATUSES.join(' or ')}, got ${word}`);
    const asset = assetOf(content);
    await recordLiveness(database, asset, status);
    terminal.print(`${asset.type} ${asset.content} is ${status}`);
  },
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [content] = positionals(words, 'CONTENT');
  const slug = textOption(words, 'organization');
  if (slug === undefined) throw new CommandError('Say for whom: --organization SLUG');
  const [organizationId] = await organizationIds(database, [slug]).catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  });
  const asset = assetOf(content);
  const id = await fileTakedown(database, {
    organizationId: organizationId!,
    asset,
    brandSlug: textOption(words, 'brand') ?? null,
    assignee: textOption(words, 'assignee') ?? null,
    automated: words.values.automation === true,
  });
  terminal.print(`Takedown ${id} of ${asset.type} ${asset.content} is TODO`);
}

async function move({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [number, word] = positionals(words, 'ID', 'STATUS');
  const status = TAKEDOWN_STATUSES.find((known) => known === word.toUpperCase());
  if (!status) throw new CommandError(`STATUS must be one of ${TAKEDOWN_STATUSES.join(', ')}, not "${word}"`);
  const id = wholeNumber(number, 'ID');
  await moveTakedown(database, id, status, textOption(words, 'assignee'));
  terminal.print(`Takedown ${id} is ${status}`);
}

async function task({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [number, title] = positionals(words, 'ID', 'TITLE');
  const id = await addTask(database, wholeNumber(number, 'ID'), title);
  terminal.print(`Task ${id} of takedown ${number} is TODO`);
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const isOpen = notInArray(takedowns.status, ['COMPLETED', 'CANCELLED']);
  const rows = await database
    .select({ takedown: takedowns, type: assets.type, content: assets.content, slug: organizations.slug })
    .from(takedowns)
    .innerJoin(assets, eq(assets.id, takedowns.assetId))
    .innerJoin(organizations, eq(organizations.id, takedowns.organizationId))
    .where(words.values.all === true ? undefined : isOpen)
    .orderBy(asc(takedowns.id));
  for (const { takedown, type, content, slug } of rows)
    terminal.print(
      `${takedown.id}  ${takedown.status}  ${takedown.createdAt.toISOString()}  ${type} ${content}  ${slug}  ${oneLine(takedown.assignee ?? '-')}`,
    );
  if (rows.length === 0) terminal.print('There are no takedowns');
}

function assetOf(content: string): Asset {
  const asset = normalizeContent(content);
  if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
  return asset;
}
