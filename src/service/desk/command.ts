import { and, eq, isNull } from 'drizzle-orm';
import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  type Words,
  wholeNumber,
} from '../command/command.ts';
import { oneLine } from '../command/line.ts';
import { apiKeys, DESK_ROLES } from '../database/schema/organization/api-key.ts';
import { endSessions, openSessions } from './session/session.ts';

const MOST_KEYS = 2_147_483_647;

export const desk: Command = {
  name: 'desk',
  synopsis: 'role KEY viewer|reviewer|admin|none [--everything]|sessions|end SESSION',
  summary: 'Say who may do what at the reviewers’ desk, and end sessions there',
  options: { everything: { type: 'boolean' } },
  help: [
    'role KEY ROLE  what the person of a user key may do: a viewer reads, a reviewer decides, an admin also answers',
    '               escalations and ends sessions; none ends the key’s sessions',
    '--everything   the person also sees what belongs to other organizations than those of the key, and to none',
    'sessions       who is signed in',
    'end SESSION    sign somebody out',
  ],
  reads: ({ positionals: [verb] }) => verb === 'sessions',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    const given = { ...words, positionals: rest };
    if (verb === 'role') return role(context, given);
    if (verb === 'sessions') return sessions(context, given);
    if (verb === 'end') return end(context, given);
    throw new CommandError(`Expected role, sessions or end, got ${verb ?? 'nothing'}`);
  },
};

async function role({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [number, word] = positionals(words, 'KEY', DESK_ROLES.join('|'));
  const id = wholeNumber(number, 'KEY', MOST_KEYS);
  const deskRole = word === 'none' ? null : DESK_ROLES.find((known) => known === word);
  if (deskRole === undefined) throw new CommandError(`Expected ${DESK_ROLES.join(', ')} or none, got ${word}`);
  const [key] = await database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  if (!key) throw new CommandError(`There is no valid key ${id}`);
  if (key.userId === null)
    throw new CommandError(`Key ${id} is no person's: make one with keys create --kind user --email ADDRESS`);
  const isWholeDesk = deskRole !== null && words.values.everything === true;
  await database.update(apiKeys).set({ deskRole, isWholeDesk }).where(eq(apiKeys.id, id));
  terminal.print(deskRole === null ? `Key ${id} opens no desk` : `Key ${id} signs in at /desk as ${deskRole}`);
}

async function sessions({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const open = await openSessions(database, Date.now(), undefined);
  for (const { id, email, role: as, createdAt, seenAt, userAgent } of open)
    terminal.print(
      `${id}  ${email}  ${as}  since ${createdAt.toISOString()}  used ${seenAt.toISOString()}  ${oneLine(userAgent ?? '-')}`,
    );
  if (open.length === 0) terminal.print('Nobody is signed in');
}

async function end({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [number] = positionals(words, 'SESSION');
  const id = wholeNumber(number, 'SESSION');
  const ended = await endSessions(database, [id], Date.now());
  if (ended.length === 0) throw new CommandError(`There is no open session ${id}`);
  terminal.print(`Session ${id} has ended`);
}
