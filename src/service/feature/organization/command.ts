import { asc } from 'drizzle-orm';
import { type Command, CommandError, positionals, textOption } from '../../command/command.ts';
import { organizations } from '../../database/schema/organization/organization.ts';

/** Paths of the service itself, which no portal may take. */
const RESERVED = ['api', 'lists', 'healthz', 'readyz', 'metrics', 'desk'];

export const organizationsCommand: Command = {
  name: 'organizations',
  synopsis: 'create|list [SLUG] [--name TEXT]',
  summary: 'Make and list organizations',
  options: { name: { type: 'string' } },
  help: ['--name TEXT    its name (default: its slug)'],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async ({ database, terminal }, words) => {
    const [verb, ...rest] = words.positionals;
    if (verb === 'create') {
      const [slug] = positionals({ ...words, positionals: rest }, 'SLUG');
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
      return terminal.print(`Organization ${made[0]!.id}, ${slug}`);
    }
    if (verb !== 'list') throw new CommandError(`Expected create or list, got ${verb ?? 'nothing'}`);
    positionals({ ...words, positionals: rest });
    const rows = await database.select().from(organizations).orderBy(asc(organizations.id));
    for (const { id, slug, name, subscriptionStatus } of rows)
      terminal.print(`${id}  ${slug}  ${subscriptionStatus}  ${name}`);
    if (rows.length === 0) terminal.print('There are no organizations');
  },
};
