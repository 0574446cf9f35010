import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { asc } from 'drizzle-orm';
import type { Command, CommandContext, CommandGroup } from '../../command-line/command.ts';
import {
  CommandError,
  isGiven,
  oneLine,
  textArgument,
  textArguments,
  textOption,
  type Words,
} from '../../command-line/words.ts';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema/organization.ts';
import {
  type Configuration,
  readAssignments,
  readConfiguration,
  readDocument,
  writeDocument,
} from './config/document.ts';
import { keyLines } from './config/key.ts';
import { createOrganization, type Written, writeConfiguration } from './config/write.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_SHOWN_LENGTH = 100;

const SLUG = new Argument('<slug>', 'its short name');
const DRY_RUN = new Option('--dry-run', 'say what would change, and change nothing');
const JSON_ANSWER = new Option('--json', 'say what changes, and the keys of new members, as JSON');
const KEY_NOTES = ['Keys:', ...keyLines().map((line) => `  ${line}`)];

/** Commands that show and change everything that is on record of an organization. */
const CONFIGURATION_COMMANDS: readonly Command[] = [
  {
    name: 'show',
    summary: 'Write the whole record of an organization, as apply reads it',
    arguments: [SLUG],
    options: [new Option('--json', 'as JSON (default: YAML)')],
    reads: true,
    run: show,
  },
  {
    name: 'set',
    summary: 'Change keys of the record of an organization',
    arguments: [
      SLUG,
      new Argument('<assignments...>', "KEY=VALUE, for example services.detection.active=false 'members=[]'"),
    ],
    options: [DRY_RUN, JSON_ANSWER],
    redactWord: (word) => word.replace(/=.*$/s, '=…'),
    notes: [...KEY_NOTES, '', 'null empties a key that may be empty. Lists are written as YAML: [URL, ADDRESS].'],
    run: set,
  },
  {
    name: 'apply',
    summary: 'Take over the record of an organization from a file, and make the organization where there is none',
    arguments: [new Argument('<file>', 'YAML or JSON, as show writes it; a key that it does not have stays as it is')],
    options: [DRY_RUN, JSON_ANSWER],
    notes: KEY_NOTES,
    run: apply,
  },
];

async function show({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  const record = await readConfiguration(database, slug);
  if (!record) throw new CommandError(`There is no organization ${slug}; "organizations list" has them all`);
  terminal.print(writeDocument(slug, record.values, isGiven(words, 'json') ? 'json' : 'yaml'));
}

async function set(context: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  const values = readAssignments(textArguments(words, 'assignments'));
  await write(context, words, slug, async (transaction) => ({
    isNew: false,
    ...(await writeConfiguration(transaction, slug, values)),
  }));
}

async function apply(context: CommandContext, words: Words): Promise<void> {
  const name = textArgument(words, 'file');
  const { slug, values } = readDocument(await contentOf(resolve(context.terminal.folder, name), name), name);
  await write(context, words, slug, (transaction) => takeOver(transaction, slug, values));
}

async function takeOver(transaction: Database, slug: string, values: Configuration): Promise<Written> {
  const isNew = (await readConfiguration(transaction, slug)) === null;
  if (isNew) await createOrganization(transaction, slug, typeof values.name === 'string' ? values.name : slug);
  return { isNew, ...(await writeConfiguration(transaction, slug, values)) };
}

async function contentOf(path: string, name: string): Promise<string> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new CommandError(`${name} is larger than ${MAX_BYTES} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (error instanceof TypeError) throw new CommandError(`${name} is not text in UTF-8`);
    throw new CommandError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

/** Thrown to roll back a dry run. */
class DryRun extends Error {}

async function write(
  { database, terminal }: CommandContext,
  words: Words,
  slug: string,
  work: (transaction: Database) => Promise<Written>,
): Promise<void> {
  const isDry = isGiven(words, 'dry-run');
  let written: Written | undefined;
  try {
    await database.transaction(async (transaction) => {
      written = await work(transaction);
      if (isDry) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const { isNew, changes, memberKeys: made } = written!;
  const memberKeys = isDry ? [] : made;
  if (isGiven(words, 'json')) return terminal.print(JSON.stringify({ slug, isNew, changes, memberKeys }, null, 2));
  if (isNew) terminal.print(isDry ? `Organization ${slug} would be made` : `Organization ${slug} is made`);
  for (const { key, from, to } of changes) terminal.print(`${key}: ${shown(from)} → ${shown(to)}`);
  if (changes.length === 0 && !isNew) terminal.print(`Nothing changes: ${slug} is like that already`);
  if (isDry) return terminal.print('Nothing was changed (--dry-run)');
  if (memberKeys.length > 0)
    terminal.progress.write(
      'Hand each of these people their key: nobody else has it, and it cannot be shown again. It opens the interface; "desk role NUMBER viewer" lets them sign in at /desk with it too.\n',
    );
  for (const { id, email, key } of memberKeys) terminal.print(`${id}  ${email}  ${key}`);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

export const organizationsCommand: CommandGroup = {
  name: 'organizations',
  summary: 'Make, list and configure organizations',
  commands: [
    {
      name: 'create',
      summary: 'Make an organization',
      arguments: [new Argument('<slug>', 'its short name, as in the address of its portal')],
      options: [new Option('--name <text>', 'its name (default: its slug)')],
      run: create,
    },
    { name: 'list', summary: 'List all organizations', reads: true, run: list },
    ...CONFIGURATION_COMMANDS,
  ],
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  const id = await createOrganization(database, slug, textOption(words, 'name') ?? slug);
  terminal.print(`Organization ${id}, ${slug}`);
}

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = await database.select().from(organizations).orderBy(asc(organizations.id));
  for (const { id, slug, name, subscriptionStatus } of rows)
    terminal.print(`${id}  ${slug}  ${subscriptionStatus}  ${oneLine(name)}`);
  if (rows.length === 0) terminal.print('There are no organizations');
}
