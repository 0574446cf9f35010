import { narrowestExpression } from '../../asset/index.ts';
import { type AllowedEntry, endOfDay } from '../../settings/catalogue.ts';
import type { Allowance } from './allowance.ts';

type Held = { readonly entry: AllowedEntry; readonly expression: string; readonly endsAt: number };

/**
 * What an organization's policy lets its people open although it is listed. Each entry ends by itself, with nobody asked. It reaches as far as
 * an allowance of a person: not to what is listed below it by an entry of its own.
 */
export class OrganizationAllowList {
  readonly #said: () => readonly AllowedEntry[];
  readonly #now: () => number;
  #readFrom: readonly AllowedEntry[] = [];
  #held: ReadonlyMap<string, Held> = new Map();

  /** @param said what the policy says now, from memory; the same array as long as it says the same */
  constructor(said: () => readonly AllowedEntry[], now: () => number) {
    this.#said = said;
    this.#now = now;
  }

  /**
   * The entry in force that names the narrowest of these expressions.
   * @param expressions of one thing, most specific first
   */
  covering(expressions: readonly string[]): { readonly entry: AllowedEntry; readonly expression: string } | undefined {
    const held = this.#read();
    if (held.size === 0) return undefined;
    for (const expression of expressions) {
      const found = held.get(expression);
      if (found && this.#now() <= found.endsAt) return found;
    }
    return undefined;
  }

  /** The entries in force as allowances without end, for the rules of the browser. */
  get asAllowances(): readonly Allowance[] {
    return [...this.#read().values()]
      .filter(({ endsAt }) => this.#now() <= endsAt)
      .map(({ expression }) => ({ id: `policy ${expression}`, expression, scope: 'always', createdAt: 0 }));
  }

  /** The time (ms since epoch) after which the next entry has ended; null where none ends. */
  get nextExpiry(): number | null {
    const times = [...this.#read().values()].map(({ endsAt }) => endsAt).filter((at) => at >= this.#now());
    const next = Math.min(...times);
    return Number.isFinite(next) ? next + 1 : null;
  }

  #read(): ReadonlyMap<string, Held> {
    const said = this.#said();
    if (said === this.#readFrom) return this.#held;
    this.#readFrom = said;
    this.#held = new Map(
      said.flatMap((entry) => {
        const expression = narrowestExpression(entry.content);
        const endsAt = entry.until === undefined ? Number.POSITIVE_INFINITY : endOfDay(entry.until);
        return expression === null ? [] : [[expression, { entry, expression, endsAt }] as const];
      }),
    );
    return this.#held;
  }
}
