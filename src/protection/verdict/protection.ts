import { hexToBytes } from '@noble/hashes/utils.js';
import { prefixOfExpression } from '../../asset/hash.ts';
import { namedExpressions } from '../../asset/named-account.ts';
import type { Asset } from '../../asset/type.ts';
import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { canonicalExpressions, canonicalPrefixes, expressionsOf } from '../../asset/url/expression.ts';
import type { AllowedEntry, FailurePolicy, ProtectionSettings } from '../../settings/catalogue.ts';
import type { Allowance } from '../allowance/allowance.ts';
import type { Allowances } from '../allowance/allowances.ts';
import type { OrganizationAllowList } from '../allowance/organization-allow-list.ts';
import type { BucketCache } from '../confirmation/bucket-cache.ts';
import type { Cause, QuestionCause } from '../confirmation/cause.ts';
import type { Confirmation, HitState } from '../confirmation/confirmation.ts';
import type { ConfirmedHosts } from '../confirmation/confirmed-hosts.ts';
import type { QuestionBudget } from '../confirmation/question-budget.ts';
import type { SelfTestEntries } from '../health/self-test.ts';
import type { Redirects } from '../rules/redirects.ts';
import { quietly } from '../store.ts';
import { shortAddress } from '../warning/short-address.ts';
import { decide } from './decision.ts';
import { type Hit, hitOf, isOwnBlock, type ListView } from './lookup.ts';
import type { Verdict } from './verdict.ts';

export type ProtectionParts = {
  readonly list: ListView;
  readonly selfTest: Pick<SelfTestEntries, 'has'>;
  readonly cache: BucketCache;
  readonly confirmation: Confirmation;
  readonly hosts: ConfirmedHosts;
  readonly allowances: Allowances;
  readonly allowList: OrganizationAllowList;
  readonly redirects: Redirects;
  readonly budget: QuestionBudget;
  /** The settings in force on a page, by its address, or on any without one; from memory. */
  readonly settings: (url?: string) => ProtectionSettings;
  /** Whether answers for a tab may be stored. */
  readonly mayStore: (tabId: number | undefined) => Promise<boolean>;
  readonly now: () => number;
};

/** The hits among the expressions, most specific first, and all expressions if there is a hit. */
type Looked = { readonly asset: Asset; readonly expressions: readonly string[]; readonly hits: readonly Hit[] };

/**
 * Gives verdicts. `verdict` and `shownVerdict` answer at once from memory; `resolve` and `resolveShown` first ask the
 * service about open hits. All of them require that everything is loaded.
 */
export class Protection {
  readonly #parts: ProtectionParts;
  /** Prefixes that guards found in the shards and that this worker's list lacks, until the list changes. */
  readonly #reported = new Set<number>();

  constructor(parts: ProtectionParts) {
    this.#parts = parts;
  }

  /**
   * Counts prefixes that a guard found in the shards as hits: the list of this worker may be older, or missing. Only those
   * of the guard's own address count. Each one that is not a hit already uses up the page's budget, because a compromised renderer can
   * invent them.
   * @returns false if the budget is spent
   */
  report(url: string, prefixes: readonly number[], tabId: number | undefined): boolean {
    if (prefixes.length === 0 || !this.#parts.settings(url).protectSites) return true;
    const own = new Set(this.#addressOf(url)?.prefixes);
    for (const prefix of prefixes.filter((each) => own.has(each) && !this.#has(each))) {
      if (tabId !== undefined && !this.#parts.budget.take(tabId)) return false;
      this.#reported.add(prefix);
    }
    return true;
  }

  /**
   * The verdict on a web address in a tab; null if it is not http(s).
   * @param tabId the tab it is opened in: allowances of one tab count only there
   */
  verdict(url: string, tabId?: number): Verdict | null {
    const looked = this.#lookUp(url);
    if (!looked) return null;
    return this.#parts.settings(url).protectSites ? this.#decide(looked, tabId) : this.#off(looked.asset);
  }

  /**
   * The verdict on a web address after asking the service about open hits; null if it is not http(s). Still `checking`
   * if the page has caused so many questions that this one must wait.
   */
  async resolve(url: string, tabId?: number, cause: Cause = 'navigation'): Promise<Verdict | null> {
    const verdict = this.verdict(url, tabId);
    const looked = verdict?.kind === 'checking' || verdict?.kind === 'blocked' ? this.#lookUp(url) : null;
    if (!looked) return verdict;
    if (verdict?.kind === 'checking') await this.#confirm(looked.hits, { cause, tabId });
    else await this.#remember(looked.hits, this.#parts.mayStore(tabId));
    return this.verdict(url, tabId);
  }

  /** The verdict on an address that a page shows, from memory. A mark stops nothing, so unconfirmed hits are always shown. */
  shownVerdict(asset: Asset): Verdict {
    if (!this.#parts.settings().protectAddresses) return this.#off(asset);
    return this.#decide(this.#lookUpAsset(asset), undefined, 'warn');
  }

  /** The verdicts on addresses that a page shows, after asking about open hits; `checking` beyond its site's budget. */
  resolveShown(assets: readonly Asset[], tabId: number): Promise<Verdict[]> {
    return this.#resolveEach(assets, (asset) => this.shownVerdict(asset), { cause: 'address', tabId });
  }

  /**
   * The verdicts on whom a page asks a wallet to pay or empower, after asking the service about open hits; `checking` for
   * those that the budget of its site did not cover.
   */
  resolveParties(assets: readonly Asset[], tabId: number): Promise<Verdict[]> {
    return this.#resolveEach(assets, (asset) => this.#decide(this.#lookUpAsset(asset), tabId), {
      cause: 'wallet',
      tabId,
    });
  }

  /** The verdicts on what a person asks about, whatever is switched off, after asking the service about open hits. */
  resolveChecked(assets: readonly Asset[]): Promise<Verdict[]> {
    const judge = (asset: Asset) => this.#decide(this.#lookUpAsset(asset), undefined, 'warn');
    return this.#resolveEach(assets, judge, { cause: 'check' });
  }

  async #resolveEach(
    assets: readonly Asset[],
    judge: (asset: Asset) => Verdict,
    by: QuestionCause,
  ): Promise<Verdict[]> {
    const open = assets.filter((asset) => judge(asset).kind === 'checking');
    await this.#confirm(
      open.flatMap((asset) => this.#lookUpAsset(asset).hits),
      by,
    );
    return assets.map(judge);
  }

  /** The prefixes by which a web address is a hit. */
  hitsOf(url: string): readonly number[] {
    return (this.#lookUp(url)?.hits ?? []).map(({ prefix }) => prefix);
  }

  /** The allowance that lets a web address through in a tab; null if there is none. */
  allowanceOf(url: string, tabId: number): Allowance | null {
    const looked = this.#lookUp(url);
    return (looked && this.#parts.allowances.covering(looked.expressions, tabId)) ?? null;
  }

  /** The organization's entry that lets a web address through; null unless it covers everything listed there. */
  organizationEntryOf(url: string): AllowedEntry | null {
    const looked = this.#lookUp(url);
    if (!looked || looked.hits.length === 0) return null;
    return looked.hits.every((hit) => this.#isAllowed(looked, hit))
      ? (this.#parts.allowList.covering(looked.expressions)?.entry ?? null)
      : null;
  }

  /** Deletes failures about an address, so that it is asked about again. */
  async retry(url: string): Promise<void> {
    const open = this.#lookUp(url)?.hits.filter((hit) => this.#stateOf(hit).kind === 'failed') ?? [];
    await this.#parts.confirmation.forget(open);
  }

  /**
   * Deletes what left the list. A bundled or missing list is older than the confirmations and deletes nothing. If the
   * store refuses, memory is still right and the store's `problem` reports it.
   */
  async forgetUnlisted(): Promise<void> {
    const { list, cache, hosts } = this.#parts;
    if (!this.#listIsCurrent()) return;
    this.#reported.clear();
    await quietly(cache.prune(list));
    await quietly(hosts.prune(list));
  }

  /**
   * Makes sure that the browser's rules allow what the verdict allows, so that a page that returns to the address is
   * not sent back.
   * @throws when the browser refuses the rules
   */
  async release(url: string, verdict: Verdict): Promise<void> {
    const { hosts, redirects } = this.#parts;
    const host = canonicalUrl(url)?.split('/', 1)[0];
    if (verdict.kind === 'clear' && host !== undefined) await quietly(hosts.release(host));
    await redirects.apply();
  }

  #lookUp(written: string): Looked | null {
    const address = this.#addressOf(written);
    if (!address) return null;
    const { canonical, accounts, prefixes } = address;
    const asset: Asset = { type: 'URL', content: canonical.slice(0, canonical.indexOf('/')) };
    return this.#look(asset, prefixes, () => [...accounts, ...canonicalExpressions(canonical)]);
  }

  #addressOf(written: string) {
    const url = shortAddress(written);
    const canonical = canonicalUrl(url);
    if (canonical === null) return null;
    const accounts = namedExpressions(url);
    return { canonical, accounts, prefixes: [...accounts.map(prefixOfExpression), ...canonicalPrefixes(canonical)] };
  }

  #lookUpAsset(asset: Asset): Looked {
    const expressions = expressionsOf(asset);
    return this.#look(asset, expressions.map(prefixOfExpression), () => expressions);
  }

  /** Almost nothing is listed, so the expressions are built only after a prefix hit. */
  #look(asset: Asset, prefixes: readonly number[], expressionsOfPrefixes: () => readonly string[]): Looked {
    const has = (prefix: number) => this.#has(prefix);
    if (!prefixes.some(has)) return { asset, expressions: [], hits: [] };
    const expressions = expressionsOfPrefixes();
    const hits = expressions.flatMap((each, index) => (has(prefixes[index]!) ? hitOf(each, prefixes[index]!) : []));
    return { asset, expressions, hits };
  }

  #has(prefix: number): boolean {
    const { list, selfTest, hosts } = this.#parts;
    if (list.has(prefix) || this.#reported.has(prefix) || selfTest.has(prefix)) return true;
    return !this.#listIsCurrent() && hosts.hasPrefix(prefix);
  }

  #listIsCurrent(): boolean {
    return this.#parts.list.info?.origin === 'service';
  }

  #stateOf(hit: Hit): HitState {
    const { hosts, confirmation } = this.#parts;
    const known = confirmation.known(hit);
    if (known.kind === 'clear' || (known.kind === 'listed' && known.detail)) return known;
    const host = hosts.of(hit.expression);
    return host ? { kind: 'listed', detail: { ...host, type: host.type ?? 'URL' }, at: host.confirmedAt } : known;
  }

  #decide(
    looked: Looked,
    tabId: number | undefined,
    policy: FailurePolicy = this.#parts.settings().failurePolicy,
  ): Verdict {
    const { allowances, list, now } = this.#parts;
    const { asset, expressions, hits } = looked;
    const allowance = hits.length > 0 ? allowances.covering(expressions, tabId) : undefined;
    const from = allowance ? expressions.indexOf(allowance.expression) : expressions.length;
    return decide({
      asset,
      hits: hits.map((hit) => ({
        hit,
        state: this.#stateOf(hit),
        allowed: expressions.indexOf(hit.expression) >= from || this.#isAllowed(looked, hit),
      })),
      allowance,
      policy,
      list: list.info,
      now: now(),
    });
  }

  /** Whether the organization allows the expression of a hit. It never allows what its own list blocks. */
  #isAllowed({ expressions }: Looked, { expression, hash }: Hit): boolean {
    const { allowList, list } = this.#parts;
    const covering = allowList.covering(expressions);
    if (!covering || expressions.indexOf(expression) < expressions.indexOf(covering.expression)) return false;
    return !isOwnBlock(list, hexToBytes(hash));
  }

  #off(asset: Asset): Verdict {
    return { kind: 'off', asset, confirmation: 'none', checkedAt: this.#parts.now() };
  }

  async #confirm(hits: readonly Hit[], by: QuestionCause): Promise<void> {
    const isStored = this.#parts.mayStore(by.tabId);
    await this.#parts.confirmation.ask(hits, by);
    await this.#remember(hits, isStored);
  }

  /**
   * Brings confirmed hosts and rules in line with what is known: the browser itself stops the next visit.
   * @param isStored false if no host may be added: a host and its rule are on disk and act in every window
   */
  async #remember(hits: readonly Hit[], isStored: Promise<boolean>): Promise<void> {
    const { confirmation, hosts, redirects, now } = this.#parts;
    const adds = await isStored;
    let changed = false;
    for (const hit of hits) {
      const known = confirmation.known(hit);
      // A store that refuses keeps the problem for the popup; the verdict in memory does not depend on it.
      if (known.kind === 'listed' && adds)
        changed = (await hosts.add(hit, known.detail, now()).catch(() => true)) || changed;
      if (known.kind === 'clear') changed = (await hosts.remove(hit.expression).catch(() => 1)) > 0 || changed;
    }
    if (changed) await quietly(redirects.apply());
  }
}
