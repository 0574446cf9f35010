import { Option } from 'commander';
import { normalizeContent } from '../../asset/index.ts';
import { listableAsset } from '../../asset/listing/refusal.ts';
import type { Asset } from '../../asset/type.ts';
import type { Database } from '../database/database.ts';
import { organizationIds } from '../http/access/api-key.ts';
import { CommandError, textArgument, textOption, type Words } from './words.ts';

/** The asset that the argument `content` names. @throws CommandError where it names none */
export const assetArgument = (words: Words): Asset => named(words, normalizeContent);

/** The same in the form in which it is listed. */
export const listableArgument = (words: Words): Asset => named(words, listableAsset);

function named(words: Words, read: (content: string) => Asset | null): Asset {
  const content = textArgument(words, 'content');
  const asset = read(content);
  if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
  return asset;
}

/** The option that names an organization. @param whose what it has to do with the command */
export const organizationOption = (whose: string): Option =>
  new Option('--organization <slug>', whose).makeOptionMandatory();

/** The organization that {@link organizationOption} names. @throws Refused where there is none */
export async function organizationOf(database: Database, words: Words) {
  const slug = textOption(words, 'organization') ?? '';
  const [id] = await organizationIds(database, [slug]);
  return { id: id!, slug };
}
