import { Argument, Option } from 'commander';
import type { Command, CommandGroup } from '../../../command-line/command.ts';
import { listableArgument, organizationOf, organizationOption } from '../../../command-line/subject.ts';
import { CommandError, oneLine, textOption } from '../../../command-line/words.ts';
import { ListingRefused } from '../../listing/decision.ts';
import { addOrganizationBlock, organizationBlocksOf, removeOrganizationBlock } from './block.ts';

const ofOrganization = () => organizationOption('whose people');
const content = () => new Argument('<content>', 'a site, a page, a wallet address or an account');

const blockOwn: Command = {
  name: 'block',
  summary: 'Block something for the people of the organization',
  arguments: [content()],
  options: [ofOrganization(), new Option('--reason <text>', 'why, as a person who is stopped reads it')],
  run: async (context, words) => {
    const { id, slug } = await organizationOf(context.database, words);
    const asset = listableArgument(words);
    const reason = textOption(words, 'reason') ?? null;
    await addOrganizationBlock(context.database, id, { asset, reason }).catch((error: unknown) => {
      throw error instanceof ListingRefused ? new CommandError(`Not blocked: ${error.message}`) : error;
    });
    context.terminal.print(`${asset.type} ${asset.content} is blocked for the people of ${slug} now`);
  },
};

const unblockOwn: Command = {
  name: 'unblock',
  summary: 'Block it for them no more',
  arguments: [content()],
  options: [ofOrganization()],
  run: async (context, words) => {
    const { id, slug } = await organizationOf(context.database, words);
    const asset = listableArgument(words);
    const named = `${asset.type} ${asset.content}`;
    const block = (await organizationBlocksOf(context.database, id)).find(
      (one) => one.type === asset.type && one.content === asset.content,
    );
    if (!block) throw new CommandError(`${slug} does not block ${named} for its own people`);
    await removeOrganizationBlock(context.database, id, block.assetId);
    context.terminal.print(`${named} is blocked for the people of ${slug} no more`);
  },
};

const listOwn: Command = {
  name: 'list',
  summary: 'What the organization blocks for its own people alone, newest first',
  options: [ofOrganization()],
  reads: true,
  run: async (context, words) => {
    const { id, slug } = await organizationOf(context.database, words);
    const blocks = await organizationBlocksOf(context.database, id);
    for (const { type, content: blocked, reason, createdAt } of blocks)
      context.terminal.print(`${createdAt}  ${type} ${blocked}  ${reason === null ? '-' : oneLine(reason)}`);
    if (blocks.length === 0) context.terminal.print(`${slug} blocks nothing for its own people alone`);
  },
};

export const ownList: CommandGroup = {
  name: 'own-list',
  summary: 'Block something for the people of one organization alone: only its builds have it',
  commands: [listOwn, blockOwn, unblockOwn],
};
