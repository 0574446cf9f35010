import { narrowestExpression } from '../../asset/index.ts';
import { type AllowedEntry, endOfDay } from '../../settings/catalogue.ts';
import type { Allowance } from './allowance.ts';

type Entry = { readonly entry: AllowedEntry; readonly expression: string; readonly endsAt: number };

/**
 * The listed sites that an organization's policy allows its members to open. Each entry ends by itself; nobody is
 * asked. It reaches as far as a person's allowance: not to what has an entry of its own below it.
 */
export class OrganizationAllowList {
  readonly #policy: () => readonly AllowedEntry[];
  readonly #now: () => number;

  /** @param policy the policy's current entries, from memory */
  constructor(policy: () => readonly AllowedEntry[], now: () => number) {
    this.#policy = policy;
    this.#now = now;
  }

  /**
   * The entry in force for the most specific of these expressions.
   * @param expressions the expressions of one asset, most specific first
   */
  covering(expressions: readonly string[]): { readonly entry: AllowedEntry; readonly expression: string } | undefined {
    const entries = this.#inForce();
    return expressions.flatMap((expression) => entries.get(expression) ?? [])[0];
  }

  /** The entries in force as allowances without end, for the browser's rules. */
  get asAllowances(): readonly Allowance[] {
    const allowed = [...this.#inForce().keys()];
    return allowed.map((expression) => ({ id: `policy ${expression}`, expression, scope: 'always', createdAt: 0 }));
  }

  /** The time (ms since epoch) after which the next entry has ended; null if none ends. */
  get nextExpiry(): number | null {
    const next = Math.min(...[...this.#inForce().values()].map(({ endsAt }) => endsAt));
    return Number.isFinite(next) ? next + 1 : null;
  }

  /** Read only where something is listed, so again each time. */
  #inForce(): ReadonlyMap<string, Entry> {
    const now = this.#now();
    return new Map(
      this.#policy().flatMap((entry) => {
        const expression = narrowestExpression(entry.content);
        const endsAt = entry.until === undefined ? Number.POSITIVE_INFINITY : endOfDay(entry.until);
        return expression === null || now > endsAt ? [] : [[expression, { entry, expression, endsAt }] as const];
      }),
    );
  }
}
