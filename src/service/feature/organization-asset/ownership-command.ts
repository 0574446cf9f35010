import { Argument, Option } from 'commander';
import { normalizeContent } from '../../../asset/index.ts';
import { organizationIds } from '../../access/api-key.ts';
import type { Command, CommandContext, CommandGroup } from '../../command/command.ts';
import { CommandError, textArgument, textOption, type Words } from '../../command/words.ts';
import { registeredAsset, setProof } from './verification.ts';

const change = (name: 'confirm' | 'withdraw', summary: string): Command => ({
  name,
  summary,
  arguments: [new Argument('<content>', 'address of the asset')],
  options: [new Option('--organization <slug>', 'who registered it').makeOptionMandatory()],
  run: (context, words) => set(context, words, name === 'confirm'),
});

export const ownership: CommandGroup = {
  name: 'ownership',
  summary: "Say whether an asset that an organization registered is its own, and so the organization's to unblock",
  commands: [change('confirm', 'The asset is its own'), change('withdraw', 'The asset is only claimed')],
};

async function set({ database, terminal }: CommandContext, words: Words, isOwned: boolean): Promise<void> {
  const content = textArgument(words, 'content');
  const slug = textOption(words, 'organization') ?? '';
  const [organizationId] = await organizationIds(database, [slug]).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  const asset = normalizeContent(content);
  if (!asset) throw new CommandError(`${content} is no address of a site, wallet or account`);
  const assetId = await registeredAsset(database, organizationId!, asset);
  if (assetId === null) throw new CommandError(`${slug} has not registered ${asset.type} ${asset.content}`);
  await setProof(database, organizationId!, assetId, isOwned ? 'OPERATOR' : null);
  terminal.print(`${asset.type} ${asset.content} is ${isOwned ? 'owned' : 'only claimed'} by ${slug}`);
}
