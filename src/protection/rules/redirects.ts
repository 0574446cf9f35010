import { Sequence } from '../../storage/sequence.ts';
import { buildRules, frameBlockRule, preparedRule, RULE_IDS, type Rule, type RuleInputs } from './rules.ts';

/** Maximum single addresses prepared at a time; the oldest is dropped. */
const MAX_PREPARED = 64;
/** Maximum tabs with blocked frames, and hosts of each; the oldest tab is dropped. */
const MAX_BLOCKED_TABS = 64;
const MAX_BLOCKED_HOSTS = 500;

type HeldRule = { id: number; condition: { requestDomains?: string[] } };
type RuleChange = { removeRuleIds: number[]; addRules: Rule[] };

/** The browser's own rules, which act without the worker. */
export type RulePort = {
  getDynamicRules(): Promise<readonly HeldRule[]>;
  getSessionRules(): Promise<readonly HeldRule[]>;
  updateDynamicRules(change: RuleChange): Promise<void>;
  updateSessionRules(change: RuleChange): Promise<void>;
};

/** Keeps the browser's rules equal to the state of the protection. */
export class Redirects {
  readonly #port: RulePort;
  readonly #inputs: () => RuleInputs;
  readonly #writes = new Sequence();
  #waiting: Promise<void> | null = null;
  /** Rules for single addresses, oldest first. */
  readonly #prepared = new Map<string, Rule>();
  #lastPrepared = 0;
  /** Rules for tabs in which frames are blocked, oldest first. */
  readonly #frameBlocks = new Map<number, Rule>();
  #lastFrameBlock = 0;
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
    this.#waiting ??= this.#writes.run(() => {
      this.#waiting = null;
      return this.#write();
    });
    return this.#waiting;
  }

  /**
   * Sends one address to the warning page from now on. Does not wait for other changes, because a click may follow
   * immediately.
   * @throws when the browser refuses the rule
   */
  async prepare(url: string): Promise<void> {
    if (this.#prepared.has(url)) return;
    this.#lastPrepared = (this.#lastPrepared + 1) % MAX_PREPARED;
    const rule = preparedRule(RULE_IDS.prepared + this.#lastPrepared, url, this.#inputs().warningPage);
    for (const [other, { id }] of this.#prepared) if (id === rule.id) this.#prepared.delete(other);
    this.#prepared.set(url, rule);
    await this.#port.updateSessionRules({ removeRuleIds: [rule.id], addRules: [rule] });
  }

  /**
   * Ends the effect of {@link prepare} for an address.
   * @throws when the browser refuses the change
   */
  async withdraw(url: string): Promise<void> {
    if (this.#prepared.delete(url)) await this.apply();
  }

  /**
   * Blocks all frames of a host in a tab, until {@link unblockFrames}.
   * @throws when the browser refuses the rule
   */
  async blockFrames(tabId: number, host: string): Promise<void> {
    const before = this.#frameBlocks.get(tabId);
    const hosts = new Set([...(before?.condition.requestDomains ?? []), host]);
    if (hosts.size === before?.condition.requestDomains?.length || hosts.size > MAX_BLOCKED_HOSTS) return;
    if (!before) this.#lastFrameBlock = (this.#lastFrameBlock + 1) % MAX_BLOCKED_TABS;
    const rule = frameBlockRule(before?.id ?? RULE_IDS.frameBlocks + this.#lastFrameBlock, tabId, [...hosts]);
    for (const [other, { id }] of this.#frameBlocks) if (id === rule.id) this.#frameBlocks.delete(other);
    this.#frameBlocks.set(tabId, rule);
    await this.#port.updateSessionRules({ removeRuleIds: [rule.id], addRules: [rule] });
  }

  /**
   * Ends the effect of {@link blockFrames} in a tab: it shows another page, or is closed.
   * @throws when the browser refuses the change
   */
  async unblockFrames(tabId: number): Promise<void> {
    if (this.#frameBlocks.delete(tabId)) await this.apply();
  }

  /**
   * Empties the browser's back/forward cache: a page from it would be visible for a frame before its guard is asked.
   * Chromium empties it at any change of rules, even one without effect (measured).
   */
  clearBackForwardCache(): Promise<void> {
    return this.#port.updateSessionRules({ removeRuleIds: [RULE_IDS.none], addRules: [] });
  }

  async #write(): Promise<void> {
    try {
      const [dynamic, session] = await Promise.all([this.#port.getDynamicRules(), this.#port.getSessionRules()]);
      const wanted = buildRules(this.#inputs());
      const inDynamic = difference(dynamic, wanted.dynamic);
      const inSession = difference(session, [
        ...wanted.session,
        ...this.#prepared.values(),
        ...this.#frameBlocks.values(),
      ]);
      if (inSession) await this.#port.updateSessionRules(inSession);
      if (inDynamic) await this.#port.updateDynamicRules(inDynamic);
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}

/** The change from the held rules to the wanted rules; null if they are the same. */
function difference(held: readonly HeldRule[], wanted: readonly Rule[]): RuleChange | null {
  const heldById = new Map(held.map((rule) => [rule.id, fingerprint(rule)]));
  const wantedById = new Map(wanted.map((rule) => [rule.id, fingerprint(rule)]));
  const addRules = wanted.filter((rule) => heldById.get(rule.id) !== wantedById.get(rule.id));
  const gone = [...heldById].filter(([id, print]) => wantedById.get(id) !== print).map(([id]) => id);
  // A rule may have been prepared since these were read, so every id to add is removed first.
  const removeRuleIds = [...new Set([...gone, ...addRules.map(({ id }) => id)])];
  return removeRuleIds.length + addRules.length > 0 ? { removeRuleIds, addRules } : null;
}

/**
 * A rule without the order of its fields, which browsers do not keep, and without null fields, which Firefox adds for
 * everything unspecified.
 */
function fingerprint(rule: unknown): string {
  return JSON.stringify(rule, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const said = Object.entries(value).filter(([, field]) => field !== null);
    return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
