import * as z from 'zod/mini';
import { lookupForm } from '../../asset/url/lookup-form.ts';
import { Sequence } from '../../storage/sequence.ts';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import type { ProtectionStore } from '../store.ts';
import {
  type Allowance,
  type AllowanceRule,
  type AllowanceScope,
  allowance,
  DAY_MS,
  objectionTo,
} from './allowance.ts';

/** The allowance with its expression under the current rules: version 1 had several expressions for one page. */
const withCurrentExpression = (held: Allowance): Allowance =>
  /^[A-Z_]+:/.test(held.expression) ? held : { ...held, expression: lookupForm(held.expression) };

/**
 * The sites that the person chose to open anyway. Allowances of one tab are in session storage, because tab numbers are
 * meaningless after a restart; the others are in the database. An allowance counts only once it is stored.
 */
export class Allowances {
  readonly #store: ProtectionStore;
  readonly #ofTabs: SessionValue<Allowance[]>;
  readonly #now: () => number;
  readonly #rule: () => AllowanceRule;
  #held: readonly Allowance[] = [];
  /** One change at a time, because each writes the whole session record. */
  readonly #changes = new Sequence();

  /** @param rule the organization's current rule, from memory: allowances that it forbids are kept but do not count */
  constructor(store: ProtectionStore, session: SessionArea, now: () => number, rule: () => AllowanceRule) {
    this.#rule = rule;
    this.#store = store;
    this.#ofTabs = new SessionValue(session, 'tab-allowances', z.array(allowance));
    this.#now = now;
  }

  async load(): Promise<void> {
    const [lasting, ofTabs] = await Promise.all([this.#store.load('allowances', allowance), this.#ofTabs.read()]);
    this.#held = [...lasting.values(), ...(ofTabs ?? [])].map(withCurrentExpression);
  }

  /** Allowances in force, newest first. */
  get list(): readonly Allowance[] {
    return this.#held.filter((held) => this.#isInForce(held)).sort((a, b) => b.createdAt - a.createdAt);
  }

  /** The time (ms since epoch) at which the next allowance ends; null where none does. */
  get nextExpiry(): number | null {
    const times = this.#held.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
    return times.length > 0 ? Math.min(...times) : null;
  }

  /**
   * The allowance in force in this tab for the most specific of these expressions.
   * @param expressions the expressions of one asset, most specific first
   */
  covering(expressions: readonly string[], tabId: number | undefined): Allowance | undefined {
    const counts = (held: Allowance) =>
      this.#isInForce(held) && (held.scope !== 'tab' || (tabId !== undefined && held.tabId === tabId));
    for (const expression of expressions) {
      const found = this.#held.find((held) => held.expression === expression && counts(held));
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Returns once the allowance is stored.
   * @throws StorageFailure when the browser did not keep it; it is not in force then
   * @throws TypeError when the scope is `tab` and no tab is given
   */
  async grant(
    expression: string,
    scope: AllowanceScope,
    tabId: number | undefined,
    reason?: string,
  ): Promise<Allowance> {
    if (scope === 'tab' && tabId === undefined) throw new TypeError('An allowance for one tab needs a tab');
    const value: Allowance = {
      id: crypto.randomUUID(),
      expression,
      scope,
      ...(reason ? { reason } : {}),
      ...(scope === 'tab' ? { tabId } : {}),
      createdAt: this.#now(),
      ...(scope === 'day' ? { expiresAt: this.#now() + DAY_MS } : {}),
    };
    await this.#changes.run(async () => {
      if (scope === 'tab') await this.#keepInSession([...this.#held, value]);
      else await this.#store.put('allowances', value.id, value);
      this.#held = [...this.#held, value];
    });
    return value;
  }

  /**
   * Stores these allowances unchanged; each replaces the one with its id.
   * @throws StorageFailure when the browser did not keep one; those before it are in force then
   */
  keep(wanted: readonly Allowance[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const value of wanted) {
        const before = this.#held.find(({ id }) => id === value.id);
        const all = [...this.#held.filter((held) => held !== before), value];
        if (value.scope !== 'tab') await this.#store.put('allowances', value.id, value);
        if (value.scope === 'tab' || before?.scope === 'tab') await this.#keepInSession(all);
        this.#held = all;
      }
    });
  }

  /** @throws StorageFailure when the browser did not keep the change */
  revoke(id: string): Promise<void> {
    return this.#drop((held) => held.id === id);
  }

  /** Removes allowances that have ended. @throws StorageFailure when the browser did not keep the change */
  expire(): Promise<void> {
    return this.#drop((held) => this.#isOver(held));
  }

  /** Removes the allowances of a closed tab. */
  forgetTab(tabId: number): Promise<void> {
    return this.#drop((held) => held.tabId === tabId);
  }

  /** Moves the allowances of a tab to another tab number (a prerendered page became the tab). */
  moveTab(from: number, to: number): Promise<void> {
    return this.#changes.run(async () => {
      if (!this.#held.some(({ tabId }) => tabId === from)) return;
      this.#held = this.#held.map((held) => (held.tabId === from ? { ...held, tabId: to } : held));
      await this.#keepInSession(this.#held);
    });
  }

  #drop(goes: (held: Allowance) => boolean): Promise<void> {
    return this.#changes.run(async () => {
      const gone = this.#held.filter(goes);
      if (gone.length === 0) return;
      const left = this.#held.filter((held) => !goes(held));
      const lasting = gone.filter(({ scope }) => scope !== 'tab').map(({ id }) => id);
      if (lasting.length > 0) await this.#store.remove('allowances', lasting);
      if (lasting.length < gone.length) await this.#keepInSession(left);
      this.#held = left;
    });
  }

  #keepInSession(all: readonly Allowance[]): Promise<void> {
    return this.#ofTabs.write(all.filter(({ scope }) => scope === 'tab'));
  }

  #isInForce(held: Allowance): boolean {
    return !this.#isOver(held) && objectionTo(held, this.#rule()) === null;
  }

  /** Setting the clock back must not extend an allowance. */
  #isOver({ scope, expiresAt, createdAt }: Allowance): boolean {
    if (expiresAt === undefined) return scope === 'day';
    const now = this.#now();
    return now >= Math.min(expiresAt, createdAt + DAY_MS) || now < createdAt - DAY_MS;
  }
}
