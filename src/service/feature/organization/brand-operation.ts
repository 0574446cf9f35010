import { organizationBrands } from '../../../api/organization/brand.ts';
import { requiredOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { readBrands } from './brand-record.ts';

export const listBrands = implement(organizationBrands, async ({ caller, database, query }) => ({
  brands: await readBrands(database, requiredOrganization(caller, query.slug).id),
}));
