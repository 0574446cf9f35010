import { Argument, Option } from 'commander';
import { and, eq, isNull } from 'drizzle-orm';
import type { CommandContext, CommandGroup } from '../command-line/command.ts';
import {
  CommandError,
  choiceArgument,
  chosenArgument,
  idArgument,
  isGiven,
  numberArgument,
  oneLine,
  type Words,
} from '../command-line/words.ts';
import { apiKeys, DESK_ROLES } from '../database/schema/api-key.ts';
import { endSessions, openSessions } from './session/session.ts';

const NO_ROLE = 'none';

export const desk: CommandGroup = {
  name: 'desk',
  summary: 'Say who may do what at the reviewers’ desk, and end sessions there',
  commands: [
    {
      name: 'role',
      summary: 'Say what the person of a user key may do there',
      arguments: [
        new Argument('<key>', 'number of the key'),
        choiceArgument('role', 'what the person is', [...DESK_ROLES, NO_ROLE]),
      ],
      options: [
        new Option(
          '--everything',
          'the person also sees what belongs to other organizations than those of the key, and to none',
        ),
      ],
      notes: [
        'A viewer reads, a reviewer decides, an admin also answers escalations and ends sessions; none ends the key’s sessions.',
      ],
      run: role,
    },
    { name: 'sessions', summary: 'List who is signed in', reads: true, run: sessions },
    { name: 'end', summary: 'Sign somebody out', arguments: [new Argument('<session>', 'its number')], run: end },
  ],
};

async function role({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words, 'key');
  const chosen = chosenArgument(words, 'role', [...DESK_ROLES, NO_ROLE]);
  const deskRole = chosen === NO_ROLE ? null : chosen;
  const [key] = await database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  if (!key) throw new CommandError(`There is no valid key ${id}`);
  if (key.userId === null)
    throw new CommandError(`Key ${id} is no person's: make one with keys create --kind user --email ADDRESS`);
  const isWholeDesk = deskRole !== null && isGiven(words, 'everything');
  await database.update(apiKeys).set({ deskRole, isWholeDesk }).where(eq(apiKeys.id, id));
  terminal.print(deskRole === null ? `Key ${id} opens no desk` : `Key ${id} signs in at /desk as ${deskRole}`);
}

async function sessions({ database, terminal }: CommandContext): Promise<void> {
  const open = await openSessions(database, Date.now(), undefined);
  for (const { id, email, role: as, createdAt, seenAt, userAgent } of open)
    terminal.print(
      `${id}  ${email}  ${as}  since ${createdAt.toISOString()}  used ${seenAt.toISOString()}  ${oneLine(userAgent ?? '-')}`,
    );
  if (open.length === 0) terminal.print('Nobody is signed in');
}

async function end({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = numberArgument(words, 'session');
  const ended = await endSessions(database, [id], Date.now());
  if (ended.length === 0) throw new CommandError(`There is no open session ${id}`);
  terminal.print(`Session ${id} has ended`);
}
