import type { Endpoint } from '../api/client.ts';
import { hashExpression } from '../asset/hash.ts';
import { namedExpressions } from '../asset/named-account.ts';
import { INITIAL_SETTINGS, type ProtectionSettings } from '../settings/catalogue.ts';
import { retryDelay } from '../storage/back-off.ts';
import type { SessionArea } from '../storage/session.ts';
import { Allowances } from './allowance/allowances.ts';
import { OrganizationAllowList } from './allowance/organization-allow-list.ts';
import { BucketCache } from './confirmation/bucket-cache.ts';
import type { Cause } from './confirmation/cause.ts';
import { Confirmation, FAILURE_TTL_MS } from './confirmation/confirmation.ts';
import { ConfirmationState } from './confirmation/confirmation-state.ts';
import { ConfirmedHosts } from './confirmation/confirmed-hosts.ts';
import { QuestionBudget } from './confirmation/question-budget.ts';
import { isTestHost, SelfTestEntries } from './health/self-test.ts';
import { filledAmong, type Tab } from './navigation/frame-removal.ts';
import { isBlank, judgedAddress } from './navigation/judged-address.ts';
import { type Judge, NavigationGuard, type TabPort } from './navigation/navigation.ts';
import { endListedFrames, type OpenFramesPort } from './navigation/open-frames.ts';
import { RequestGuard } from './navigation/request-guard.ts';
import { OpenedWindows, VisitedPages } from './navigation/tab-records.ts';
import { FrameNotices } from './rules/frame-notices.ts';
import { LinkCheck } from './rules/link-check.ts';
import { Redirects, type RulePort } from './rules/redirects.ts';
import { type ProtectionStore, quietly } from './store.ts';
import { stops } from './verdict/decision.ts';
import type { ListView } from './verdict/lookup.ts';
import { Protection } from './verdict/protection.ts';
import type { Verdict } from './verdict/verdict.ts';
import { BackSteps } from './warning/back-steps.ts';
import { StoppedNavigations } from './warning/stopped-navigations.ts';

export type SettingsPort = {
  read(): Promise<ProtectionSettings>;
  /** @param changed settles when the protection follows the settings */
  onChange(changed: (settings: ProtectionSettings) => Promise<void>): unknown;
  endpoint(): Promise<Endpoint | null>;
};

type OpenTab = Tab & { readonly discarded?: boolean | undefined };
export type SweepPort = {
  query(filter: object): Promise<readonly OpenTab[]>;
  get(tabId: number): Promise<OpenTab>;
  remove(tabId: number): Promise<unknown>;
  frames: OpenFramesPort['frames'];
  /** The origin of the page in a tab, as the page tells it; never settles while it keeps its thread busy. */
  origin(tabId: number): Promise<string | null>;
};

export type WorkerParts = {
  readonly store: ProtectionStore;
  readonly list: ListView;
  readonly settings: SettingsPort;
  readonly rules: RulePort;
  readonly session: SessionArea;
  /** Whether a tab is in a private window; null if all are, and the store itself is in memory. */
  readonly isPrivate: ((tabId: number) => Promise<boolean>) | null;
  /** Called for each open page that is stopped because it became listed. */
  readonly onOpenPageListed?: (tabId: number, url: string) => unknown;
  readonly tabs: TabPort & SweepPort;
  /** Removes a listed frame from its page. */
  readonly removeFrame: OpenFramesPort['remove'];
  /** Called for each stopped page, except those of the self-test. */
  readonly onStopped?: (tabId: number) => void;
  /** The extension's own address of the warning page. */
  readonly warningPage: string;
  readonly now: () => number;
};

/** Longest time until open pages that could not be confirmed are checked again, in milliseconds. */
const MAX_RECHECK_DELAY_MS = 60_000;

type OnListed = (tabId: number, url: string) => void;

/** The protection inside one worker: loaded once, and kept in line with the list and the settings. */
export class ProtectionWorker implements Judge {
  readonly protection: Protection;
  readonly confirmation: Confirmation;
  readonly confirmationState: ConfirmationState;
  readonly allowances: Allowances;
  readonly allowList: OrganizationAllowList;
  readonly redirects: Redirects;
  readonly navigation: NavigationGuard;
  readonly requests: RequestGuard;
  readonly stopped: StoppedNavigations;
  readonly backSteps: BackSteps;
  readonly linkCheck: LinkCheck;
  readonly frameNotices: FrameNotices;
  readonly store: ProtectionStore;
  readonly visited: VisitedPages;
  readonly openedWindows: OpenedWindows;
  readonly budget: QuestionBudget;
  readonly selfTest: SelfTestEntries;
  /** Settles when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  readonly #parts: WorkerParts;
  readonly #cache: BucketCache;
  readonly #hosts: ConfirmedHosts;
  /** The initial settings until the stored ones are read, or if they cannot be read. */
  #settings: ProtectionSettings = INITIAL_SETTINGS;
  #loaded = false;
  #healed = false;
  /** Checks of open pages in a row that left one unconfirmed. */
  #uncertain = 0;
  #recheck: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: WorkerParts) {
    const { now } = parts;
    this.#parts = parts;
    this.selfTest = new SelfTestEntries(parts.session, now);
    const list = this.selfTest.addedTo(parts.list);
    const { store } = parts;
    const cache = new BucketCache(store);
    const hosts = new ConfirmedHosts(store);
    this.confirmationState = new ConfirmationState(store);
    const endpoint = () => parts.settings.endpoint();
    this.visited = new VisitedPages(parts.session);
    this.openedWindows = new OpenedWindows(parts.session);
    this.budget = new QuestionBudget({ session: parts.session, siteOf: (tabId) => this.visited.siteOf(tabId), now });
    const { isPrivate } = parts;
    const mayStore = async (tabId: number | undefined) =>
      isPrivate === null || tabId === undefined || !(await isPrivate(tabId));
    const asking = { budget: this.budget, mayStore };
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
    this.protection = new Protection({ ...known, settings, accountsOf: namedExpressions, now });
    this.stopped = new StoppedNavigations(parts.session, parts.warningPage, (tabId, url) => {
      if (!isTestHost(new URL(url).hostname)) parts.onStopped?.(tabId);
    });
    this.backSteps = new BackSteps(parts.warningPage, now);
    this.navigation = new NavigationGuard(this, parts.tabs, this.stopped, parts.warningPage, (tabId) =>
      this.#closeFilledWindows(tabId),
    );
    this.requests = new RequestGuard(this, this.stopped, parts.warningPage);
    this.linkCheck = new LinkCheck(this, redirects);
    this.frameNotices = new FrameNotices((tabId, host) => redirects.blockFrames(tabId, host), now);
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

  /**
   * Runs at every start of the worker once verdicts can be given: prunes stored data, writes the rules, and checks open
   * tabs.
   */
  async start(): Promise<void> {
    await this.ready;
    if (!this.#healed) await this.protection.forgetUnlisted();
    await quietly(this.allowances.expire());
    await quietly(this.redirects.apply());
    await this.sweep();
  }

  /** When the next allowance of a person or the organization ends, in ms since epoch; null if none does. */
  get nextAllowanceEnd(): number | null {
    const ends = [this.allowances.nextExpiry, this.allowList.nextExpiry].filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Called when an allowance has ended: deletes its stored data and checks the pages that are open because of it. */
  async endAllowances(): Promise<void> {
    await this.ready;
    await quietly(this.allowances.expire());
    await quietly(this.redirects.apply());
    await this.sweep();
  }

  /** Erases which listed sites this profile has met. They stay blocked: a visit asks the service again. */
  async forgetConfirmed(): Promise<void> {
    await this.ready;
    const nothing = { has: () => false };
    await this.#hosts.prune(nothing);
    await this.#cache.prune(nothing);
    await this.redirects.apply();
  }

  /**
   * Checks every open tab: restored ones, those from before the browser's rules, and those whose site was listed while
   * they were open. Only confirmed ones go to the warning page: a page in use is never taken away because the service
   * is unreachable. Then it is checked again later. Unloaded tabs are checked by their guard when they load.
   */
  async sweep(): Promise<void> {
    this.#planRecheck(await this.#sweepTabs());
  }

  /**
   * Checks every open tab and its frames.
   * @param onListed called for each page whose site was listed while it was open, if that is why they are checked
   */
  async #sweepPages(onListed?: OnListed): Promise<void> {
    const open = await Promise.all([this.#sweepTabs(onListed), this.#sweepFrames()]);
    this.#planRecheck(open.includes(true), onListed);
  }

  /** Without it, a page that was listed while the service was slow would stay open until the list changes again. */
  #planRecheck(isUncertain: boolean, onListed?: OnListed): void {
    if (!isUncertain) this.#uncertain = 0;
    if (!isUncertain || this.#recheck !== null) return;
    this.#uncertain += 1;
    const delay = Math.min(retryDelay(this.#uncertain, FAILURE_TTL_MS, Math.random()), MAX_RECHECK_DELAY_MS);
    this.#recheck = setTimeout(() => {
      this.#recheck = null;
      void quietly(this.#sweepPages(onListed));
    }, delay);
  }

  /** @returns whether a page may be listed and could not be confirmed */
  async #sweepTabs(onListed?: OnListed): Promise<boolean> {
    await this.ready;
    const { tabs } = this.#parts;
    const stopIfBlocked = async ({ id, url: shown = '', discarded }: OpenTab): Promise<boolean> => {
      if (id === undefined || discarded) return false;
      const url = await judgedAddress(shown, () => tabs.origin(id));
      const verdict = url === null ? null : await this.settle(url, id);
      const tab = verdict?.kind === 'blocked' ? await tabs.get(id).catch(() => null) : null;
      if (url === null || !tab || (tab.url ?? '') !== shown) return verdict?.kind === 'unconfirmed';
      if (shown !== url && this.openedWindows.all.some(({ tabId }) => tabId === id)) {
        await quietly(tabs.remove(id));
        return false;
      }
      await (onListed ? this.navigation.endOpenPage(id, url, shown) : this.navigation.showWarning(id, url, shown));
      onListed?.(id, url);
      return false;
    };
    const open = await Promise.all(
      (await tabs.query({})).map((tab) => {
        const check = stopIfBlocked(tab);
        if (!isBlank(tab.url)) return check;
        void quietly(check.then((isUncertain) => isUncertain && this.#planRecheck(true, onListed)));
        return false;
      }),
    );
    return open.includes(true);
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
      this.stopped.load(),
    ]);
    this.#settings = read;
    this.#loaded = true;
  }

  async #listChanged(change: 'update' | 'heal'): Promise<void> {
    if (change === 'heal') this.#healed = true;
    await this.ready;
    if (change === 'update') await this.protection.forgetUnlisted();
    if (this.visited.all.some(({ url, tabId }) => this.#suspects(url, tabId)))
      await quietly(this.redirects.clearBackForwardCache());
    await quietly(this.redirects.apply());
    await this.#sweepPages(
      change === 'update' ? (tabId, url) => this.#parts.onOpenPageListed?.(tabId, url) : undefined,
    );
  }

  /** @returns whether a frame may be listed and could not be confirmed */
  async #sweepFrames(): Promise<boolean> {
    const { tabs, removeFrame } = this.#parts;
    const port: OpenFramesPort = {
      verdict: (url, tabId) => this.verdict(url, tabId),
      settle: (url, tabId, cause) => this.settle(url, tabId, cause),
      frames: (tabId) => tabs.frames(tabId),
      remove: removeFrame,
    };
    const all = await tabs.query({});
    const open = await Promise.all(
      all.flatMap(({ id, discarded }) => (id === undefined || discarded ? [] : endListedFrames(id, port))),
    );
    return open.includes(true);
  }

  #closeFilledWindows(tabId: number): void {
    const opened = this.openedWindows.of(tabId);
    if (opened.length === 0) return;
    const { tabs } = this.#parts;
    const close = async () => {
      const filled = filledAmong(opened, await tabs.query({}), (id) => this.openedWindows.of(id));
      await Promise.allSettled(filled.map((id) => tabs.remove(id)));
    };
    void quietly(close());
  }

  #suspects(url: string, tabId: number): boolean {
    const verdict = this.verdict(url, tabId);
    return verdict?.kind === 'checking' || (verdict !== null && stops(verdict));
  }

  async #settingsChanged(changed: ProtectionSettings): Promise<void> {
    await this.ready;
    this.#settings = changed;
    this.confirmation.forgetFailures();
    await quietly(this.redirects.clearBackForwardCache());
    await quietly(this.redirects.apply());
    await this.#sweepPages();
  }
}
