import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Brand } from '../../../../api/organization/brand.ts';
import type { Database } from '../../../database/database.ts';
import { brandLegalDocuments, brands, brandTrademarkRegistrations } from '../../../database/schema/index.ts';
import { legalDocuments, trademarkRegistrations } from '../../../database/schema/organization.ts';

type Document = Pick<typeof legalDocuments.$inferSelect, 'kind' | 'fileName' | 'fileUrl'>;

/** The brands of an organization by name, each with the documents and trademarks that count for it. */
export async function readBrands(database: Database, organizationId: number): Promise<Brand[]> {
  const rows = await database
    .select()
    .from(brands)
    .where(eq(brands.organizationId, organizationId))
    .orderBy(asc(brands.name), asc(brands.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const shared = await readDocuments(database, [organizationId]);
  const ownDocuments = await database
    .select()
    .from(brandLegalDocuments)
    .where(inArray(brandLegalDocuments.brandId, ids));
  const ownTrademarks = await database
    .select()
    .from(brandTrademarkRegistrations)
    .where(inArray(brandTrademarkRegistrations.brandId, ids))
    .orderBy(asc(brandTrademarkRegistrations.id));
  return rows.map(({ organizationId: _, createdAt: _created, updatedAt: _updated, ...brand }) => {
    const mine = (row: { readonly brandId: number }) => row.brandId === brand.id;
    return {
      ...brand,
      legalDocuments: documentsOf(brand.useOrganizationDocs ? shared.documents : ownDocuments.filter(mine)),
      trademarkRegistrations: brand.useOrganizationDocs
        ? shared.trademarks.map(({ organizationId: __, ...registration }) => registration)
        : ownTrademarks.filter(mine).map(({ brandId: _brand, ...registration }) => registration),
    };
  });
}

/** What is on file of organizations: their legal documents, and their trademarks by number. */
export const readDocuments = async (database: Database, organizationIds: number[]) => ({
  documents: await database
    .select()
    .from(legalDocuments)
    .where(inArray(legalDocuments.organizationId, organizationIds)),
  trademarks: await database
    .select()
    .from(trademarkRegistrations)
    .where(inArray(trademarkRegistrations.organizationId, organizationIds))
    .orderBy(asc(trademarkRegistrations.id)),
});

/** The documents of an organization or brand, with those that are missing. */
export function documentsOf(documents: readonly Document[]): Brand['legalDocuments'] {
  const documentOf = (kind: Document['kind']) => {
    const attached = documents.find((document) => document.kind === kind);
    return { present: !!attached, fileName: attached?.fileName ?? null, fileUrl: attached?.fileUrl ?? null };
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

/**
 * The colour in which an organization appears, `#rrggbb`: the first of the brand that it has had longest. Null where it has none; people
 * whom an organization protects are brands too, and do not count.
 */
export async function brandColourOf(database: Database, organizationId: number): Promise<string | null> {
  const rows = await database
    .select({ colours: brands.brandColors })
    .from(brands)
    .where(and(eq(brands.organizationId, organizationId), ne(brands.type, 'INDIVIDUAL')))
    .orderBy(brands.id);
  return rows.flatMap(({ colours }) => colours).find((colour) => WRITTEN.test(colour)) ?? null;
}
