import { Argument, Option } from 'commander';
import type { Command, CommandContext, CommandGroup } from '../command-line/command.ts';
import { CommandError, isGiven, textArgument, type Words } from '../command-line/words.ts';
import { republish } from '../publisher/publication.ts';
import { addKey, ensureKey, listKeys, retireKey, rotateKey } from '../publisher/signing.ts';

export const listKey: CommandGroup = {
  name: 'list-key',
  summary: 'Show the keys that sign the list, as a brand carries them, and change them',
  defaultCommand: 'list',
  commands: [
    { name: 'list', summary: 'Show the keys (also without this word)', reads: true, run: list },
    {
      name: 'add',
      summary: 'Make a key that waits; build extensions with it beside the old one',
      run: add,
    },
    {
      name: 'rotate',
      summary: 'Let the key that waits sign, once those extensions are out',
      options: [
        new Option('--now', 'rotate to a new key at once: extensions without it reject the list until updated'),
      ],
      run: rotate,
    },
    {
      name: 'retire',
      summary: 'End a key that signs no more; remove it from the brand too',
      arguments: [new Argument('<key>', 'the public key, as shown')],
      run: retire,
    },
  ],
};

async function list({ database, terminal }: CommandContext): Promise<void> {
  await ensureKey(database, null);
  for (const { publicKey, state, createdAt } of await listKeys(database))
    terminal.print([publicKey, state, createdAt.toISOString()].join('  '));
}

async function add({ database, terminal }: CommandContext): Promise<void> {
  terminal.print(`Key ${await addKey(database)} waits: add it to listPublicKeys of the brand`);
}

async function rotate({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const publicKey = await rotateKey(database, { now: isGiven(words, 'now') });
  publisher.notify();
  terminal.print(`Key ${publicKey} signs the list now`);
}

async function retire({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const publicKey = textArgument(words, 'key');
  await retireKey(database, publicKey);
  terminal.print(`Key ${publicKey} is retired: remove it from listPublicKeys of the brand`);
}

export const republishCommand: Command = {
  name: 'republish',
  summary: 'Publish the list under a later number, once a backup was brought back: clients take nothing earlier',
  wantsData: true,
  run: async ({ database, publisher, terminal }) => {
    if (!(await republish(database, Date.now())))
      throw new CommandError('Nothing is published yet: start the service first');
    publisher.notify();
    terminal.print('The list has a later number now: clients take it with their next poll');
  },
};
