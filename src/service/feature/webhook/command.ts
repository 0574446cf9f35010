import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  textOption,
  type Words,
  wholeNumber,
} from '../../command/command.ts';
import { announceTest } from './announcement.ts';
import { listDeliveries } from './queue.ts';
import { listWebhooks, removeWebhook } from './registration.ts';

const DEFAULT_LINES = 20;
const MOST_LINES = 1_000;

export const webhooksCommand: Command = {
  name: 'webhooks',
  synopsis: 'list|test|deliveries|remove [ID] [--limit N]',
  summary: 'List webhooks and what became of their deliveries; send a test; end one',
  options: { limit: { type: 'string' } },
  help: [
    'test ID        queues a debug.test, which a running service delivers',
    'deliveries [ID]  the newest deliveries with every attempt',
    `--limit N      how many deliveries (default: ${DEFAULT_LINES})`,
  ],
  reads: ({ positionals: [verb] }) => verb === 'list' || verb === 'deliveries',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    const verbs: Record<string, (context: CommandContext, words: Words) => Promise<void>> = {
      list,
      test,
      deliveries,
      remove,
    };
    const run = verb === undefined ? undefined : verbs[verb];
    if (!run) throw new CommandError(`Expected list, test, deliveries or remove, got ${verb ?? 'nothing'}`);
    await run(context, { ...words, positionals: rest });
  },
};

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const rows = await listWebhooks(database);
  for (const { id, slug, url, events } of rows)
    terminal.print(`${id}  ${slug}  ${url}  ${events.join(',') || 'paused'}`);
  if (rows.length === 0) terminal.print('There are no webhooks');
}

async function test({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = webhookId(words);
  const delivery = await announceTest(database, id);
  if (delivery === null) throw new CommandError(`There is no webhook ${id}`);
  terminal.print(`Delivery ${delivery} is queued; "webhooks deliveries ${id}" says what became of it`);
}

async function deliveries({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const limit = wholeNumber(textOption(words, 'limit') ?? String(DEFAULT_LINES), '--limit', MOST_LINES);
  const id = words.positionals.length === 0 ? null : webhookId(words);
  const rows = await listDeliveries(database, id, limit);
  for (const { id: delivery, webhookId: webhook, type, status, createdAt, nextAttemptAt, log } of rows) {
    const next = status === 'PENDING' ? `  next ${nextAttemptAt.toISOString()}` : '';
    terminal.print(`${delivery}  webhook ${webhook}  ${type}  ${status}  ${createdAt.toISOString()}${next}`);
    for (const { attemptedAt, status: answer, problem, milliseconds } of log)
      terminal.print(`    ${attemptedAt.toISOString()}  ${answer ?? problem}  ${milliseconds} ms`);
  }
  if (rows.length === 0) terminal.print('There are no deliveries');
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = webhookId(words);
  if (!(await removeWebhook(database, id))) throw new CommandError(`There is no webhook ${id}`);
  terminal.print(`Webhook ${id} is removed`);
}

function webhookId(words: Words): number {
  const [number] = positionals(words, 'ID');
  return wholeNumber(number, 'ID', 2_147_483_647);
}
