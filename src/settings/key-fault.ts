import { call, type Endpoint } from '../api/client.ts';
import { ServiceRefusal } from '../api/error.ts';
import { validate } from '../api/organization/account.ts';

/** What a key that a build or a policy carries may do, no less and no more: everybody who has the browser can read it. */
const SCOPES = ['protect', 'report'];

/**
 * Asks the service what a key may do.
 * @returns null where it may do what a build needs and nothing else; why it is not used, in words that follow "it"; `unreachable` where nobody knows
 */
export async function keyFault(endpoint: Endpoint): Promise<string | null> {
  try {
    const answer = await call(endpoint, validate, {});
    if (answer.status !== 200) return 'unreachable';
    const { kind } = answer.data;
    const scopes: readonly string[] = answer.data.scopes;
    if (kind !== 'organization') return 'belongs to a person';
    const more = scopes.filter((scope) => !SCOPES.includes(scope));
    if (more.length > 0) return `can do more than protect and report (${more.join(', ')})`;
    const missing = SCOPES.filter((scope) => !scopes.includes(scope));
    return missing.length > 0 ? `lacks the scope ${missing.join(' and ')}` : null;
  } catch (error) {
    if (error instanceof ServiceRefusal && (error.status === 401 || error.status === 403))
      return 'is not accepted by the service';
    return 'unreachable';
  }
}
