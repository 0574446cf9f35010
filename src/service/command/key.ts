import { Argument, Option } from 'commander';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { SCOPES, type Scope } from '../../api/operation.ts';
import type { CommandContext, CommandGroup } from '../command-line/command.ts';
import {
  CommandError,
  chosenOption,
  countOption,
  idArgument,
  isGiven,
  numberOption,
  repeatedOption,
  textOption,
  textOptions,
  type Words,
} from '../command-line/words.ts';
import { apiKeys, DESK_ROLES, hasEnded, IS_VALID } from '../database/schema/api-key.ts';
import { ensurePerson } from '../feature/user/person.ts';
import { createKey, listKeys, organizationIds, revokeKey } from '../http/access/api-key.ts';
import { rotateKey, successorOf } from '../http/access/key-rotation.ts';

const NO_ROLE = 'none';

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

export const keys: CommandGroup = {
  name: 'keys',
  summary: 'Make, list and end API keys',
  commands: [
    {
      name: 'create',
      summary: 'Make a key, which is shown once',
      options: [
        repeatedOption('--organization <slug>', 'an organization that the key reaches'),
        repeatedOption('--scope <scope>', `${SCOPES.join(', ')} (default: protect)`),
        new Option('--label <text>', 'what the key is for').default(''),
        new Option('--kind <kind>', 'whose key it is').choices(['organization', 'user']).default('organization'),
        new Option('--email <address>', 'whose key it is, for a user'),
        new Option('--name <text>', 'name of that user'),
        countOption('--expires <days>', 'end the key by itself after so many days', { max: 3_650 }),
        countOption('--rate-limit <n>', 'requests a minute of this key (default: as every key)', {
          max: 1_000_000_000,
        }),
      ],
      run: create,
    },
    { name: 'list', summary: 'List all keys', reads: true, run: list },
    {
      name: 'rotate',
      summary: 'Make the key that follows the one of a build, and hand it to the browsers that have that one',
      arguments: [new Argument('<id>', 'the number of the key that builds carry')],
      options: [new Option('--label <text>', 'what the new key is for (default: as the one before)')],
      run: rotate,
    },
    {
      name: 'role',
      summary: 'Say what the person of a user key may do at the desk',
      arguments: [
        new Argument('<id>', 'number of the key'),
        new Argument('<role>', 'what the person is').choices([...DESK_ROLES, NO_ROLE]),
      ],
      options: [
        new Option(
          '--everything',
          'the person also sees what belongs to other organizations and to none; as an admin, runs the service',
        ),
      ],
      notes: [
        'A viewer reads, a reviewer decides, an admin also answers escalations and ends sessions; none ends the key’s sessions.',
      ],
      run: role,
    },
    { name: 'revoke', summary: 'End a key at once', arguments: [new Argument('<id>', 'its number')], run: revoke },
  ],
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const kind = chosenOption(words, 'kind', ['organization', 'user']) ?? 'organization';
  const scopes = textOptions(words, 'scope').flatMap((text) => text.split(','));
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0)
    throw new CommandError(`--scope must be one of ${SCOPES.join(', ')}, not "${unknown.join(', ')}"`);
  const slugs = [...new Set(textOptions(words, 'organization'))];
  if (slugs.length === 0)
    throw new CommandError('Name the organization of the key with --organization SLUG: a key without one is refused');
  const reached = await organizationIds(database, slugs);
  const days = numberOption(words, 'expires');
  const { id, key } = await createKey(database, {
    kind,
    endsAt: days === undefined ? null : new Date(Date.now() + days * 86_400_000),
    scopes: scopes.length === 0 ? ['protect'] : [...new Set(scopes.filter(isScope))],
    label: textOption(words, 'label') ?? '',
    organizationIds: reached,
    userId: await personOf(database, kind, words),
    requestsPerMinute: numberOption(words, 'rate-limit') ?? null,
  });
  terminal.progress.write(`Key ${id}. Keep it: only its hash is stored, it cannot be shown again.\n`);
  terminal.print(key);
}

async function personOf(database: CommandContext['database'], kind: string, words: Words): Promise<number | null> {
  const email = textOption(words, 'email');
  if (email === undefined) return null;
  if (kind !== 'user') throw new CommandError('--email is for a key of the kind user');
  if (!z.email().safeParse(email).success) throw new CommandError(`--email must be an e-mail address, not "${email}"`);
  return ensurePerson(database, email, textOption(words, 'name') ?? null);
}

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = await listKeys(database);
  for (const { id, kind, scopes, slugs, label, createdAt, endsAt, successorId, requestsPerMinute } of rows)
    terminal.print(
      [
        id,
        kind,
        scopes.join(','),
        slugs.join(',') || '-',
        createdAt.toISOString(),
        requestsPerMinute === null ? '-' : `${requestsPerMinute}/min`,
        endsAt === null ? 'valid' : `${hasEnded({ endsAt }) ? 'ended' : 'valid until'} ${endsAt.toISOString()}`,
        successorId === null ? '-' : `followed by ${successorId}`,
        label,
      ].join('  '),
    );
  if (rows.length === 0) terminal.print('There are no keys');
}

async function rotate({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const before = idArgument(words);
  const { id, key } = await rotateKey(database, before, { label: textOption(words, 'label') ?? null });
  terminal.progress.write(
    `Key ${id} follows key ${before}: browsers take it with their next poll, if their build names the key of the list. Put it into the brand. Both are valid until "keys revoke ${before}".\n`,
  );
  terminal.print(key);
}

async function revoke({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  if (!(await revokeKey(database, id))) throw new CommandError(`There is no valid key ${id}`);
  const next = await successorOf(database, id);
  terminal.print(`Key ${id} is revoked${next ? `; builds that have it get key ${next.id}` : ''}`);
}

async function role({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const deskRole = chosenOption(words, 'role', DESK_ROLES) ?? null;
  const [key] = await database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), IS_VALID));
  if (!key) throw new CommandError(`There is no valid key ${id}`);
  if (key.userId === null)
    throw new CommandError(`Key ${id} is no person's: make one with keys create --kind user --email ADDRESS`);
  const isWholeDesk = deskRole !== null && isGiven(words, 'everything');
  await database.update(apiKeys).set({ deskRole, isWholeDesk }).where(eq(apiKeys.id, id));
  terminal.print(deskRole === null ? `Key ${id} opens no desk` : `Key ${id} signs in at /desk as ${deskRole}`);
}
