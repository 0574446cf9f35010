import * as z from 'zod/mini';
import type { ProtectionStore } from '../store.ts';
import { CONFIRMATION_FAILURES } from '../verdict/verdict.ts';

export type ConfirmationFailure = (typeof CONFIRMATION_FAILURES)[number];
/** Times are milliseconds since epoch; null where it never happened. */
const state = z.object({
  lastSuccessAt: z.nullable(z.number()),
  lastFailureAt: z.nullable(z.number()),
  failure: z.nullable(z.object({ kind: z.enum(CONFIRMATION_FAILURES), detail: z.string() })),
});
export type ConfirmationRecord = Readonly<z.infer<typeof state>>;

const KEY = 'confirmation';

/** When confirmation last worked and last failed. It survives the worker, so that the popup can show it. */
export class ConfirmationState {
  readonly #store: ProtectionStore;
  #record: ConfirmationRecord = { lastSuccessAt: null, lastFailureAt: null, failure: null };

  constructor(store: ProtectionStore) {
    this.#store = store;
  }

  async load(): Promise<void> {
    this.#record = (await this.#store.load('state', state)).get(KEY) ?? this.#record;
  }

  /** The last failure if no success has followed, else null. */
  get failing(): { readonly kind: ConfirmationFailure; readonly detail: string } | null {
    const { lastSuccessAt, lastFailureAt, failure } = this.#record;
    return (lastFailureAt ?? 0) > (lastSuccessAt ?? 0) ? failure : null;
  }

  /** @throws StorageFailure when it could only be kept in memory */
  succeeded(now: number): Promise<void> {
    return this.#keep({ ...this.#record, lastSuccessAt: now });
  }

  /** @throws StorageFailure when it could only be kept in memory */
  failed(kind: ConfirmationFailure, detail: string, now: number): Promise<void> {
    return this.#keep({ ...this.#record, lastFailureAt: now, failure: { kind, detail } });
  }

  #keep(record: ConfirmationRecord): Promise<void> {
    this.#record = record;
    return this.#store.put('state', KEY, record);
  }
}
