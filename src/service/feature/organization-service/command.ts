import { type Command, type CommandContext, CommandError, positionals, wholeNumber } from '../../command/command.ts';
import { decideRequest, waitingRequests } from './approval.ts';

export const approvals: Command = {
  name: 'approvals',
  synopsis: 'list|approve|decline [ID]',
  summary: 'Decide what organizations ask to have turned on (call serviceRequest)',
  options: {},
  help: [
    'list           requests that wait, the oldest first',
    'approve ID     turn the service on',
    'decline ID     leave it off',
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    if (verb === 'list') {
      positionals({ ...words, positionals: rest });
      return list(context);
    }
    if (verb !== 'approve' && verb !== 'decline')
      throw new CommandError(`Expected list, approve or decline, got ${verb ?? 'nothing'}`);
    const [number] = positionals({ ...words, positionals: rest }, 'ID');
    return decide(context, wholeNumber(number, 'ID', 2_147_483_647), verb === 'approve');
  },
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
