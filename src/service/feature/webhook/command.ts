import { Argument } from 'commander';
import type { CommandContext, CommandGroup } from '../../command-line/command.ts';
import { CommandError, countOption, idArgument, numberOption, type Words } from '../../command-line/words.ts';
import { announceTest } from '../../jobs/announcement.ts';
import { listDeliveries } from './delivery-log.ts';
import { listWebhooks, removeWebhook } from './registration.ts';

const DEFAULT_LINES = 20;
const MAX_LINES = 1_000;
const ID = new Argument('<id>', 'number of the webhook');

export const webhooksCommand: CommandGroup = {
  name: 'webhooks',
  summary: 'List webhooks and what became of their deliveries; send a test; end one',
  commands: [
    { name: 'list', summary: 'List all webhooks', reads: true, run: list },
    {
      name: 'test',
      summary: 'Queue a debug.test, which a running service delivers',
      arguments: [ID],
      run: test,
    },
    {
      name: 'deliveries',
      summary: 'The newest deliveries with every attempt',
      arguments: [new Argument('[id]', 'number of the webhook (default: all)')],
      options: [countOption('--limit <n>', 'how many', { default: DEFAULT_LINES, max: MAX_LINES })],
      reads: true,
      run: deliveries,
    },
    { name: 'remove', summary: 'End a webhook', arguments: [ID], run: remove },
  ],
};

async function list({ database, terminal }: CommandContext): Promise<void> {
  const rows = await listWebhooks(database);
  for (const { id, slug, url, events } of rows)
    terminal.print(`${id}  ${slug}  ${url}  ${events.join(',') || 'paused'}`);
  if (rows.length === 0) terminal.print('There are no webhooks');
}

async function test({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const delivery = await announceTest(database, id);
  if (delivery === null) throw new CommandError(`There is no webhook ${id}`);
  terminal.print(`Delivery ${delivery} is queued; "webhooks deliveries ${id}" says what became of it`);
}

async function deliveries({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const limit = numberOption(words, 'limit') ?? DEFAULT_LINES;
  const id = words.arguments.id === undefined ? null : idArgument(words);
  const rows = await listDeliveries(database, id, limit);
  for (const { id: delivery, webhookId: webhook, type, status, createdAt, nextAttemptAt, log } of rows) {
    const next = nextAttemptAt && status === 'PENDING' ? `  next ${nextAttemptAt.toISOString()}` : '';
    terminal.print(`${delivery}  webhook ${webhook}  ${type}  ${status}  ${createdAt.toISOString()}${next}`);
    for (const { attemptedAt, status: answer, problem, milliseconds } of log)
      terminal.print(`    ${attemptedAt.toISOString()}  ${answer ?? problem}  ${milliseconds} ms`);
  }
  if (rows.length === 0) terminal.print('There are no deliveries');
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  if (!(await removeWebhook(database, id))) throw new CommandError(`There is no webhook ${id}`);
  terminal.print(`Webhook ${id} is removed`);
}
