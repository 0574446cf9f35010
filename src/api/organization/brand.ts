import * as z from 'zod/mini';
import { known, slug } from '../field.ts';
import { operation } from '../operation.ts';
import { legalDocuments, trademarkRegistration } from './organization.ts';

export const BRAND_TYPES = ['ORGANIZATION', 'INDIVIDUAL'] as const;

/** A brand. If `useOrganizationDocs` is true, its documents and trademarks are those of the organization. */
const brand = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  type: known(BRAND_TYPES),
  brandColors: z.array(z.string()),
  includedTerms: z.array(z.string()),
  excludedTerms: z.array(z.string()),
  tickers: z.array(z.string()),
  avatarUrl: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  twitterHandle: z.nullable(z.string()),
  useOrganizationDocs: z.boolean(),
  legalDocuments,
  trademarkRegistrations: z.array(trademarkRegistration),
});

export const organizationBrands = operation({
  id: 'organizationBrands',
  group: 'Organization brands',
  summary: 'Brands of an organization, with terms, tickers, documents and trademarks',
  method: 'GET',
  path: '/organization/brands',
  access: 'read',
  query: z.object({ slug }),
  response: z.object({ brands: z.array(brand) }),
});
export type Brand = z.infer<typeof brand>;
