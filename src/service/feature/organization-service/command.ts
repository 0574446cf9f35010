import { Argument } from 'commander';
import type { CommandContext, CommandGroup } from '../../command/command.ts';
import { CommandError, numberArgument } from '../../command/words.ts';
import { decideRequest, waitingRequests } from './approval.ts';

const ID = new Argument('<id>', 'number of the request');
const MAX_ID = 2_147_483_647;

export const approvals: CommandGroup = {
  name: 'approvals',
  summary: 'Decide what organizations ask to have turned on (call serviceRequest)',
  commands: [
    { name: 'list', summary: 'List requests that wait, the oldest first', reads: true, run: list },
    {
      name: 'approve',
      summary: 'Turn the service on',
      arguments: [ID],
      run: (context, words) => decide(context, numberArgument(words, 'id', MAX_ID), true),
    },
    {
      name: 'decline',
      summary: 'Leave it off',
      arguments: [ID],
      run: (context, words) => decide(context, numberArgument(words, 'id', MAX_ID), false),
    },
  ],
};

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = await waitingRequests(database);
  for (const { id, slug, serviceName, requestedAt } of rows)
    terminal.print(`${id}  ${requestedAt.toISOString()}  ${slug}  ${serviceName}`);
  if (rows.length === 0) terminal.print('Nobody asks for a service');
}

async function decide({ database, terminal }: CommandContext, id: number, isGranted: boolean): Promise<void> {
  const decided = await decideRequest(database, id, isGranted);
  if (!decided) throw new CommandError(`There is no request ${id}; "approvals list" has those that wait`);
  terminal.print(`${decided.serviceName} of ${decided.slug}: ${isGranted ? 'on' : 'declined'}`);
}
