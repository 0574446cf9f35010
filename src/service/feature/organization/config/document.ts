import { eq } from 'drizzle-orm';
import { parse, stringify, YAMLParseError } from 'yaml';
import type * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { COLUMN_KEYS, KEYS, nested } from './key.ts';
import { readMembers } from './member.ts';

export type Configuration = Readonly<Record<string, unknown>>;

/** @param problem in English, which the record is written in */
const refused = (problem: string): Refused => new Refused(issue('record', { problem }, 'record'));

/** Reads the record of an organization as YAML or JSON, which is YAML. @throws Refused with what is wrong in it */
export function readDocument(source: string, name: string): { readonly slug: string; readonly values: Configuration } {
  const document = readYaml(source, `${name} is neither YAML nor JSON`);
  if (!isMap(document)) throw refused(`${name} must hold the record of one organization`);
  const { slug, ...rest } = document;
  if (typeof slug !== 'string') throw refused(`${name} must name the organization: slug`);
  return { slug, values: validated(Object.fromEntries(flat(rest, ''))) };
}

/** Writes a record as {@link readDocument} reads it: every key, in the order of the table. */
export const writeDocument = (slug: string, values: Configuration): string =>
  stringify(nested([['slug', slug], ...Object.keys(KEYS).map((key) => [key, values[key]] as const)])).trimEnd();

type Mapping = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of a document with their values: what is no key may hold keys. */
function flat(document: Mapping, before: string): [string, unknown][] {
  return Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
    const key = `${before}${name}`;
    if (Object.hasOwn(KEYS, key)) return [[key, value]];
    if (!Object.keys(KEYS).some((known) => known.startsWith(`${key}.`))) throw unknownKey(key);
    if (!isMap(value))
      throw refused(`${key} must hold keys such as ${Object.keys(KEYS).find((known) => known.startsWith(`${key}.`))}`);
    return flat(value, `${key}.`);
  });
}

const unknownKey = (key: string): Refused => refused(`There is no key ${key}`);

function readYaml(text: string, problem: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    // An alias is refused as a ReferenceError.
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    throw refused(`${problem}: ${error.message.trimEnd()}`);
  }
}

function validated(values: Configuration): Configuration {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const { schema, form } = KEYS[key]!;
      const result = schema.safeParse(value);
      if (!result.success) throw refused(`${placeOf(key, result.error)}${key} must be ${form}`);
      return [key, result.data];
    }),
  );
}

/** Which part of a value is wrong, where it has parts: `trademarkRegistrations[1].brandName is wrong: `. */
function placeOf(key: string, { issues }: z.core.$ZodError): string {
  const path = issues[0]?.path ?? [];
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return path.length === 0 ? '' : `${key}${place.join('')} is wrong: `;
}

type Row = typeof organizations.$inferSelect;

/** The whole configuration of an organization, every key; null where there is no organization of this slug. */
export async function readConfiguration(
  database: Database,
  slug: string,
): Promise<{ readonly id: number; readonly trademarks: Row['trademarks']; readonly values: Configuration } | null> {
  const [row] = await database.select().from(organizations).where(eq(organizations.slug, slug));
  if (!row) return null;
  const { id, trademarks } = row;
  const values = {
    ...Object.fromEntries(Object.entries(COLUMN_KEYS).map(([key, { column }]) => [key, row[column]])),
    trademarkRegistrations: trademarks.map(({ id: _, ...registration }) => registration),
    members: await readMembers(database, id),
  };
  return { id, trademarks, values };
}
