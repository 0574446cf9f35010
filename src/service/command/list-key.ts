import { addKey, ensureKey, KeyRefused, listKeys, retireKey, rotateKey } from '../publisher/signing/key.ts';
import { type Command, type CommandContext, CommandError, positionals, type Words } from './command.ts';

export const listKey: Command = {
  name: 'list-key',
  synopsis: '[add|rotate|retire KEY] [--now]',
  summary: 'Show the keys that sign the list, as a brand carries them, and change them',
  options: { now: { type: 'boolean' } },
  help: [
    'add            makes a key that waits; build extensions with it beside the old one',
    'rotate         lets the key that waits sign, once those extensions are out',
    'retire KEY     ends a key that signs no more; remove it from the brand too',
    '--now          rotate to a new key at once: extensions without it reject the list until updated',
  ],
  reads: ({ positionals: [verb] }) => verb === undefined,
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    try {
      await carryOut(context, verb, { ...words, positionals: rest });
    } catch (error) {
      if (error instanceof KeyRefused) throw new CommandError(error.message);
      throw error;
    }
  },
};

async function carryOut({ database, publisher, terminal }: CommandContext, verb: string | undefined, words: Words) {
  const now = words.values.now === true;
  if (now && verb !== 'rotate') throw new CommandError('--now belongs to rotate');
  if (verb === undefined) {
    await ensureKey(database, null);
    for (const { publicKey, state, createdAt } of await listKeys(database))
      terminal.print([publicKey, state, createdAt.toISOString()].join('  '));
    return;
  }
  if (verb === 'retire') {
    const [publicKey] = positionals(words, 'KEY');
    await retireKey(database, publicKey);
    return terminal.print(`Key ${publicKey} is retired: remove it from listPublicKeys of the brand`);
  }
  positionals(words);
  if (verb === 'add')
    return terminal.print(`Key ${await addKey(database)} waits: add it to listPublicKeys of the brand`);
  if (verb !== 'rotate') throw new CommandError(`Expected add, rotate or retire, got ${verb}`);
  const publicKey = await rotateKey(database, { now });
  publisher.notify();
  terminal.print(`Key ${publicKey} signs the list now`);
}
