import { and, eq } from 'drizzle-orm';
import { BRAND_TYPES } from '../../../api/organization/brand.ts';
import { organizationIds } from '../../access/api-key.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  textOption,
  textOptions,
  type Words,
} from '../../command/command.ts';
import { brands } from '../../database/schema/organization/brand.ts';
import { readBrands } from './brand-record.ts';

export const brandsCommand: Command = {
  name: 'brands',
  synopsis: 'create|list|remove [SLUG] --organization SLUG [--name TEXT] [--term WORD]… [--exclude WORD]… …',
  summary: "Make, list and remove an organization's brands, which scans and detection look for",
  options: {
    organization: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    term: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    ticker: { type: 'string', multiple: true },
    color: { type: 'string', multiple: true },
    website: { type: 'string' },
    twitter: { type: 'string' },
    avatar: { type: 'string' },
    'own-documents': { type: 'boolean' },
  },
  help: [
    '--organization SLUG  whose brand it is',
    '--name TEXT    its name (default: its slug)',
    `--type TYPE    ${BRAND_TYPES.join(' (default) or ')}`,
    '--term WORD    a word that means the brand; give it once for each (default: the slug)',
    '--exclude WORD  a longer word that does not mean it',
    '--ticker TEXT, --color #RRGGBB  give them once for each',
    '--website URL, --twitter @HANDLE, --avatar URL',
    "--own-documents  the brand has documents and trademarks of its own, not the organization's",
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    const given = { ...words, positionals: rest };
    if (verb === 'create') return create(context, given);
    if (verb === 'list') return list(context, given);
    if (verb === 'remove') return remove(context, given);
    throw new CommandError(`Expected create, list or remove, got ${verb ?? 'nothing'}`);
  },
};

async function create({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [slug] = positionals(words, 'SLUG');
  if (!/^[a-z0-9][a-z0-9-]{0,254}$/.test(slug))
    throw new CommandError(`"${slug}" cannot be a slug: use lower-case letters, digits and hyphens`);
  const organizationId = await organizationOf(database, words);
  const terms = textOptions(words, 'term').map((term) => term.toLowerCase());
  const made = await database
    .insert(brands)
    .values({
      organizationId,
      slug,
      name: textOption(words, 'name') ?? slug,
      type: typeOf(words),
      includedTerms: terms.length > 0 ? terms : [slug],
      excludedTerms: textOptions(words, 'exclude').map((term) => term.toLowerCase()),
      tickers: textOptions(words, 'ticker'),
      brandColors: textOptions(words, 'color').map(color),
      websiteUrl: webAddress(words, 'website'),
      avatarUrl: webAddress(words, 'avatar'),
      twitterHandle: textOption(words, 'twitter')?.replace(/^@?/, '@') ?? null,
      useOrganizationDocs: words.values['own-documents'] !== true,
    })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (made.length === 0) throw new CommandError(`The organization has a brand ${slug} already`);
  terminal.print(`Brand ${made[0]!.id}, ${slug}`);
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const rows = await readBrands(database, await organizationOf(database, words));
  for (const { id, slug, name, includedTerms } of rows)
    terminal.print(`${id}  ${slug}  ${name}  ${includedTerms.join(', ')}`);
  if (rows.length === 0) terminal.print('The organization has no brands');
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const [slug] = positionals(words, 'SLUG');
  const organizationId = await organizationOf(database, words);
  const removed = await database
    .delete(brands)
    .where(and(eq(brands.organizationId, organizationId), eq(brands.slug, slug)))
    .returning({ id: brands.id });
  if (removed.length === 0) throw new CommandError(`The organization has no brand ${slug}`);
  terminal.print(`Brand ${slug} is removed`);
}

async function organizationOf(database: CommandContext['database'], words: Words): Promise<number> {
  const slug = textOption(words, 'organization');
  if (slug === undefined) throw new CommandError('Say whose brand: --organization SLUG');
  const [id] = await organizationIds(database, [slug]).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  return id!;
}

function typeOf(words: Words): (typeof BRAND_TYPES)[number] {
  const text = textOption(words, 'type') ?? 'ORGANIZATION';
  const type = BRAND_TYPES.find((known) => known === text);
  if (!type) throw new CommandError(`--type must be ${BRAND_TYPES.join(' or ')}, not "${text}"`);
  return type;
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
