import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { ListError } from '../codec/list-error.ts';
import { StoreError } from '../store/store-error.ts';
import type { SyncProblem } from './sync-state.ts';

/** No service address is known. */
export class NotConfigured extends Error {
  override readonly name = 'NotConfigured';
}

/** The service publishes a list of rules that this build does not know. */
export class UnknownRules extends Error {
  override readonly name = 'UnknownRules';
}

/** An error of the sync as a person is told it. What the service wrote is left out: it may name hosts. */
export function problemOf(error: unknown): SyncProblem {
  if (error instanceof ListError) return { kind: 'list-rejected', detail: error.message };
  if (error instanceof StoreError) return { kind: `storage-${error.kind}`, detail: error.message };
  if (error instanceof ServiceRefusal) {
    const keyRefused = error.status === 401 || error.status === 403;
    return {
      kind: keyRefused ? 'key-refused' : 'service-refused',
      detail: `The service answered with status ${error.status}`,
    };
  }
  if (error instanceof ServiceUnreachable) return { kind: 'service-unreachable', detail: error.message };
  if (error instanceof NotConfigured)
    return { kind: 'not-configured', detail: 'No service is configured: enter its address in the settings' };
  if (error instanceof UnknownRules)
    return {
      kind: 'update-needed',
      detail: 'The service uses rules that this version does not know: update the extension',
    };
  console.error('The list sync stopped on an unexpected error', error);
  const name = error instanceof Error ? error.name : typeof error;
  return { kind: 'list-rejected', detail: `The update stopped on an unexpected error (${name})` };
}
