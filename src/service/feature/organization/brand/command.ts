import { Argument, Option } from 'commander';
import { and, eq } from 'drizzle-orm';
import { BRAND_TYPES } from '../../../../api/organization/brand.ts';
import type { CommandContext, CommandGroup } from '../../../command-line/command.ts';
import { organizationOf, organizationOption } from '../../../command-line/subject.ts';
import {
  CommandError,
  chosenOption,
  isGiven,
  repeatedOption,
  textArgument,
  textOption,
  textOptions,
  type Words,
} from '../../../command-line/words.ts';
import { brands } from '../../../database/schema/organization.ts';
import { readBrands } from './brand.ts';

const SLUG = new Argument('<slug>', 'short name of the brand: lower-case letters, digits and hyphens');
const ORGANIZATION = organizationOption('whose brand it is');

export const brandsCommand: CommandGroup = {
  name: 'brands',
  summary: "Make, list and remove an organization's brands, which scans and detection look for",
  commands: [
    {
      name: 'create',
      summary: 'Make a brand',
      arguments: [SLUG],
      options: [
        ORGANIZATION,
        new Option('--name <text>', 'its name (default: its slug)'),
        new Option('--type <type>', 'what it is').choices(BRAND_TYPES).default('ORGANIZATION'),
        repeatedOption('--term <word>', 'a word that means the brand (default: the slug)'),
        repeatedOption('--exclude <word>', 'a longer word that does not mean it'),
        repeatedOption('--ticker <text>', 'a ticker of its token'),
        repeatedOption('--color <color>', 'a color of it, like #1a2b3c; the portal and the desk wear the first'),
        new Option('--website <url>', 'its website'),
        new Option('--twitter <handle>', 'its handle at X'),
        new Option('--avatar <url>', 'its picture'),
        new Option('--own-documents', "it has documents and trademarks of its own, not the organization's"),
      ],
      run: create,
    },
    { name: 'list', summary: 'List the brands of an organization', options: [ORGANIZATION], reads: true, run: list },
    { name: 'remove', summary: 'Remove a brand', arguments: [SLUG], options: [ORGANIZATION], run: remove },
  ],
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  if (!/^[a-z0-9][a-z0-9-]{0,254}$/.test(slug))
    throw new CommandError(`"${slug}" cannot be a slug: use lower-case letters, digits and hyphens`);
  const { id: organizationId } = await organizationOf(database, words);
  const terms = textOptions(words, 'term').map((term) => term.toLowerCase());
  const made = await database
    .insert(brands)
    .values({
      organizationId,
      slug,
      name: textOption(words, 'name') ?? slug,
      type: chosenOption(words, 'type', BRAND_TYPES),
      includedTerms: terms.length > 0 ? terms : [slug],
      excludedTerms: textOptions(words, 'exclude').map((term) => term.toLowerCase()),
      tickers: textOptions(words, 'ticker'),
      brandColors: textOptions(words, 'color').map(color),
      websiteUrl: webAddress(words, 'website'),
      avatarUrl: webAddress(words, 'avatar'),
      twitterHandle: textOption(words, 'twitter')?.replace(/^@?/, '@') ?? null,
      useOrganizationDocs: !isGiven(words, 'own-documents'),
    })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (made.length === 0) throw new CommandError(`The organization has a brand ${slug} already`);
  terminal.print(`Brand ${made[0]!.id}, ${slug}`);
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const rows = await readBrands(database, (await organizationOf(database, words)).id);
  for (const { id, slug, name, includedTerms } of rows)
    terminal.print(`${id}  ${slug}  ${name}  ${includedTerms.join(', ')}`);
  if (rows.length === 0) terminal.print('The organization has no brands');
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const slug = textArgument(words, 'slug');
  const { id: organizationId } = await organizationOf(database, words);
  const removed = await database
    .delete(brands)
    .where(and(eq(brands.organizationId, organizationId), eq(brands.slug, slug)))
    .returning({ id: brands.id });
  if (removed.length === 0) throw new CommandError(`The organization has no brand ${slug}`);
  terminal.print(`Brand ${slug} is removed`);
}

function color(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new CommandError(`--color must be like #1a2b3c, not "${text}"`);
  return text.toLowerCase();
}

function webAddress(words: Words, name: string): string | null {
  const text = textOption(words, name);
  if (text === undefined) return null;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new CommandError(`--${name} must be a web address`);
  return new URL(text).href;
}
