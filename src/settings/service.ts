import { serviceAddress } from '../api/asset/address.ts';
import { call, type Endpoint } from '../api/client.ts';
import type { Scope } from '../api/operation.ts';
import { validate } from '../api/organization/account.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/service-error.ts';
import { effectiveEndpoint } from './layer.ts';
import type { SettingsStore } from './store.ts';
import { SettingsError } from './stored.ts';

/** The service a person wants to use; null means "as the brand says". */
export type ServiceChoice = { readonly serviceUrl: string | null; readonly apiKey: string | null };
export type ServiceChoiceResult = {
  readonly stored: boolean;
  /** Name of the organization the key belongs to. */
  readonly organization?: string;
  /** Why nothing was stored, in words. */
  readonly problem?: string;
};

const NEEDED: readonly { readonly scope: Scope; readonly use: string }[] = [
  { scope: 'protect', use: 'check sites and addresses' },
  { scope: 'report', use: 'send reports and disputes' },
];

/**
 * Asks the service whether this address and key work, and stores them only then. A key that can do more than the
 * extension needs is refused: a browser is no safe place for it. Taking both choices back needs no
 * answer, since it stores nothing new and must be possible while a service is down.
 */
export async function chooseService(store: SettingsStore, choice: ServiceChoice): Promise<ServiceChoiceResult> {
  try {
    return await choose(store, choice);
  } catch (error) {
    if (error instanceof SettingsError) return refused(error.message);
    throw error;
  }
}

async function choose(store: SettingsStore, choice: ServiceChoice): Promise<ServiceChoiceResult> {
  const address = choice.serviceUrl === null ? null : serviceAddress(choice.serviceUrl);
  if (address && 'problem' in address) return refused(`The address ${address.problem}.`);
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
  if (!endpoint) return refused('Enter a key of this service: keys belong to one address.');
  const answer = await validated(endpoint);
  if (!answer.stored) return answer;
  await store.write(changes);
  return answer;
}

async function validated(endpoint: Endpoint): Promise<ServiceChoiceResult> {
  try {
    const answer = await call(endpoint, validate, {});
    if (answer.status !== 200) return refused(`${endpoint.baseUrl} gave no answer about the key.`);
    if (answer.data.kind === 'user')
      return refused(
        'This is the key of a person, which can do more than the extension needs. Enter a key of your organization with the scopes protect and report.',
      );
    const scopes: readonly string[] = answer.data.scopes;
    const more = scopes.filter((scope) => !NEEDED.some((needed) => needed.scope === scope));
    if (more.length > 0)
      return refused(
        `This key can do more than the extension needs (${more.join(', ')}). Make a key with the scopes protect and report only, and enter that one.`,
      );
    const missing = NEEDED.filter(({ scope }) => !scopes.includes(scope));
    if (missing.length > 0)
      return refused(
        `The key lacks ${missing.map(({ scope, use }) => `the scope "${scope}" (to ${use})`).join(' and ')}. ` +
          'Ask whoever issued it for a key with the scopes protect and report.',
      );
    return { stored: true, ...(answer.data.organization ? { organization: answer.data.organization.name } : {}) };
  } catch (error) {
    return refused(reason(error, endpoint.baseUrl));
  }
}

function reason(error: unknown, baseUrl: string): string {
  if (error instanceof ServiceRefusal) {
    if (error.status === 401 || error.status === 403) return `The service does not accept this key: ${error.message}.`;
    return `${baseUrl} answered: ${error.message} (${error.status}).`;
  }
  if (!(error instanceof ServiceUnreachable)) throw error;
  if (error.kind === 'malformed') return `${baseUrl} answers, but not as the service does. Check the address.`;
  if (error.kind === 'timeout') return `${baseUrl} did not answer in time. Try again.`;
  return `${baseUrl} could not be reached. Check the address and the connection.`;
}

const refused = (problem: string): ServiceChoiceResult => ({ stored: false, problem });
