import type { Operation, RequestOf, ResponseOf } from '../../../../api/operation.ts';
import { type OrganizationRecord, userOrg } from '../../../../api/organization/organization.ts';
import type { Caller } from '../../../access/api-key.ts';
import { brandColourOf } from '../../../feature/organization/brand-colour.ts';
import { Failure } from '../../../http/failure.ts';
import type { Service } from '../../../service.ts';
import type { Answer, Gate, Visit } from '../../gate.ts';
import { noticePage, ORGANIZATIONS } from '../../page.ts';
import { type DeskRole, mayManage } from '../../person.ts';
import { failurePage } from '../frame/failure-page.ts';
import type { OrganizationPlace } from '../frame/organization-page.ts';
import { callerAtDesk } from './caller.ts';
import { manageRefusal } from './manage.ts';
import { callOperation } from './operation-call.ts';

/** A request of somebody who is signed in, with the operations of the interface. */
export type OperationVisit = Visit & {
  readonly service: Service;
  readonly caller: Caller;
  /** Carries out an operation for the person. @throws Failure as over HTTP */
  readonly call: <const O extends Operation>(operation: O, request: RequestOf<O>) => Promise<ResponseOf<O>>;
};

/** A request about one organization, which the person reaches. */
export type OrganizationVisit = OperationVisit & OrganizationPlace;

/** A request of somebody who is signed in, as one that can carry out operations. */
export async function operationVisit(gate: Gate, visit: Visit): Promise<OperationVisit> {
  const { service } = gate;
  const caller = await callerAtDesk(visit.database, visit.person);
  return {
    ...visit,
    service,
    caller,
    call: (operation, request) => callOperation(gate, visit, caller, operation, request),
  };
}

/** A page below the path of an organization. @param path begins with a slash, or is empty */
export function organizationGet(gate: Gate, path: string, answer: (visit: OrganizationVisit) => Promise<Answer>): void {
  gate.get(pathOf(path), (visit) => within(gate, visit, answer));
}

/** A form below the path of an organization, for whoever has the role; what an admin changes takes a key that may change it. */
export function organizationPost(
  gate: Gate,
  path: string,
  role: DeskRole,
  answer: (visit: OrganizationVisit, form: URLSearchParams) => Promise<Answer>,
): void {
  gate.post(pathOf(path), role, (visit, form) =>
    within(gate, visit, async (inner) => {
      if (role === 'admin' && !mayManage(visit.person)) throw manageRefusal(visit.person);
      return answer(inner, form);
    }),
  );
}

const pathOf = (path: string): string => `${ORGANIZATIONS}/:organization{[a-z0-9][a-z0-9-]*}${path}`;

/** One that the person does not reach, one that is inactive and one that does not exist are answered alike. */
async function within(
  gate: Gate,
  visit: Visit,
  answer: (visit: OrganizationVisit) => Promise<Answer>,
): Promise<Answer> {
  const slug = visit.context.req.param('organization') ?? '';
  const outer = await operationVisit(gate, visit);
  let organization: OrganizationRecord;
  try {
    organization = await outer.call(userOrg, { params: { slug } });
  } catch (error) {
    if (error instanceof Failure) return missing(visit);
    throw error;
  }
  const colour = await brandColourOf(visit.database, organization.id);
  const frame = { ...outer.frame, colour };
  const inner = { ...outer, frame, organization, root: `${ORGANIZATIONS}/${slug}` };
  try {
    return await answer(inner);
  } catch (error) {
    if (error instanceof Failure) return failurePage(inner, error);
    throw error;
  }
}

const missing = ({ frame }: Visit): Answer => ({
  page: noticePage(frame, frame.words.t('desk.organization.missing'), frame.words.t('desk.organization.missingHint')),
  status: 404,
});
