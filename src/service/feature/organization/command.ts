import { Argument, Option } from 'commander';
import { asc } from 'drizzle-orm';
import type { CommandContext, CommandGroup } from '../../command/command.ts';
import { oneLine, textArgument, textOption, type Words } from '../../command/words.ts';
import { organizations } from '../../database/schema/organization.ts';
import { CONFIGURATION_COMMANDS } from '../organization-config/command.ts';
import { createOrganization } from '../organization-config/write.ts';

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
