import type { Endpoint } from '../api/client.ts';
import { hashExpression } from '../asset/hash.ts';
import { INITIAL_SETTINGS, type ProtectionSettings } from '../settings/catalogue.ts';
import type { SessionArea } from '../storage/session.ts';
import { inSession, StoredState } from '../storage/stored-state.ts';
import type { Allowance } from './allowance/allowance.ts';
import { Allowances } from './allowance/allowances.ts';
import { OrganizationAllowList } from './allowance/organization-allow-list.ts';
import { BucketCache } from './confirmation/bucket-cache.ts';
import type { Cause } from './confirmation/cause.ts';
import { Confirmation, type FailedConfirmation, failedConfirmation } from './confirmation/confirmation.ts';
import { ConfirmedHosts } from './confirmation/confirmed-hosts.ts';
import { QuestionBudget } from './confirmation/question-budget.ts';
import { SelfTestEntries } from './health/self-test.ts';
import { isTestHost } from './health/test-host.ts';
import { type DownloadPort, downloadGuard } from './navigation/downloads.ts';
import { type FramePort, type Judge, navigationGuard } from './navigation/navigation.ts';
import { requestGuard } from './navigation/request-guard.ts';
import { type TabPort, Tabs } from './navigation/tabs.ts';
import { PAUSED, type Pause } from './pause/pause.ts';
import type { Pauses } from './pause/pauses.ts';
import { Redirects, type RulePort } from './rules/redirects.ts';
import { type ProtectionStore, quietly } from './store.ts';
import { stops } from './verdict/decision.ts';
import { isOwnBlock, type ListView } from './verdict/lookup.ts';
import { Protection } from './verdict/protection.ts';
import type { Verdict } from './verdict/verdict.ts';
import { isWeb, webAddress } from './warning/address.ts';

export type SettingsPort = {
  /** Those in force; where the person's own cannot be read, `isWhole` is false. Never rejects. */
  readGoverned(): Promise<{ readonly settings: ProtectionSettings; readonly isWhole: boolean }>;
  endpoint(): Promise<Endpoint | null>;
};

type OpenTab = {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly discarded?: boolean | undefined;
};
export type SweepPort = FramePort & { query(filter: object): Promise<readonly OpenTab[]> };

export type WorkerParts = {
  readonly store: ProtectionStore;
  readonly list: ListView;
  readonly settings: SettingsPort;
  readonly rules: RulePort;
  readonly pauses: Pauses;
  readonly session: SessionArea;
  /** Whether a tab is in a private window; null if all are, and the store itself is in memory. */
  readonly isPrivate: ((tabId: number) => Promise<boolean>) | null;
  /** Called for each open page that is stopped because it became listed. */
  readonly onOpenPageListed?: OnListed;
  readonly tabs: TabPort & SweepPort;
  readonly downloads: DownloadPort;
  /** Called for each stopped file of a site about which no tab shows a warning. */
  readonly onFileStopped: (url: string) => unknown;
  /** Called for each stopped page, except those of the self-test. */
  readonly onStopped?: (tabId: number) => void;
  /** The extension's own address of the warning page. */
  readonly warningPage: string;
  readonly now: () => number;
};

/** Name in the session of the list by which every open page was judged; null where one could not be confirmed. */
const SWEPT = 'swept';
/** Open pages with a false hit that are remembered. */
const MAX_CLEARED = 500;

type OnListed = (tabId: number, url: string) => unknown;

/** The protection inside one worker: loaded once, and kept in line with the list and the settings. */
export class ProtectionWorker implements Judge {
  readonly protection: Protection;
  readonly confirmation: Confirmation;
  readonly #confirmationState: StoredState<FailedConfirmation>;
  readonly allowances: Allowances;
  readonly allowList: OrganizationAllowList;
  readonly redirects: Redirects;
  readonly navigation: ReturnType<typeof navigationGuard>;
  readonly onBeforeRequest: ReturnType<typeof requestGuard>;
  readonly downloads: ReturnType<typeof downloadGuard>;
  readonly store: ProtectionStore;
  readonly tabs: Tabs;
  readonly budget: QuestionBudget;
  readonly selfTest: SelfTestEntries;
  /** Resolves when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  readonly #parts: WorkerParts;
  readonly #cache: BucketCache;
  readonly #hosts: ConfirmedHosts;
  /** The initial settings until the stored ones are read. */
  settings: ProtectionSettings = INITIAL_SETTINGS;
  /** Whether the person's choices are among them; if not, they have to be read again. */
  hasPersonal = true;
  loaded = false;
  #healed = false;
  /** The hits of open pages that the service found clean. */
  readonly #cleared = new Map<string, string>();

  constructor(parts: WorkerParts) {
    const { now } = parts;
    this.#parts = parts;
    this.selfTest = new SelfTestEntries(parts.session, now);
    const { store, list } = parts;
    const cache = new BucketCache(store);
    const hosts = new ConfirmedHosts(store);
    const place = inSession(parts.session, 'confirmation');
    this.#confirmationState = new StoredState({ place, schema: failedConfirmation, initial: null });
    this.tabs = new Tabs({
      session: parts.session,
      port: parts.tabs,
      warningPage: parts.warningPage,
      mustLeave: (url, tabId) => stops(this.verdict(url, tabId)),
      onStopped: (tabId, url) => {
        if (!isTestHost(new URL(url).hostname)) parts.onStopped?.(tabId);
      },
    });
    const { isPrivate } = parts;
    this.budget = new QuestionBudget({
      session: parts.session,
      siteOf: (tabId) => this.tabs.siteOf(tabId),
      isPrivate: isPrivate ?? (async () => false),
      now,
    });
    const mayStore = async (tabId: number | undefined) =>
      isPrivate === null || tabId === undefined || !(await isPrivate(tabId));
    const settings = () => this.settings;
    const { selfTest, budget } = this;
    const shared = { list, selfTest, cache, budget, mayStore, now };
    const endpoint = () => parts.settings.endpoint();
    this.confirmation = new Confirmation({ ...shared, state: this.#confirmationState, endpoint });
    this.allowances = new Allowances(store, parts.session, now, settings);
    const mayOpen = ({ expression }: Allowance) => !isOwnBlock(list, hashExpression(expression));
    this.allowList = new OrganizationAllowList(() => this.settings.allowList, now);
    this.redirects = new Redirects(parts.rules, () => ({
      hosts: this.settingsOn(undefined).protectSites ? hosts.all.map(({ host }) => host) : [],
      allowances: [
        ...this.allowances.list,
        ...this.allowList.asAllowances.filter(mayOpen),
        ...(this.settings.pause ? parts.pauses.asAllowances : []),
      ],
      warningPage: parts.warningPage,
    }));
    const { confirmation, allowances, allowList, redirects } = this;
    const settingsOn = (url?: string) => this.settingsOn(url);
    const known = { confirmation, hosts, allowances, allowList, redirects };
    this.protection = new Protection({ ...shared, ...known, settings: settingsOn });
    this.navigation = navigationGuard(this, this.tabs, parts.tabs, parts.warningPage);
    this.onBeforeRequest = requestGuard(this, this.tabs, parts.warningPage);
    this.downloads = downloadGuard({
      judge: this,
      port: parts.downloads,
      openTabs: () => this.allowances.list.flatMap(({ tabId }) => tabId ?? []),
      onStopped: (url) => {
        if (!this.tabs.noteFile(url)) parts.onFileStopped(url);
      },
    });
    this.store = store;
    this.#cache = cache;
    this.#hosts = hosts;
    list.onChange((change) => this.#listChanged(change));
    this.ready = this.#load();
  }

  /** The person's pause in force on a page, by its address; null where there is none, or the organization allows none. */
  pauseOn(url: string | undefined): Pause | null {
    return this.settings.pause ? this.#parts.pauses.on(url) : null;
  }

  /** The settings in force on a page, by its address. The one place where a pause takes effect. */
  settingsOn(url: string | undefined): ProtectionSettings {
    return this.pauseOn(url) ? { ...this.settings, ...PAUSED } : this.settings;
  }

  /** Why the last confirmation failed; null once one has succeeded. */
  get failedConfirmation(): FailedConfirmation {
    return this.#confirmationState.value;
  }

  verdict(url: string, tabId?: number): Verdict | null {
    return this.protection.verdict(url, tabId);
  }

  resolve(url: string, tabId?: number, cause?: Cause): Promise<Verdict | null> {
    return this.protection.resolve(url, tabId, cause);
  }

  /** Runs at every start: prunes stored data, writes the rules, and checks open tabs once in a browser session. */
  async start(): Promise<void> {
    await this.ready;
    if (!this.#healed) await this.protection.forgetUnlisted();
    await quietly(this.allowances.expire());
    await quietly(this.redirects.apply());
    await this.sweepAgain();
  }

  /** When the next pause, or allowance of a person or the organization ends, in ms since epoch; null if none does. */
  get nextAllowanceEnd(): number | null {
    const next = [this.allowances.nextExpiry, this.allowList.nextExpiry, this.#parts.pauses.nextEnd];
    const ends = next.filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Called when an allowance or pause has ended: deletes its stored data and checks the pages that are open because of it. */
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
    await quietly(this.#hosts.prune(nothing));
    await quietly(this.#cache.prune(nothing));
    // Whatever an earlier attempt forgot in memory and could not delete.
    await this.store.clear('hosts');
    await this.store.clear('buckets');
    await this.redirects.apply();
  }

  /** Forgets what the service answered: another one may list more. */
  async forgetAnswers(): Promise<void> {
    await this.ready;
    await quietly(this.#cache.prune({ has: () => false }));
  }

  /**
   * Checks every open tab and its frames: restored ones, those from before the browser's rules, and those whose site was
   * listed while they were open. Only confirmed ones go to the warning: a page in use is never taken away because the
   * service is unreachable. Unloaded tabs are checked by their guard when they load.
   * @param onListed called for each page that is stopped
   */
  async sweep(onListed?: OnListed): Promise<void> {
    await this.ready;
    const list = this.#listName;
    const open = (await this.#parts.tabs.query({})).filter(({ id, discarded }) => id !== undefined && !discarded);
    const checks = await Promise.all(open.map((tab) => this.#checkTab(tab, onListed)));
    await this.#parts.session.set({ [SWEPT]: checks.includes(true) ? null : list });
  }

  /**
   * Called at each start and after each poll: a page that was listed while the service was slow, or before a worker ended,
   * would stay open until the list changes again. Does nothing where every page was judged by this list.
   */
  async sweepAgain(): Promise<void> {
    await this.ready;
    const swept = (await this.#parts.session.get(SWEPT))[SWEPT];
    // At the browser's start a page was not open when it became listed.
    if (swept !== this.#listName) await this.sweep(swept === undefined ? undefined : this.#parts.onOpenPageListed);
  }

  get #listName(): string {
    const { token, recentToken } = this.#parts.list.info ?? {};
    return `${token} ${recentToken}`;
  }

  /** @returns whether its page or a frame in it may be listed and could not be confirmed */
  async #checkTab({ id = -1, url: shown = '' }: OpenTab, onListed?: OnListed): Promise<boolean> {
    const { tabs } = this.#parts;
    const url = webAddress(shown);
    const verdict = url === null ? null : await this.#confirmOpen(url, id, 'navigation');
    if (url !== null && verdict?.kind === 'blocked') {
      const tab = await tabs.get(id).catch(() => null);
      if (tab?.url !== shown) return false;
      if (!this.tabs.isLeaving(id, url)) onListed?.(id, url);
      void this.tabs.stop(id, url);
      return false;
    }
    const frames = await tabs.frames(id).catch(() => []);
    const uncertain = frames.map(async (frame) => {
      const { frameId, documentLifecycle = 'active' } = frame;
      if (frameId === 0 || documentLifecycle !== 'active' || !isWeb(frame.url)) return false;
      const { kind } = (await this.#confirmOpen(frame.url, id, 'frame')) ?? {};
      // No guard looks again at a document that is there.
      if (kind === 'blocked') void this.navigation.endFrame({ ...frame, tabId: id });
      return kind === 'unconfirmed' || kind === 'checking';
    });
    return (await Promise.all(uncertain)).includes(true) || verdict?.kind === 'unconfirmed';
  }

  /** The verdict on an open page. One that was found clean is asked about again only when it gets another hit. */
  async #confirmOpen(url: string, tabId: number, cause: Cause): Promise<Verdict | null> {
    const name = this.protection.hitsOf(url).join();
    if (this.#cleared.get(url) === name && this.verdict(url, tabId)?.kind === 'checking') return null;
    const verdict = await this.resolve(url, tabId, cause);
    if (verdict?.kind === 'clear') this.#cleared.set(url, name);
    if (this.#cleared.size > MAX_CLEARED) this.#cleared.clear();
    return verdict;
  }

  async #load(): Promise<void> {
    const { list, settings, now } = this.#parts;
    const [read] = await Promise.all([
      settings.readGoverned(),
      list.ready,
      this.#cache.load(now()),
      this.#hosts.load(),
      this.allowances.load(),
      this.#parts.pauses.load(),
      this.selfTest.load(),
      this.#confirmationState.load(),
      this.tabs.load(),
      this.budget.load(),
    ]);
    this.settings = read.settings;
    this.hasPersonal = read.isWhole;
    this.loaded = true;
  }

  async #listChanged(change: 'update' | 'heal'): Promise<void> {
    if (change === 'heal') this.#healed = true;
    await this.ready;
    if (change === 'update') await this.protection.forgetUnlisted();
    await quietly(this.redirects.apply());
    await this.sweep(change === 'update' ? this.#parts.onOpenPageListed : undefined);
  }

  /** Brings everything in line with other settings. */
  async follow(changed: ProtectionSettings): Promise<void> {
    await this.ready;
    this.settings = changed;
    this.hasPersonal = true;
    this.confirmation.forgetFailures();
    await quietly(this.redirects.apply());
    await this.sweep();
  }
}
