import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { CONFIRMATION_FAILURES } from '../verdict/verdict.ts';

export type ConfirmationFailure = (typeof CONFIRMATION_FAILURES)[number];
const failure = z.nullable(z.object({ kind: z.enum(CONFIRMATION_FAILURES), detail: z.string() }));

/** Whether the last confirmation failed, and why. It survives the worker, so that the popup can show it. */
export class ConfirmationState {
  readonly #stored: StoredState<z.infer<typeof failure>>;

  constructor(session: SessionArea) {
    this.#stored = new StoredState({ place: inSession(session, 'confirmation'), schema: failure, initial: null });
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** The last failure if no success has followed, else null. */
  get failing(): { readonly kind: ConfirmationFailure; readonly detail: string } | null {
    return this.#stored.value;
  }

  succeeded(): Promise<void> {
    return this.#stored.change(() => null);
  }

  failed(kind: ConfirmationFailure, detail: string): Promise<void> {
    return this.#stored.change(() => ({ kind, detail }));
  }
}
