import { normalizeContent } from '../../../asset/index.ts';
import { organizationIds } from '../../access/api-key.ts';
import { type Command, CommandError, positionals, textOption } from '../../command/command.ts';
import { registeredAsset, setProof } from './verification.ts';

export const ownership: Command = {
  name: 'ownership',
  synopsis: 'confirm|withdraw CONTENT --organization SLUG',
  summary: "Say whether an asset that an organization registered is its own, and so the organization's to unblock",
  options: { organization: { type: 'string' } },
  help: ['--organization SLUG  who registered it'],
  run: async ({ database, terminal }, words) => {
    const [verb, content] = positionals(words, 'confirm|withdraw', 'CONTENT');
    if (verb !== 'confirm' && verb !== 'withdraw') throw new CommandError(`Expected confirm or withdraw, got ${verb}`);
    const slug = textOption(words, 'organization');
    if (slug === undefined) throw new CommandError('Name the organization with --organization SLUG');
    const [organizationId] = await organizationIds(database, [slug]).catch((error: Error) => {
      throw new CommandError(error.message);
    });
    const asset = normalizeContent(content);
    if (!asset) throw new CommandError(`${content} is no address of a site, wallet or account`);
    const assetId = await registeredAsset(database, organizationId!, asset);
    if (assetId === null) throw new CommandError(`${slug} has not registered ${asset.type} ${asset.content}`);
    await setProof(database, organizationId!, assetId, verb === 'confirm' ? 'OPERATOR' : null);
    terminal.print(`${asset.type} ${asset.content} is ${verb === 'confirm' ? 'owned' : 'only claimed'} by ${slug}`);
  },
};
