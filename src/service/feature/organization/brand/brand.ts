import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { BRAND_TYPES, type Brand } from '../../../../api/organization/brand.ts';
import type { Database } from '../../../database/database.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { brands, organizations } from '../../../database/schema/organization.ts';

/** The brands of an organization by name, each with the documents and trademarks that count for it. */
export async function readBrands(database: Database, organizationId: number): Promise<Brand[]> {
  const rows = await database
    .select()
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.organizationId))
    .where(eq(brands.organizationId, organizationId))
    .orderBy(asc(brands.name), asc(brands.id));
  return rows.map(
    ({
      brands: { organizationId: _, createdAt: _created, updatedAt: _updated, ...brand },
      organizations: organization,
    }) => ({
      ...brand,
      legalDocuments: documentsOf(brand.useOrganizationDocs ? organization : null),
      trademarkRegistrations: brand.useOrganizationDocs ? organization.trademarks : [],
    }),
  );
}

type Documents = Pick<typeof organizations.$inferSelect, 'letterOfAuthorization' | 'powerOfAttorney'>;

/** The documents of an organization or brand, with those that are missing. */
export function documentsOf(documents: Documents | null): Brand['legalDocuments'] {
  const documentOf = (kind: keyof Documents) => {
    const { fileName, fileUrl } = documents?.[kind] ?? { fileName: null, fileUrl: null };
    return { present: fileName !== null, fileName, fileUrl };
  };
  return { letterOfAuthorization: documentOf('letterOfAuthorization'), powerOfAttorney: documentOf('powerOfAttorney') };
}

/** The slugs under which an organization has no brand; all of them without an organization. */
export async function unknownBrands(
  database: Database,
  organizationId: number | null,
  slugs: readonly string[],
): Promise<string[]> {
  const named = [...new Set(slugs)];
  if (named.length === 0 || organizationId === null) return named;
  const rows = await database
    .select({ slug: brands.slug })
    .from(brands)
    .where(and(eq(brands.organizationId, organizationId), inArray(brands.slug, named)));
  const known = new Set(rows.map(({ slug }) => slug));
  return named.filter((slug) => !known.has(slug));
}

const WRITTEN = /^#[0-9a-f]{6}$/i;

/** The first colour, `#rrggbb`, of the oldest brand that is no person; null where there is none. */
export async function brandColourOf(database: Database, organizationId: number): Promise<string | null> {
  const rows = await database
    .select({ colours: brands.brandColors })
    .from(brands)
    .where(and(eq(brands.organizationId, organizationId), ne(brands.type, 'INDIVIDUAL')))
    .orderBy(brands.id);
  return rows.flatMap(({ colours }) => colours).find((colour) => WRITTEN.test(colour)) ?? null;
}

type BrandOrder = Readonly<Partial<Record<'slug' | 'name' | 'type' | 'website' | 'handle' | 'avatar', string>>> &
  Readonly<Record<'terms' | 'notMeant' | 'tickers' | 'colors', readonly string[]>> & { readonly ownDocuments: boolean };

/** Makes a brand of an organization. @throws Refused for a slug, color or address that is none, and a slug that is taken */
export async function createBrand(transaction: Database, organizationId: number, order: BrandOrder): Promise<void> {
  const { slug = '', name, type, handle, terms, notMeant, tickers, colors, ownDocuments } = order;
  if (!/^[a-z0-9][a-z0-9-]{0,254}$/.test(slug)) throw new Refused(issue('brandSlug', {}, 'slug'));
  const wrong = colors.find((color) => !/^#[0-9a-f]{6}$/i.test(color));
  if (wrong !== undefined) throw new Refused(issue('color', { color: wrong }, 'colors'));
  const included = terms.map((term) => term.toLowerCase());
  const made = await transaction
    .insert(brands)
    .values({
      ...{ organizationId, slug, name: name || slug, type: BRAND_TYPES.find((one) => one === type) },
      includedTerms: included.length > 0 ? included : [slug],
      excludedTerms: notMeant.map((term) => term.toLowerCase()),
      tickers: [...tickers],
      brandColors: colors.map((color) => color.toLowerCase()),
      websiteUrl: webAddress(order, 'website'),
      avatarUrl: webAddress(order, 'avatar'),
      twitterHandle: handle?.replace(/^@?(?=.)/, '@') || null,
      useOrganizationDocs: !ownDocuments,
    })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (made.length === 0) throw new Refused(issue('brandTaken', { slug }, 'slug'));
}

function webAddress(order: BrandOrder, name: 'website' | 'avatar'): string | null {
  const text = order[name];
  if (!text) return null;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new Refused(issue('noWebAddress', {}, name));
  return new URL(text).href;
}

/** Removes a brand of an organization, if there is one. */
export async function removeBrand(transaction: Database, organizationId: number, slug: string): Promise<void> {
  await transaction.delete(brands).where(and(eq(brands.organizationId, organizationId), eq(brands.slug, slug)));
}
