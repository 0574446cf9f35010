import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import type { Scope } from '../../api/operation.ts';
import { validate } from '../../api/organization/account.ts';
import type { ServiceProblem } from './service-problem.ts';

/** The exact scopes of a key in a browser: everybody who has the browser can read the key. */
const SCOPES: readonly Scope[] = ['protect', 'report'];

/** Why a key is not used, or null and the name of its organization. */
export type KeyAnswer = { readonly problem: ServiceProblem | null; readonly organization?: string };

/** Asks the service about a key's scopes. Rejects only for errors that are not of the service or the connection. */
export async function askAboutKey(endpoint: Endpoint): Promise<KeyAnswer> {
  const { baseUrl } = endpoint;
  const problem = (kind: ServiceProblem['kind'], detail = '', address = ''): KeyAnswer => ({
    problem: { kind, detail, address },
  });
  try {
    const answer = await call(endpoint, validate, {});
    if (answer.status !== 200) return problem('error', String(answer.status), baseUrl);
    const { kind, organization } = answer.data;
    if (kind !== 'organization') return problem('person');
    const scopes: readonly string[] = answer.data.scopes;
    const more = scopes.filter((scope) => !SCOPES.some((needed) => needed === scope));
    if (more.length > 0) return problem('more', more.join(', '));
    const missing = SCOPES.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) return problem('less', missing.join(', '));
    return { problem: null, ...(organization ? { organization: organization.name } : {}) };
  } catch (error) {
    if (error instanceof ServiceRefusal)
      return error.status === 401 || error.status === 403
        ? problem('refused')
        : problem('error', String(error.status), baseUrl);
    if (error instanceof ServiceUnreachable) return problem(error.kind, '', baseUrl);
    throw error;
  }
}

/**
 * Why a key that nobody entered is not used. Never rejects.
 * @returns null if it is used; else words that follow "it", or `unreachable` if the service did not answer
 */
export async function keyFault(endpoint: Endpoint): Promise<string | null> {
  const problem = await askAboutKey(endpoint).then(
    (answer) => answer.problem,
    () => ({ kind: 'offline', detail: '' }),
  );
  switch (problem?.kind) {
    case undefined:
      return null;
    case 'person':
      return 'belongs to a person';
    case 'more':
      return `can do more than protect and report (${problem.detail})`;
    case 'less':
      return `lacks the scope ${problem.detail.replace(', ', ' and ')}`;
    case 'refused':
      return 'is not accepted by the service';
    default:
      return 'unreachable';
  }
}
