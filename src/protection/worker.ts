import type { Endpoint } from '../api/client.ts';
import { accountExpressions } from '../asset/account.ts';
import { hashExpression } from '../asset/hash.ts';
import { INITIAL_SETTINGS, type ProtectionSettings } from '../settings/catalogue.ts';
import { Allowances, type SessionArea } from './allowance/allowances.ts';
import { OrganizationAllowList } from './allowance/organization-allow-list.ts';
import { BucketCache } from './confirmation/bucket-cache.ts';
import { Confirmation } from './confirmation/confirmation.ts';
import { ConfirmationState } from './confirmation/confirmation-state.ts';
import { ConfirmedHosts } from './confirmation/confirmed-hosts.ts';
import { BackSteps } from './navigation/back-steps.ts';
import { OpenedWindows } from './navigation/frame/opened-windows.ts';
import { type Judge, NavigationGuard, type TabPort } from './navigation/navigation.ts';
import { RequestGuard } from './navigation/request-guard.ts';
import { Stops } from './navigation/stops.ts';
import { type SweepPort, sweep } from './navigation/sweep.ts';
import { Visited } from './navigation/visited.ts';
import type { Cause } from './question/cause.ts';
import { QuestionBudget } from './question/question-budget.ts';
import { type Question, QuestionLog } from './question/question-log.ts';
import { FrameNotices } from './rules/frame-notices.ts';
import { LinkCheck } from './rules/link-check.ts';
import { Redirects, type RulePort } from './rules/redirects.ts';
import { SelfTestEntries } from './self-test/test-entries.ts';
import { isTestHost } from './self-test/test-host.ts';
import type { ProtectionStore } from './store.ts';
import { stops } from './verdict/decision.ts';
import type { ListView } from './verdict/lookup.ts';
import { Protection } from './verdict/protection.ts';
import type { Verdict } from './verdict/verdict.ts';

export type SettingsPort = {
  read(): Promise<ProtectionSettings>;
  /** @param changed settles when the protection follows the settings */
  onChange(changed: (settings: ProtectionSettings) => Promise<void>): unknown;
  endpoint(): Promise<Endpoint | null>;
};

export type WorkerParts = {
  readonly store: ProtectionStore;
  readonly list: ListView;
  readonly settings: SettingsPort;
  readonly rules: RulePort;
  readonly session: SessionArea;
  /** Whether a tab is in a private window; null where everything is, and the store itself is in memory. */
  readonly isPrivate: ((tabId: number) => Promise<boolean>) | null;
  /** A page that was open is stopped, because it became listed. */
  readonly listed?: (tabId: number, url: string) => unknown;
  readonly tabs: TabPort & SweepPort;
  /** Called for each page that was stopped, except those of the self-test. */
  readonly stopped?: (tabId: number) => void;
  /** The extension's own address of the warning page. */
  readonly warningPage: string;
  readonly now: () => number;
};

/** The protection as it lives in one worker: everything loaded once, kept in line with the list and the settings. */
export class ProtectionWorker implements Judge {
  readonly protection: Protection;
  readonly confirmation: Confirmation;
  readonly confirmationState: ConfirmationState;
  readonly allowances: Allowances;
  readonly allowList: OrganizationAllowList;
  readonly redirects: Redirects;
  readonly navigation: NavigationGuard;
  readonly requests: RequestGuard;
  readonly stops: Stops;
  readonly backSteps: BackSteps;
  readonly linkCheck: LinkCheck;
  readonly frameNotices: FrameNotices;
  readonly store: ProtectionStore;
  readonly visited: Visited;
  readonly openedWindows: OpenedWindows;
  readonly budget: QuestionBudget;
  readonly selfTest: SelfTestEntries;
  /** Settles when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  readonly #parts: WorkerParts;
  readonly #log: QuestionLog | null;
  readonly #cache: BucketCache;
  readonly #hosts: ConfirmedHosts;
  /** The initial ones until the stored are read, and where they cannot be. */
  #settings: ProtectionSettings = INITIAL_SETTINGS;
  #loaded = false;
  #healed = false;

  constructor(parts: WorkerParts) {
    const { now } = parts;
    this.#parts = parts;
    this.selfTest = new SelfTestEntries(parts.session, now);
    const list = this.selfTest.over(parts.list);
    const { store } = parts;
    const cache = new BucketCache(store);
    const hosts = new ConfirmedHosts(store);
    this.confirmationState = new ConfirmationState(store);
    const endpoint = () => parts.settings.endpoint();
    this.visited = new Visited(parts.session);
    this.openedWindows = new OpenedWindows(parts.session);
    this.budget = new QuestionBudget({ session: parts.session, siteOf: (tabId) => this.visited.siteOf(tabId), now });
    this.#log = parts.isPrivate && new QuestionLog(store, parts.isPrivate);
    const { isPrivate } = parts;
    const mayStore = async (tabId: number | undefined) =>
      isPrivate === null || tabId === undefined || !(await isPrivate(tabId));
    const asking = { budget: this.budget, log: this.#log, mayStore };
    this.confirmation = new Confirmation({ cache, state: this.confirmationState, list, endpoint, now, ...asking });
    this.allowances = new Allowances(store, parts.session, now, () => this.#settings);
    const isNotOwnBlock = ({ expression }: { expression: string }) => {
      const hot = list.hot(hashExpression(expression));
      return hot === false || hot.isOwn !== true;
    };
    this.allowList = new OrganizationAllowList(() => this.#settings.allowList, now);
    this.redirects = new Redirects(parts.rules, () => ({
      hosts: this.#settings.protectSites ? hosts.all.map(({ host }) => host) : [],
      allowances: [...this.allowances.list, ...this.allowList.asAllowances.filter(isNotOwnBlock)],
      warningPage: parts.warningPage,
    }));
    const { confirmation, allowances, allowList, redirects } = this;
    const settings = () => this.#settings;
    const known = { list, cache, confirmation, hosts, allowances, allowList, redirects, budget: this.budget, mayStore };
    this.protection = new Protection({ ...known, settings, accountsOf: accountExpressions, now });
    this.stops = new Stops(parts.session, parts.warningPage, (tabId, url) => {
      if (!isTestHost(new URL(url).hostname)) parts.stopped?.(tabId);
    });
    this.backSteps = new BackSteps(parts.warningPage, now);
    this.navigation = new NavigationGuard(this, parts.tabs, this.stops, parts.warningPage);
    this.requests = new RequestGuard(this, this.stops, parts.warningPage);
    this.linkCheck = new LinkCheck(this, redirects);
    this.frameNotices = new FrameNotices((tabId, host) => redirects.bar(tabId, host), now);
    this.store = store;
    this.#cache = cache;
    this.#hosts = hosts;
    list.onChange((change) => this.#listChanged(change));
    parts.settings.onChange((changed) => this.#settingsChanged(changed));
    this.ready = this.#load();
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get settings(): ProtectionSettings {
    return this.#settings;
  }

  verdict(url: string, tabId?: number): Verdict | null {
    return this.protection.verdict(url, tabId);
  }

  settle(url: string, tabId?: number, cause?: Cause): Promise<Verdict | null> {
    return this.protection.settle(url, tabId, cause);
  }

  /** What every start of the worker does once verdicts can be given: rules as the stored truth says, open tabs looked at. */
  async start(): Promise<void> {
    await this.ready;
    if (!this.#healed) await this.protection.forgetUnlisted();
    await quietly(this.allowances.expire());
    await quietly(this.redirects.apply());
    await this.sweep();
  }

  /** When the next allowance ends, of a person or of the organization, in ms since epoch; null where none does. */
  get nextAllowanceEnd(): number | null {
    const ends = [this.allowances.nextExpiry, this.allowList.nextExpiry].filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Something that was allowed is no more: what is stored of it goes, and pages that are open because of it are looked at again. */
  async endAllowances(): Promise<void> {
    await this.ready;
    await quietly(this.allowances.expire());
    await quietly(this.redirects.apply());
    await this.sweep();
  }

  /** What the device remembers of its questions to the service. */
  async questions(): Promise<readonly Question[]> {
    return (await this.#log?.list()) ?? [];
  }

  /** Looks at every open tab. */
  sweep(): Promise<void> {
    return sweep(this, this.#parts.tabs, (tabId, url) => this.navigation.show(tabId, url));
  }

  async #load(): Promise<void> {
    const { list, settings, now } = this.#parts;
    const [read] = await Promise.all([
      settings.read().catch((): ProtectionSettings => INITIAL_SETTINGS),
      list.ready,
      this.#cache.load(now()),
      this.#hosts.load(),
      this.allowances.load(),
      this.selfTest.load(),
      this.confirmationState.load(),
      this.visited.load(),
      this.openedWindows.load(),
      this.budget.load(),
      this.#log?.load(now()),
      this.stops.load(),
    ]);
    this.#settings = read;
    this.#loaded = true;
  }

  async #listChanged(change: 'update' | 'heal'): Promise<void> {
    if (change === 'heal') this.#healed = true;
    await this.ready;
    if (change === 'update') await this.protection.forgetUnlisted();
    if (this.#log) await quietly(this.#log.prune(this.#parts.now()));
    if (this.visited.all.some(({ url, tabId }) => this.#suspects(url, tabId)))
      await quietly(this.redirects.dropKeptPages());
    await quietly(this.redirects.apply());
    await sweep(this, this.#parts.tabs, async (tabId, url) => {
      await this.navigation.show(tabId, url);
      if (change === 'update') this.#parts.listed?.(tabId, url);
    });
  }

  #suspects(url: string, tabId: number): boolean {
    const verdict = this.verdict(url, tabId);
    return verdict?.kind === 'checking' || (verdict !== null && stops(verdict));
  }

  async #settingsChanged(changed: ProtectionSettings): Promise<void> {
    await this.ready;
    this.#settings = changed;
    this.confirmation.forgetFailures();
    await quietly(this.redirects.dropKeptPages());
    await quietly(this.redirects.apply());
    await this.sweep();
  }
}

/** What fails here is kept as a problem by the store or the rules, and the popup tells it. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
