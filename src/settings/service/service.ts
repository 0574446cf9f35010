import { serviceAddress } from '../../api/service-address.ts';
import { effectiveEndpoint } from '../layer.ts';
import type { SettingsStore } from '../store.ts';
import { SettingManaged, SettingsError } from '../stored.ts';
import { askAboutKey } from './key-fault.ts';
import type { ServiceOutcome, ServiceProblem } from './service-problem.ts';

/** The service that a person wants to use; null means the brand's value. */
export type ServiceChoice = { readonly serviceUrl: string | null; readonly apiKey: string | null };

/**
 * Asks the service whether this address and key work, and stores them only if they do. A key with more scopes than the
 * extension needs is refused, because a browser is not a safe place for it. Resetting both values needs no answer: it
 * stores nothing new and must be possible while a service is down.
 */
export async function chooseService(store: SettingsStore, choice: ServiceChoice): Promise<ServiceOutcome> {
  try {
    return await choose(store, choice);
  } catch (error) {
    if (error instanceof SettingManaged) return refused('managed', error.manager);
    if (error instanceof SettingsError) return refused('keyForm');
    throw error;
  }
}

async function choose(store: SettingsStore, choice: ServiceChoice): Promise<ServiceOutcome> {
  const address = choice.serviceUrl === null ? null : serviceAddress(choice.serviceUrl);
  if (address && 'problem' in address) return refused('address');
  const apiKey = choice.apiKey?.trim() || null;
  const inForce = await store.effective();
  // A person's key for an address that a policy sets is stored with that address, so that it is sent to no other.
  const governed = inForce.serviceUrl.origin === 'policy' && apiKey !== null ? inForce.serviceUrl.value : null;
  const changes = { serviceUrl: address?.baseUrl ?? governed, apiKey };
  if (changes.serviceUrl === null && apiKey === null) {
    await store.write(changes);
    return { stored: true };
  }
  await store.refuseLocked(changes);
  const endpoint = effectiveEndpoint(await store.preview(changes));
  if (!endpoint) return refused('otherAddress');
  const { problem, organization } = await askAboutKey(endpoint);
  if (problem) return { stored: false, problem };
  await store.write(changes);
  return { stored: true, ...(organization === undefined ? {} : { organization }) };
}

const refused = (kind: ServiceProblem['kind'], detail = ''): ServiceOutcome => ({
  stored: false,
  problem: { kind, detail, address: '' },
});
