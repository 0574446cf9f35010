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
    const entries = this.#read();
    for (const expression of expressions) {
      const found = entries.get(expression);
      if (found && this.#now() <= found.endsAt) return found;
    }
    return undefined;
  }

  /** The entries in force as allowances without end, for the browser's rules. */
  get asAllowances(): readonly Allowance[] {
    return [...this.#read().values()]
      .filter(({ endsAt }) => this.#now() <= endsAt)
      .map(({ expression }) => ({ id: `policy ${expression}`, expression, scope: 'always', createdAt: 0 }));
  }

  /** The time (ms since epoch) after which the next entry has ended; null if none ends. */
  get nextExpiry(): number | null {
    const times = [...this.#read().values()].map(({ endsAt }) => endsAt).filter((at) => at >= this.#now());
    const next = Math.min(...times);
    return Number.isFinite(next) ? next + 1 : null;
  }

  /** Read only where something is listed, so again each time. */
  #read(): ReadonlyMap<string, Entry> {
    return new Map(
      this.#policy().flatMap((entry) => {
        const expression = narrowestExpression(entry.content);
        const endsAt = entry.until === undefined ? Number.POSITIVE_INFINITY : endOfDay(entry.until);
        return expression === null ? [] : [[expression, { entry, expression, endsAt }] as const];
      }),
    );
  }
}
