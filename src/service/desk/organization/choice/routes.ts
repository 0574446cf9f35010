import { userOrgs } from '../../../../api/organization/organization.ts';
import type { Gate } from '../../gate.ts';
import { ORGANIZATIONS } from '../../page.ts';
import { operationVisit } from '../access/visit.ts';
import { addressed } from '../form/address.ts';
import { problemsOf } from '../frame/problem.ts';
import { choicePage } from './choice-page.ts';
import { organizationFilter } from './filter.ts';

/** The page on which a person chooses an organization. */
export function choiceRoutes(gate: Gate): void {
  gate.get(ORGANIZATIONS, async (visit) => {
    const address = addressed(visit);
    const { call } = await operationVisit(gate, visit);
    try {
      const { organizations } = await call(userOrgs, { body: organizationFilter(address) });
      return { page: choicePage(visit.frame, { address, organizations }) };
    } catch (error) {
      const problems = Object.values(problemsOf(error, [])).flat();
      return { page: choicePage(visit.frame, { address, organizations: [], problems }), status: 400 };
    }
  });
}
