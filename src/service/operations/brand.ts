import { organizationBrands } from '../../api/brand.ts';
import { requiredOrganization } from '../access/reach.ts';
import { readBrands } from '../brands/record.ts';
import { implement } from '../http/implementation.ts';

export const listBrands = implement(organizationBrands, async ({ caller, database, query }) => ({
  brands: await readBrands(database, requiredOrganization(caller, query.slug).id),
}));
