import { Sequence } from '../../storage/sequence.ts';
import { buildRules, type Rule, type RuleInputs } from './rules.ts';

export type WrittenRule = { readonly id: number; readonly condition: { readonly requestDomains?: readonly string[] } };
type RuleChange = { removeRuleIds: number[]; addRules: Rule[] };

/** The browser's own rules, which act without the worker. */
export type RulePort = {
  getDynamicRules(): Promise<readonly WrittenRule[]>;
  getSessionRules(): Promise<readonly WrittenRule[]>;
  updateDynamicRules(change: RuleChange): Promise<void>;
  updateSessionRules(change: RuleChange): Promise<void>;
};

/** Keeps the browser's rules equal to the state of the protection. */
export class Redirects {
  readonly #port: RulePort;
  readonly #inputs: () => RuleInputs;
  readonly #writes = new Sequence();
  /** Why the rules could not be written, in the browser's words; null when they are in place. */
  problem: string | null = null;

  constructor(port: RulePort, inputs: () => RuleInputs) {
    this.#port = port;
    this.#inputs = inputs;
  }

  /**
   * Brings the browser's rules in line with the state of the protection at the time of the write. Calls during a write
   * share the next one.
   * @throws when the browser refuses the rules; `problem` holds the reason
   */
  apply(): Promise<void> {
    return this.#writes.share(() => this.#write());
  }

  async #write(): Promise<void> {
    try {
      const [dynamic, session] = await Promise.all([this.#port.getDynamicRules(), this.#port.getSessionRules()]);
      const wanted = buildRules(this.#inputs());
      const inDynamic = difference(dynamic, wanted.dynamic);
      const inSession = difference(session, wanted.session);
      if (inSession) await this.#port.updateSessionRules(inSession);
      if (inDynamic) await this.#port.updateDynamicRules(inDynamic);
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}

function difference(written: readonly WrittenRule[], wanted: readonly Rule[]): RuleChange | null {
  const writtenById = new Map(written.map((rule) => [rule.id, fingerprint(rule)]));
  const wantedById = new Map(wanted.map((rule) => [rule.id, fingerprint(rule)]));
  const addRules = wanted.filter((rule) => writtenById.get(rule.id) !== wantedById.get(rule.id));
  const gone = [...writtenById].filter(([id, print]) => wantedById.get(id) !== print).map(([id]) => id);
  // Another worker may have written since these were read, so every id to add is removed first.
  const removeRuleIds = [...new Set([...gone, ...addRules.map(({ id }) => id)])];
  return removeRuleIds.length + addRules.length > 0 ? { removeRuleIds, addRules } : null;
}

/** A rule without the order of its fields, which browsers do not keep, and without null fields, which Firefox adds. */
function fingerprint(rule: unknown): string {
  return JSON.stringify(rule, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).filter(([, field]) => field !== null);
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
