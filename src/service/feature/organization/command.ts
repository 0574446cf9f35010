import { Argument, Option } from 'commander';
import { asc } from 'drizzle-orm';
import type { CommandContext, CommandGroup } from '../../command/command.ts';
import { CommandError, textArgument, textOption, type Words } from '../../command/words.ts';
import { organizations } from '../../database/schema/organization/organization.ts';

/** Paths of the service itself, which no portal may take. */
const RESERVED = ['api', 'lists', 'healthz', 'readyz', 'metrics', 'desk'];

export const organizationsCommand: CommandGroup = {
  name: 'organizations',
  summary: 'Make and list organizations',
  commands: [
    {
      name: 'create',
      summary: 'Make an organization',
      arguments: [new Argument('<slug>', 'its short name, as in the address of its portal')],
      options: [new Option('--name <text>', 'its name (default: its slug)')],
      run: create,
    },
    { name: 'list', summary: 'List all organizations', reads: true, run: list },
  ],
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  if (!/^[a-z0-9][a-z0-9-]{0,254}$/.test(slug) || RESERVED.includes(slug))
    throw new CommandError(
      `"${slug}" cannot be a slug: use lower-case letters, digits and hyphens, and none of ${RESERVED.join(', ')}`,
    );
  const made = await database
    .insert(organizations)
    .values({ slug, name: textOption(words, 'name') ?? slug, subscriptionStatus: 'ACTIVE' })
    .onConflictDoNothing()
    .returning({ id: organizations.id });
  if (made.length === 0) throw new CommandError(`There is an organization ${slug} already`);
  terminal.print(`Organization ${made[0]!.id}, ${slug}`);
}

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = await database.select().from(organizations).orderBy(asc(organizations.id));
  for (const { id, slug, name, subscriptionStatus } of rows)
    terminal.print(`${id}  ${slug}  ${subscriptionStatus}  ${name}`);
  if (rows.length === 0) terminal.print('There are no organizations');
}
