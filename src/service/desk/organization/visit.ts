import { asc } from 'drizzle-orm';
import type { Operation, RequestOf, ResponseOf, Scope } from '../../../api/operation.ts';
import { type OrganizationRecord, userOrg } from '../../../api/organization/organization.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { call } from '../../feature/operations.ts';
import { brandColourOf } from '../../feature/organization/brand/brand.ts';
import { readOrganizations } from '../../feature/organization/record.ts';
import type { Caller, ReachedOrganization } from '../../http/access/api-key.ts';
import { localCaller } from '../../http/access/api-key.ts';
import type { CallSource } from '../../http/call.ts';
import { Failure } from '../../http/failure.ts';
import { originOf } from '../../http/sender/client-address.ts';
import type { Service } from '../../http/service.ts';
import { type Answer, actorOf, type Gate, missing, type Visit } from '../gate.ts';
import { ORGANIZATIONS } from '../page.ts';
import { type DeskRole, hasRole, isOperator, mayManage, type Person } from '../person.ts';
import { failurePage, type OrganizationPlace } from './page.ts';

type OperationVisit = Visit & {
  readonly service: Service;
  readonly caller: Caller;
  /** Calls an operation for the person. @throws Failure as over HTTP */
  readonly call: <const O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    before?: CallSource['before'],
  ) => Promise<ResponseOf<O>>;
};

/** What an operation takes besides the organization: the fields of its body, else of its query. */
type FieldsOf<O extends Operation> = Omit<
  RequestOf<O> extends { readonly body: infer Body }
    ? Body
    : RequestOf<O> extends { readonly query: infer Query }
      ? Query
      : object,
  'slug'
>;

/** A request about one organization that the person can access. The audit log names it in all that is recorded. */
export type OrganizationVisit = OperationVisit &
  OrganizationPlace & {
    /** Calls an operation for this organization. @throws Failure as over HTTP */
    readonly ask: <const O extends Operation>(
      operation: O,
      fields: FieldsOf<O>,
      params?: Readonly<Record<string, unknown>>,
      before?: CallSource['before'],
    ) => Promise<ResponseOf<O>>;
  };

/** Adds the operations of the API to a request. */
export async function operationVisit(gate: Gate, visit: Visit): Promise<OperationVisit> {
  const { service } = gate;
  const { context, person } = visit;
  const caller = await callerAtDesk(visit.database, person);
  const source = {
    ...{ caller, actor: actorOf(person), requestId: context.get('requestId') ?? null, country: null },
    origin: originOf(context, service),
    sender: service.clientAddress(context),
  };
  return {
    ...visit,
    service,
    caller,
    call: (operation, request, before) => call(service, { ...source, before }, operation, request),
  };
}

/** Registers a page below the path of an organization. @param path begins with a slash, or is empty */
export function organizationGet(gate: Gate, path: string, answer: (visit: OrganizationVisit) => Promise<Answer>): void {
  gate.get(pathOf(path), (visit) => within(gate, visit, answer));
}

/** Registers a form below the path of an organization. With the role `admin`, the key must also have the scope `manage`. */
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

/** The answer is the same for an organization that the person cannot access, that is inactive, or that does not exist. */
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
    if (!(error instanceof Failure)) throw error;
    const inactive = isOperator(visit.person) ? outer.caller.organizations.find((one) => one.slug === slug) : undefined;
    const [record] = inactive ? await readOrganizations(visit.database, [inactive.id], undefined) : [];
    if (!record) return missing(visit, 'organization');
    organization = record;
  }
  const colour = await brandColourOf(visit.database, organization.id);
  const frame = { ...outer.frame, colour };
  const inner: OrganizationVisit = {
    ...{ ...outer, frame, organization, root: `${ORGANIZATIONS}/${slug}` },
    ask: (operation, fields, params, before) =>
      outer.call(operation, { params, [operation.body ? 'body' : 'query']: { slug, ...fields } } as never, before),
    record: (transaction, action, detail) => outer.record(transaction, action, { slug, ...detail }),
  };
  try {
    return await answer(inner);
  } catch (error) {
    if (error instanceof Failure) return failurePage(inner, error);
    throw error;
  }
}

const READING: readonly Scope[] = ['protect', 'report', 'read'];

/** The scopes with which somebody calls operations: a person reads, and changes if allowed to; an organization's key has its own scopes. */
function scopesOf(person: Person): readonly Scope[] {
  if (person.userId === null) return person.scopes;
  return mayManage(person) ? [...READING, 'manage'] : READING;
}

const callerAtDesk = async (database: Database, person: Person): Promise<Caller> =>
  localCaller({
    keyId: person.keyId,
    kind: person.userId === null ? 'organization' : 'user',
    scopes: scopesOf(person),
    organizations: await reachOf(database, person),
  });

async function reachOf(database: Database, person: Person): Promise<readonly ReachedOrganization[]> {
  if (!person.isWholeDesk) return person.organizations;
  const { id, slug, name } = organizations;
  return database.select({ id, slug, name }).from(organizations).orderBy(asc(organizations.id));
}

const manageRefusal = (person: Person): Failure =>
  new Failure(
    'FORBIDDEN',
    person.userId === null || hasRole(person, 'admin')
      ? issue('atDesk.keyLacksManage')
      : issue('atDesk.takesAdmin', { role: person.role }),
  );
