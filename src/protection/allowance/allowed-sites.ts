import { stops } from '../verdict/decision.ts';
import type { ProtectionWorker } from '../worker.ts';
import {
  type Allowance,
  type AllowanceChange,
  DAY_MS,
  type MergeOutcome,
  objectionTo,
  type PortableAllowance,
} from './allowance.ts';
import { allowanceId } from './allowances.ts';

/** The parts that manage allowances. */
type AllowedSitesParts = {
  readonly worker: Pick<ProtectionWorker, 'ready' | 'settings' | 'allowances' | 'redirects' | 'settle' | 'sweep'>;
  /** Called after the allowances have changed. */
  readonly onChanged: () => Promise<void>;
  readonly now: () => number;
};

/** What a person does with the allowed sites outside a warning. */
export class AllowedSites {
  readonly #parts: AllowedSitesParts;

  constructor(parts: AllowedSitesParts) {
    this.#parts = parts;
  }

  /** The allowances in force, newest first. */
  async list(): Promise<Allowance[]> {
    await this.#parts.worker.ready;
    return [...this.#parts.worker.allowances.list];
  }

  /**
   * Revokes an allowance. Pages that were open because of it are checked again in the background, so that it can be
   * undone at once.
   */
  async revoke(id: string): Promise<void> {
    const { worker } = this.#parts;
    await worker.ready;
    await worker.allowances.revoke(id);
    await this.#changed();
    void worker.sweep();
  }

  /**
   * Restores an allowance that was just revoked.
   * @returns false if the settings do not let the person allow it now
   */
  async restore(allowance: Allowance): Promise<boolean> {
    const { worker } = this.#parts;
    await worker.ready;
    if (!(await this.#mayAllow(allowance))) return false;
    await worker.allowances.keep([allowance]);
    await this.#changed();
    return true;
  }

  /**
   * Changes the duration and reason of an allowance. Does nothing if there is none with this id.
   * @param reason empty if the person gives none
   * @returns false if the settings do not let the person allow it like this
   */
  async change(id: string, until: AllowanceChange, reason: string): Promise<boolean> {
    const { worker, now } = this.#parts;
    await worker.ready;
    const before = worker.allowances.list.find((held) => held.id === id);
    if (!before) return true;
    const { reason: _, ...rest } = before;
    const { tabId: __, expiresAt: ___, ...unbound } = rest;
    const day = { ...unbound, createdAt: now(), expiresAt: now() + DAY_MS };
    const lasting = { kept: rest, day, always: unbound }[until];
    const scope = until === 'kept' ? before.scope : until;
    const newId = allowanceId(before.expression, scope, before.tabId);
    const after: Allowance = { ...lasting, id: newId, scope, ...(reason === '' ? {} : { reason }) };
    const isObjected = objectionTo(after, worker.settings) !== null;
    if (isObjected || (until !== 'kept' && !(await this.#mayAllow(after)))) return false;
    await worker.allowances.keep([after]);
    if (newId !== id) await worker.allowances.revoke(id);
    await this.#changed();
    return true;
  }

  /** The result that an import of each would have. Changes nothing. */
  async plan(wanted: readonly PortableAllowance[]): Promise<MergeOutcome[]> {
    return (await this.#merge(wanted)).map(({ outcome }) => outcome);
  }

  /**
   * Stores those that are new or last longer.
   * @returns the result for each
   * @throws StorageFailure when the browser did not keep one
   */
  async add(wanted: readonly PortableAllowance[]): Promise<MergeOutcome[]> {
    const all = await this.#merge(wanted);
    const { allowances } = this.#parts.worker;
    for (const { result, replaced } of all) {
      if (result) await allowances.keep([result]);
      if (replaced !== undefined && replaced !== result?.id) await allowances.revoke(replaced);
    }
    await this.#changed();
    return all.map(({ outcome }) => outcome);
  }

  async #merge(wanted: readonly PortableAllowance[]): Promise<Merged[]> {
    const { worker, now } = this.#parts;
    await worker.ready;
    const outcomes: Merged[] = [];
    for (const one of wanted) {
      const merge = merged(one, worker.allowances.list, now());
      const isRefused = merge.result !== null && !(await this.#mayAllow(merge.result));
      outcomes.push(isRefused ? { outcome: 'refused', result: null } : merge);
    }
    return outcomes;
  }

  /**
   * The same conditions as on a warning: the organization's rule, and, if unconfirmed sites stay closed, only confirmed
   * ones.
   */
  async #mayAllow(wanted: Allowance): Promise<boolean> {
    const { worker } = this.#parts;
    const { expression } = wanted;
    if (objectionTo(wanted, worker.settings) !== null) return false;
    if (worker.settings.failurePolicy !== 'closed') return true;
    if (/^[A-Z_]+:/.test(expression)) return false;
    const verdict = await worker.settle(`http://${expression}`);
    if (verdict?.confirmation !== 'confirmed') return false;
    return verdict.expression === expression && (stops(verdict) || verdict.kind === 'permitted');
  }

  async #changed(): Promise<void> {
    await this.#parts.worker.redirects.apply();
    await this.#parts.onChanged();
  }
}

/** `replaced` is the id of the allowance in whose place the result is. */
type Merged = { readonly outcome: MergeOutcome; readonly result: Allowance | null; readonly replaced?: string };

/**
 * The result of importing an allowance next to the existing ones. An existing one is never shortened.
 * @param now ms since epoch
 */
function merged(wanted: PortableAllowance, held: readonly Allowance[], now: number): Merged {
  const { expression, until, reason, allowedAt } = wanted;
  // A temporary allowance lasts a day at most, whatever the file says.
  const end = until === null ? null : Math.min(until, now + DAY_MS);
  if (end !== null && end <= now) return { outcome: 'ended', result: null };
  const lasting = held.find((one) => one.scope !== 'tab' && one.expression === expression);
  if (lasting && endOf(lasting) >= (end ?? Number.POSITIVE_INFINITY)) return { outcome: 'held', result: null };
  const why = reason ?? lasting?.reason;
  const result: Allowance = {
    id: allowanceId(expression, end === null ? 'always' : 'day'),
    expression,
    ...(end === null
      ? { scope: 'always', createdAt: lasting?.createdAt ?? Math.min(allowedAt, now) }
      : { scope: 'day', createdAt: end - DAY_MS, expiresAt: end }),
    ...(why === undefined ? {} : { reason: why }),
  };
  return lasting ? { outcome: 'longer', result, replaced: lasting.id } : { outcome: 'new', result };
}

const endOf = ({ scope, expiresAt }: Allowance): number =>
  scope === 'always' ? Number.POSITIVE_INFINITY : (expiresAt ?? Number.NEGATIVE_INFINITY);
