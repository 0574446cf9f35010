import * as z from 'zod/mini';
import { DAY } from '../../storage/duration.ts';
import { Sequence } from '../../storage/sequence.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import type { ProtectionStore } from '../store.ts';
import {
  type Allowance,
  type AllowanceRule,
  type AllowanceScope,
  allowance,
  allowanceOf,
  objectionTo,
} from './allowance.ts';

/**
 * The sites that the person chose to open anyway. Allowances of one tab are in session storage, because tab numbers are
 * meaningless after a restart; the others are in the database. An allowance counts only once it is stored.
 */
export class Allowances {
  readonly #store: ProtectionStore;
  readonly #ofTabs: StoredState<Allowance[]>;
  readonly #now: () => number;
  readonly #rule: () => AllowanceRule;
  #lasting: readonly Allowance[] = [];
  /** One change at a time, because some change both records. */
  readonly #changes = new Sequence();

  /** @param rule the organization's current rule, from memory: allowances that it forbids are kept but do not count */
  constructor(store: ProtectionStore, session: SessionArea, now: () => number, rule: () => AllowanceRule) {
    this.#rule = rule;
    this.#store = store;
    const place = inSession(session, 'tab-allowances');
    this.#ofTabs = new StoredState({ place, schema: z.array(allowance), initial: [] });
    this.#now = now;
  }

  async load(): Promise<void> {
    const [lasting] = await Promise.all([this.#store.load('allowances', allowance), this.#ofTabs.load()]);
    this.#lasting = [...lasting.values()];
  }

  get #all(): readonly Allowance[] {
    return [...this.#lasting, ...this.#ofTabs.value];
  }

  /** Allowances in force, newest first. */
  get list(): readonly Allowance[] {
    return this.#all.filter((one) => this.#isInForce(one)).sort((a, b) => b.createdAt - a.createdAt);
  }

  /** The time (ms since epoch) at which the next allowance ends; null where none does. */
  get nextExpiry(): number | null {
    const times = this.#all.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
    return times.length > 0 ? Math.min(...times) : null;
  }

  /**
   * The allowance in force in this tab for the most specific of these expressions.
   * @param expressions the expressions of one asset, most specific first
   */
  covering(expressions: readonly string[], tabId: number | undefined): Allowance | undefined {
    const counts = (one: Allowance) =>
      this.#isInForce(one) && (one.scope !== 'tab' || (tabId !== undefined && one.tabId === tabId));
    for (const expression of expressions) {
      const found = this.#all.find((one) => one.expression === expression && counts(one));
      if (found) return found;
    }
    return undefined;
  }

  /** Stores an allowance that a person gives now. @throws as {@link put} and {@link allowanceOf} do */
  async grant(expression: string, scope: AllowanceScope, tabId?: number, reason?: string): Promise<Allowance> {
    const value = allowanceOf(expression, scope, { now: this.#now(), tabId, reason });
    await this.put([value]);
    return value;
  }

  /**
   * Stores these allowances. Each replaces the one with its id, and one that outlives a tab those of tabs for the same
   * expression.
   * @throws StorageFailure when the browser did not keep one; those before it are in force then
   */
  put(wanted: readonly Allowance[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const value of wanted) {
        const { id, expression, scope } = value;
        if (scope === 'tab') await this.#ofTabs.store((all) => [...all.filter((one) => one.id !== id), value]);
        else {
          await this.#store.put('allowances', id, value);
          this.#lasting = [...this.#lasting.filter((one) => one.id !== id), value];
          await this.#ofTabs.store((all) => all.filter((one) => one.expression !== expression));
        }
      }
    });
  }

  /** @throws StorageFailure when the browser did not keep the change */
  revoke(id: string): Promise<void> {
    return this.#drop((one) => one.id === id);
  }

  /** Removes allowances that have ended. @throws StorageFailure when the browser did not keep the change */
  expire(): Promise<void> {
    return this.#drop((one) => this.#isOver(one));
  }

  /** Removes the allowances of a closed tab. */
  forgetTab(tabId: number): Promise<void> {
    return this.#drop((one) => one.tabId === tabId);
  }

  /** Moves the allowances of a tab to another tab number (a prerendered page became the tab). */
  moveTab(from: number, to: number): Promise<void> {
    const moved = (one: Allowance) =>
      one.tabId === from ? { ...one, ...allowanceOf(one.expression, 'tab', { now: one.createdAt, tabId: to }) } : one;
    return this.#changes.run(async () => {
      await this.#ofTabs.store((all) => (all.some(({ tabId }) => tabId === from) ? all.map(moved) : all));
    });
  }

  #drop(goes: (one: Allowance) => boolean): Promise<void> {
    return this.#changes.run(async () => {
      const gone = this.#lasting.filter(goes).map(({ id }) => id);
      if (gone.length > 0) await this.#store.remove('allowances', gone);
      this.#lasting = this.#lasting.filter((one) => !goes(one));
      await this.#ofTabs.store((all) => (all.some(goes) ? all.filter((one) => !goes(one)) : all));
    });
  }

  #isInForce(one: Allowance): boolean {
    return !this.#isOver(one) && objectionTo(one, this.#rule()) === null;
  }

  /** Setting the clock back must not extend an allowance. */
  #isOver({ scope, expiresAt, createdAt }: Allowance): boolean {
    if (expiresAt === undefined) return scope === 'day';
    const now = this.#now();
    return now >= Math.min(expiresAt, createdAt + DAY) || now < createdAt - DAY;
  }
}
