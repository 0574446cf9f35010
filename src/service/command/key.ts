import * as z from 'zod/mini';
import { SCOPES, type Scope } from '../../api/operation.ts';
import { createKey, listKeys, organizationIds, revokeKey } from '../access/api-key.ts';
import { ensurePerson } from '../feature/user/person.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  textOption,
  textOptions,
  type Words,
  wholeNumber,
} from './command.ts';

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

export const keys: Command = {
  name: 'keys',
  synopsis:
    'create|list|revoke [ID] [--label TEXT] [--kind KIND] [--email ADDRESS] [--scope SCOPE]… --organization SLUG… [--rate-limit N]',
  summary: 'Make, list and end API keys',
  options: {
    label: { type: 'string' },
    kind: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    organization: { type: 'string', multiple: true },
    'rate-limit': { type: 'string' },
  },
  help: [
    '--label TEXT   what the key is for',
    '--kind KIND    organization (default) or user',
    '--email ADDRESS, --name TEXT  whose key it is, for a user',
    `--scope SCOPE  ${SCOPES.join(', ')}; give it once for each (default: protect)`,
    '--organization SLUG  an organization that the key reaches; give it once for each',
    '--rate-limit N  requests a minute of this key (default: as every key)',
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    if (verb === 'create') return create(context, { ...words, positionals: rest });
    if (verb === 'list') return list(context, { ...words, positionals: rest });
    if (verb === 'revoke') return revoke(context, { ...words, positionals: rest });
    throw new CommandError(`Expected create, list or revoke, got ${verb ?? 'nothing'}`);
  },
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const kind = textOption(words, 'kind') ?? 'organization';
  if (kind !== 'organization' && kind !== 'user')
    throw new CommandError(`--kind must be organization or user, not "${kind}"`);
  const scopes = textOptions(words, 'scope').flatMap((text) => text.split(','));
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0)
    throw new CommandError(`--scope must be one of ${SCOPES.join(', ')}, not "${unknown.join(', ')}"`);
  const slugs = [...new Set(textOptions(words, 'organization'))];
  if (slugs.length === 0)
    throw new CommandError('Name the organization of the key with --organization SLUG: a key without one is refused');
  const reached = await organizationIds(database, slugs).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  const limit = textOption(words, 'rate-limit');
  const { id, key } = await createKey(database, {
    kind,
    scopes: scopes.length === 0 ? ['protect'] : [...new Set(scopes.filter(isScope))],
    label: textOption(words, 'label') ?? '',
    organizationIds: reached,
    userId: await personOf(database, kind, words),
    requestsPerMinute: limit === undefined ? null : wholeNumber(limit, '--rate-limit', 1_000_000_000),
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

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const rows = await listKeys(database);
  for (const { id, kind, scopes, slugs, label, createdAt, revokedAt, requestsPerMinute } of rows)
    terminal.print(
      [
        id,
        kind,
        scopes.join(','),
        slugs.join(',') || '-',
        createdAt.toISOString(),
        requestsPerMinute === null ? '-' : `${requestsPerMinute}/min`,
        revokedAt ? `revoked ${revokedAt.toISOString()}` : 'valid',
        label,
      ].join('  '),
    );
  if (rows.length === 0) terminal.print('There are no keys');
}

async function revoke({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [number] = positionals(words, 'ID');
  const id = wholeNumber(number, 'ID', 2_147_483_647);
  if (!(await revokeKey(database, id))) throw new CommandError(`There is no valid key ${id}`);
  terminal.print(`Key ${id} is revoked`);
}
