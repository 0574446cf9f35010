import { Argument, Option } from 'commander';
import { asc } from 'drizzle-orm';
import type { CommandGroup } from '../command-line/command.ts';
import { oneLine, textArgument, textOption } from '../command-line/words.ts';
import { organizations } from '../database/schema/organization.ts';
import { createOrganization } from '../feature/organization/config/write.ts';

export const organizationsCommand: CommandGroup = {
  name: 'organizations',
  summary: 'Make and list organizations; the desk configures them',
  commands: [
    {
      name: 'create',
      summary: 'Make an organization',
      arguments: [new Argument('<slug>', 'its short name, as in the address of its portal')],
      options: [new Option('--name <text>', 'its name (default: its slug)')],
      run: async ({ database, terminal }, words) => {
        const slug = textArgument(words, 'slug');
        const id = await createOrganization(database, slug, textOption(words, 'name') ?? slug);
        terminal.print(`Organization ${id}, ${slug}`);
      },
    },
    {
      name: 'list',
      summary: 'List all organizations',
      reads: true,
      run: async ({ database, terminal }) => {
        const rows = await database.select().from(organizations).orderBy(asc(organizations.id));
        for (const { id, slug, name, subscriptionStatus } of rows)
          terminal.print(`${id}  ${slug}  ${subscriptionStatus}  ${oneLine(name)}`);
        if (rows.length === 0) terminal.print('There are no organizations');
      },
    },
  ],
};
