import { call, type Endpoint } from '../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/error.ts';
import type { Scope } from '../api/operation.ts';
import { validate } from '../api/organization/account.ts';
import { serviceAddress } from '../api/service-address.ts';
import { effectiveEndpoint } from './layer.ts';
import type { ServiceProblem } from './service-problem.ts';
import type { SettingsStore } from './store.ts';
import { SettingManaged, SettingsError } from './stored.ts';

/** The service a person wants to use; null means "as the brand says". */
export type ServiceChoice = { readonly serviceUrl: string | null; readonly apiKey: string | null };
export type ServiceChoiceResult = {
  readonly stored: boolean;
  /** Name of the organization the key belongs to. */
  readonly organization?: string;
  /** Why nothing was stored. */
  readonly problem?: ServiceProblem;
};

/** To check sites and addresses, and to send reports and disputes. */
const NEEDED: readonly Scope[] = ['protect', 'report'];

/**
 * Asks the service whether this address and key work, and stores them only then. A key that can do more than the
 * extension needs is refused: a browser is no safe place for it. Taking both choices back needs no
 * answer, since it stores nothing new and must be possible while a service is down.
 */
export async function chooseService(store: SettingsStore, choice: ServiceChoice): Promise<ServiceChoiceResult> {
  try {
    return await choose(store, choice);
  } catch (error) {
    if (error instanceof SettingManaged) return refused('managed', error.manager);
    if (error instanceof SettingsError) return refused('keyForm');
    throw error;
  }
}

async function choose(store: SettingsStore, choice: ServiceChoice): Promise<ServiceChoiceResult> {
  const address = choice.serviceUrl === null ? null : serviceAddress(choice.serviceUrl);
  if (address && 'problem' in address) return refused('address');
  const apiKey = choice.apiKey?.trim() || null;
  const inForce = await store.effective();
  // A person's key for an address that a policy sets is kept with that address, so that it goes to no other.
  const governed = inForce.serviceUrl.origin === 'policy' && apiKey !== null ? inForce.serviceUrl.value : null;
  const changes = { serviceUrl: address?.baseUrl ?? governed, apiKey };
  if (changes.serviceUrl === null && apiKey === null) {
    await store.write(changes);
    return { stored: true };
  }
  await store.refuseLocked(changes);
  const endpoint = effectiveEndpoint(await store.preview(changes));
  if (!endpoint) return refused('otherAddress');
  const answer = await validated(endpoint);
  if (!answer.stored) return answer;
  await store.write(changes);
  return answer;
}

async function validated(endpoint: Endpoint): Promise<ServiceChoiceResult> {
  const { baseUrl } = endpoint;
  try {
    const answer = await call(endpoint, validate, {});
    if (answer.status !== 200) return refused('error', String(answer.status), baseUrl);
    if (answer.data.kind === 'user') return refused('person');
    const scopes: readonly string[] = answer.data.scopes;
    const more = scopes.filter((scope) => !NEEDED.some((needed) => needed === scope));
    if (more.length > 0) return refused('more', more.join(', '));
    const missing = NEEDED.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) return refused('less', missing.join(', '));
    return { stored: true, ...(answer.data.organization ? { organization: answer.data.organization.name } : {}) };
  } catch (error) {
    if (error instanceof ServiceRefusal)
      return error.status === 401 || error.status === 403
        ? refused('refused')
        : refused('error', String(error.status), baseUrl);
    if (error instanceof ServiceUnreachable) return refused(error.kind, '', baseUrl);
    throw error;
  }
}

const refused = (kind: ServiceProblem['kind'], detail = '', address = ''): ServiceChoiceResult => ({
  stored: false,
  problem: { kind, detail, address },
});
