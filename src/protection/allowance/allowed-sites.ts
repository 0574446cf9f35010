import { stops } from '../verdict/decision.ts';
import type { ProtectionWorker } from '../worker.ts';
import { type Allowance, endOf, objectionTo } from './allowance.ts';

type AllowedSitesParts = {
  readonly worker: Pick<ProtectionWorker, 'ready' | 'settings' | 'allowances' | 'redirects' | 'resolve' | 'sweep'>;
  /** Called after the allowances have changed. */
  readonly onChanged: () => Promise<void>;
};

/** What a person does with the allowed sites outside a warning. */
export const allowedSites = ({ worker, onChanged }: AllowedSitesParts) => ({
  /** The allowances in force, newest first. */
  async list(): Promise<Allowance[]> {
    await worker.ready;
    return [...worker.allowances.list];
  },

  /** Revokes an allowance. Pages that are open because of it are checked afterwards, so that it can be undone at once. */
  async revoke(id: string): Promise<void> {
    await worker.ready;
    await worker.allowances.revoke(id);
    await worker.redirects.apply();
    await onChanged();
    void worker.sweep();
  },

  /**
   * Stores allowances: changed ones, one that was just revoked, or those of a file. Each replaces the one before it.
   * @returns for each whether the settings let the person allow it; else it is not stored
   * @throws StorageFailure when the browser did not keep one
   */
  async put(wanted: readonly Allowance[]): Promise<boolean[]> {
    await worker.ready;
    const mayAllow: boolean[] = [];
    for (const one of wanted) mayAllow.push(await mayAllowOn(worker, one));
    await worker.allowances.put(wanted.filter((_, index) => mayAllow[index]));
    await worker.redirects.apply();
    await onChanged();
    return mayAllow;
  },
});

/**
 * The same conditions as on a warning: the organization's rule, and, if unconfirmed sites stay closed, only confirmed
 * ones, unless the site is allowed as long already.
 */
async function mayAllowOn(worker: AllowedSitesParts['worker'], wanted: Allowance): Promise<boolean> {
  const { expression } = wanted;
  if (objectionTo(wanted, worker.settings) !== null) return false;
  if (worker.settings.failurePolicy !== 'closed') return true;
  if (worker.allowances.list.some((one) => one.expression === expression && endOf(one) >= endOf(wanted))) return true;
  if (/^[A-Z_]+:/.test(expression)) return false;
  const verdict = await worker.resolve(`http://${expression}`);
  if (verdict?.confirmation !== 'confirmed') return false;
  return verdict.expression === expression && (stops(verdict) || verdict.kind === 'permitted');
}
