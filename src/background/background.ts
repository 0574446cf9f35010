import { browser } from 'wxt/browser';
import { observeRequests } from '../api/outgoing.ts';
import { ALGO_VERSION } from '../asset/hash.ts';
import { platformHosts } from '../asset/index.ts';
import { Blocklist } from '../blocklist/blocklist.ts';
import { ShardCopy } from '../blocklist/shards/shard-copy.ts';
import { BundledList } from '../blocklist/store/bundled.ts';
import { ListStore } from '../blocklist/store/store.ts';
import { ListSync } from '../blocklist/sync/sync.ts';
import { mayNotify, showNotification } from '../browser-ui/browser-notifications.ts';
import { Notifications } from '../browser-ui/notifications.ts';
import { fillMenu } from '../browser-ui/report-menu.ts';
import { ReportSubjects } from '../browser-ui/report-subject.ts';
import { Toolbar } from '../browser-ui/toolbar.ts';
import { buttonInWords, listedInWords, newsInWords, stoppedInWords } from '../browser-ui/words.ts';
import { addressNotices } from '../injection/address-notices.ts';
import { SiteMarks } from '../injection/marks.ts';
import { guardOpenTabs } from '../injection/open-tabs.ts';
import { isBarred } from '../injection/target.ts';
import { updateTextsInPages } from '../injection/texts.ts';
import { followWalletCheck } from '../injection/wallet.ts';
import { WorkerLanguage } from '../language/worker-language.ts';
import { BRAND } from '../organization/current.ts';
import { OrganizationStore } from '../organization/record.ts';
import { Findings } from '../protection/activity/findings.ts';
import { type Counted, Statistics } from '../protection/activity/statistics.ts';
import { TrafficLog } from '../protection/activity/traffic-log.ts';
import { allowedSites } from '../protection/allowance/allowed-sites.ts';
import type { Health } from '../protection/health/health.ts';
import { readHealth } from '../protection/health/health-reader.ts';
import { CopiedAddresses } from '../protection/notice/copied-addresses.ts';
import { LookalikeSites } from '../protection/notice/lookalike-sites.ts';
import { Pauses } from '../protection/pause/pauses.ts';
import { SiteChoices } from '../protection/pause/site-choices.ts';
import { ProtectionStore } from '../protection/store.ts';
import { listedContents } from '../protection/verdict/listed-contents.ts';
import { officialNames } from '../protection/verdict/official-name.ts';
import { shownAddresses } from '../protection/verdict/shown-addresses.ts';
import { walletRequests } from '../protection/wallet/wallet-requests.ts';
import { isWeb, stoppedAddress } from '../protection/warning/address.ts';
import { answersOf } from '../protection/warning/answers.ts';
import { warningAddress } from '../protection/warning/short-address.ts';
import { ProtectionWorker } from '../protection/worker.ts';
import { Outbox } from '../reporting/outbox/outbox.ts';
import { maySend } from '../reporting/outbox/reporting-rule.ts';
import type { ProtectionSettings, Settings } from '../settings/catalogue.ts';
import { type SettingsExchange, settingsOfPrivateWindows, settingsOfProfile } from '../settings/exchange.ts';
import { SettingsStore } from '../settings/store.ts';
import { HOUR, MINUTE } from '../storage/duration.ts';
import { Records } from '../storage/records.ts';
import { Sequence } from '../storage/sequence.ts';
import { onceInSession } from '../storage/session.ts';
import { decisionWindows, downloadTable, isInUse, ruleTable, tabTable } from './browser-ports.ts';
import { imitatedBrands, OWN_HOSTS, PACKAGE_LIST, trustOf } from './build.ts';
import {
  IS_ALWAYS_PRIVATE,
  IS_PRIVATE,
  isInPrivate,
  isPrivateTab,
  rulesOfPrivateWindows,
  rulesOfProfile,
  sessionOfPrivateWindows,
} from './private-window.ts';
import { Schedule } from './schedule.ts';
import { showTabs } from './tab-icons.ts';

const serviceOf = ({ serviceUrl, apiKey }: ProtectionSettings): string => JSON.stringify([serviceUrl, apiKey]);

/** Builds everything that the worker does, once per worker. Its memory is only a cache of stored data. */
export class Background {
  /** The warning page as its tabs show it. `getURL` returns this session's address, to which pages navigate. */
  readonly warningPage = `${location.origin}/warning.html`;
  readonly settings: SettingsStore;
  readonly language: WorkerLanguage;
  readonly findings: Findings;
  readonly toolbar: Toolbar;
  readonly notifications: Notifications;
  readonly blocklist: Blocklist;
  readonly sync: ListSync;
  readonly pauses: Pauses;
  readonly worker: ProtectionWorker;
  readonly outbox: Outbox;
  readonly organization: OrganizationStore;
  readonly schedule: Schedule;
  readonly answers: ReturnType<typeof answersOf>;
  readonly allowedSites: ReturnType<typeof allowedSites>;
  readonly addresses: ReturnType<typeof shownAddresses>;
  readonly lookalikes: LookalikeSites;
  readonly officialName: ReturnType<typeof officialNames>;
  readonly mutedSites: SiteChoices;
  readonly siteMarks: SiteMarks;
  readonly addressNotices: ReturnType<typeof addressNotices>;
  readonly reportSubjects: ReportSubjects;
  readonly walletRequests: ReturnType<typeof walletRequests>;
  #walletProblem: string | null = null;
  readonly traffic: TrafficLog;
  readonly statistics: Statistics;
  readonly #records = new Records();
  readonly #settingsExchange: SettingsExchange;
  readonly #shards: ShardCopy | null;
  readonly #verifyList: () => Promise<void>;
  /** When the policy is read again, in ms since epoch. */
  #policyDueAt = 0;
  #mayReport: boolean | null = null;
  readonly #shows = new Sequence();

  constructor() {
    const records = this.#records;
    this.#settingsExchange = IS_PRIVATE ? settingsOfPrivateWindows(BRAND) : settingsOfProfile(records, BRAND);
    const { record, policy, delivered, policyKey } = this.#settingsExchange;
    this.settings = new SettingsStore({ brand: BRAND, record, policy, delivered, policyKey });
    // A poll that brings a key does not wait for this, because this starts another poll.
    delivered.onChange(() => void this.onSettingsChanged());
    this.settings.onChange(() => void this.onSettingsChanged());
    this.language = new WorkerLanguage({
      inForce: async () => (await this.settings.read()).language,
      noted: IS_PRIVATE ? null : browser.storage.local,
      onChanged: async () => {
        await this.toolbar.updateTitle();
        await Promise.all([fillMenu(this), showTabs(this), updateTextsInPages()]);
      },
    });
    const endpoint = () => this.settings.endpoint();
    const count = (what: Counted, tabId?: number, by?: number) => {
      if (!IS_PRIVATE) void this.statistics.count(what, tabId, by);
    };
    this.traffic = new TrafficLog({
      kept: async () => (await this.settings.read()).trafficKept,
      onRequest: (what) => what === 'blocklistConfirm' && count('asked'),
      now: Date.now,
    });
    this.statistics = new Statistics({ records, isPrivate: isPrivateTab, now: Date.now });
    observeRequests(this.traffic.observe);
    const session = IS_PRIVATE ? sessionOfPrivateWindows(records, browser.storage.session) : browser.storage.session;
    this.reportSubjects = new ReportSubjects(session);
    const store = new ListStore();
    const bundled = new BundledList((path) => browser.runtime.getURL(path as '/'), PACKAGE_LIST);
    this.blocklist = new Blocklist({ store, bundled, algoVersion: ALGO_VERSION });
    this.#verifyList = () => onceInSession(session, 'list-verified', () => this.blocklist.verify());
    // Only the profile's worker can store another key.
    const keys = IS_PRIVATE ? {} : { keys: delivered };
    this.sync = new ListSync({ blocklist: this.blocklist, store, endpoint, trustOf, ...keys });
    this.toolbar = new Toolbar({
      port: browser.action,
      session,
      stateOf: (tabId, shown) => {
        const stopped = stoppedAddress(shown, this.warningPage);
        const url = stopped ?? shown;
        // An address that the organization allows was not opened by the person.
        const verdict =
          isWeb(url) && !this.worker.protection.organizationEntryOf(url) ? this.worker.verdict(url, tabId) : null;
        const isPaused = isWeb(url) && this.worker.pauseOn(url) !== null;
        return { verdict, isWarning: stopped !== null, isPaused, isLookalike: this.lookalikes.of(url) !== null };
      },
      say: this.language.said(buttonInWords),
    });
    this.notifications = new Notifications({
      show: showNotification,
      isOn: async () => (await this.settings.read()).notify && (await mayNotify()),
      say: {
        listed: this.language.said(listedInWords),
        news: this.language.said(newsInWords),
        unprotected: this.language.said(stoppedInWords),
      },
      session,
    });
    const showBlocked = async (tabId: number, blocked: number) => {
      await browser.action.setBadgeText({ tabId, text: blocked > 0 ? String(blocked) : '' });
      const { url } = await browser.tabs.get(tabId);
      await this.toolbar.setBlockedCount(tabId, url ?? '', blocked);
    };
    this.findings = new Findings(session, showBlocked, (tabId, more) => count('marked', tabId, more));
    const choices = { records, session, isPrivate: isInPrivate, now: Date.now };
    this.pauses = new Pauses('pauses', choices);
    this.worker = new ProtectionWorker({
      pauses: this.pauses,
      store: new ProtectionStore(),
      list: this.blocklist,
      settings: this.settings,
      rules: IS_PRIVATE ? rulesOfPrivateWindows(ruleTable) : rulesOfProfile(ruleTable),
      session,
      isPrivate: IS_PRIVATE ? null : isPrivateTab,
      onOpenPageListed: async (tabId, url) => {
        // The system keeps notifications, so none may be about a private window.
        if (!IS_PRIVATE && !(await isPrivateTab(tabId))) await this.notifications.notifyListed(url);
      },
      tabs: tabTable,
      downloads: downloadTable,
      onFileStopped: async (url) => {
        const { id } = await browser.tabs.create({ url: warningAddress(this.warningPage, url) });
        if (id !== undefined) this.worker.tabs.noteStop(id, url, false, 'stopped');
      },
      onStopped: (tabId) => count('stopped', tabId),
      warningPage: this.warningPage,
      now: Date.now,
    });
    this.outbox = new Outbox({ endpoint, maySend: async () => maySend(await this.settings.read()) });
    this.organization = new OrganizationStore({ brand: BRAND, endpoint, records });
    // Firefox asks before a request leaves, so no guard there looks anything up. Guards of private windows read the
    // profile's shards.
    this.#shards =
      import.meta.env.FIREFOX || IS_PRIVATE
        ? null
        : new ShardCopy({
            area: browser.storage.local,
            session: browser.storage.session,
            list: this.blocklist,
            platforms: platformHosts(),
          });
    this.answers = answersOf(this.worker);
    const copied = new CopiedAddresses({ session, now: Date.now });
    this.walletRequests = walletRequests({
      worker: this.worker,
      copied,
      session,
      windows: decisionWindows,
      isPrivate: isInPrivate,
      onStopped: (tabId) => count('wallet', tabId),
    });
    this.addressNotices = addressNotices({
      copied,
      isPrivate: isInPrivate,
      isOn: (url) => this.worker.settingsOn(url).noticeSwappedAddresses,
      language: this.language,
    });
    this.addresses = shownAddresses({
      worker: this.worker,
      onShown: (addresses, asker) => void this.addressNotices.shown(addresses, asker),
      isUnmarked: ({ tab }) => this.siteMarks.isOff(tab),
    });
    this.mutedSites = new SiteChoices('mutedSites', choices);
    this.siteMarks = new SiteMarks(
      new SiteChoices('unmarkedSites', choices),
      (url) => this.worker.settingsOn(url).protectAddresses,
    );
    this.officialName = officialNames(this.blocklist, BRAND.official);
    this.lookalikes = new LookalikeSites({
      brands: imitatedBrands,
      ownHosts: OWN_HOSTS,
      officialName: this.officialName,
      resolve: (url, tabId) => this.worker.resolve(url, tabId),
      isOn: (url) => this.worker.settingsOn(url).noticeLookalikes,
      muted: this.mutedSites,
    });
    this.schedule = new Schedule({
      alarms: browser.alarms,
      sync: this.sync,
      outbox: this.outbox,
      allowances: this.worker,
      onPolled: () => void this.#onPolled(),
      onOutboxSent: () => void this.showState(),
      isInUse,
      now: Date.now,
    });
    this.allowedSites = allowedSites({
      worker: this.worker,
      onChanged: () => this.schedule.onAllowancesChanged(),
    });
  }

  /** Runs at every start of the worker, after the verdict on the event that woke it. */
  async start(): Promise<void> {
    await this.worker.ready;
    // Only later news causes a notification.
    const news = IS_PRIVATE ? null : await this.#countNews();
    if (news !== null) await this.notifications.setNews(news);
    await Promise.all([
      this.#shards?.follow(),
      this.worker.start(),
      this.schedule.onWorkerStart(),
      this.exchangeSettings(),
      this.language.follow(),
      this.onPolicyChanged(),
      guardOpenTabs(IS_PRIVATE),
      // What cannot be read now must not end the check: the browser keeps its scripts.
      this.worker.hasPersonal && this.#followWalletCheck(this.worker.settings),
    ]).finally(() => Promise.all([this.showState(), this.#verifyList()]));
  }

  /**
   * Runs at every start, when the browser reports a policy change, and hourly, first after a minute: after its own start
   * Chromium may return the policy of the last session and report no change. It may take minutes to answer.
   */
  async onPolicyChanged(): Promise<void> {
    this.#policyDueAt = Date.now() + (this.#policyDueAt === 0 ? MINUTE : HOUR);
    if (await this.#settingsExchange.policy.follow()) await this.onSettingsChanged();
    await this.#judgePolicyKey();
  }

  /** Runs at every policy change and poll: the scopes of the policy's key must be known before it is used. */
  async #judgePolicyKey(): Promise<void> {
    if (await this.settings.judgePolicyKey()) await this.onSettingsChanged();
  }

  /** Runs at every start and when the other worker has settings for this one: moves them to where they belong. */
  async exchangeSettings(): Promise<void> {
    await this.#settingsExchange.follow((changes) => this.settings.take(changes));
  }

  /** The profile's worker registers the scripts of all windows. */
  async #followWalletCheck({ checkWallets }: Pick<Settings, 'checkWallets'>): Promise<void> {
    if (!IS_PRIVATE) this.#walletProblem = await followWalletCheck(checkWallets);
  }

  /** Applies stored settings at once, including another service or key. */
  async onSettingsChanged(): Promise<void> {
    const [settings] = await Promise.all([this.settings.read(), this.worker.ready]);
    // Where none could be read before, this may be another.
    const isSame = this.worker.hasPersonal && serviceOf(this.worker.settings) === serviceOf(settings);
    void this.worker.follow(settings);
    await Promise.all([this.#settingsExchange.publish(), this.language.follow()]);
    void this.siteMarks.endWhereOff();
    await this.#followWalletCheck(settings);
    await this.schedule.onAllowancesChanged();
    if (!isSame) {
      await this.worker.forgetAnswers();
      await this.schedule.onServiceChanged();
    }
    const couldReport = this.#mayReport;
    this.#mayReport = settings.reports;
    if (this.#mayReport !== couldReport) void this.schedule.sendOutbox(true);
    await this.showState();
  }

  /**
   * Shows the state of the protection, and whether what was sent has news, on the button after either may have changed.
   * One after the other, so that the last one shown is the latest; calls that wait for their turn share it. Never rejects.
   */
  showState(): Promise<void> {
    return this.#shows.share(() => this.#show());
  }

  async #show(): Promise<void> {
    // The profile's worker sets the button of every tab.
    if (IS_PRIVATE) return;
    try {
      const [{ level, problems }, settings, news] = await Promise.all([
        this.health(),
        this.settings.effective().catch(() => ({})),
        this.#countNews(),
      ]);
      const isManaged = Object.values<{ origin: string }>(settings).some(({ origin }) => origin === 'policy');
      await this.toolbar.setGeneral({ level, hasNews: news !== null && news > 0, isManaged });
      await this.notifications.setProtection(level, problems[0]);
      if (news !== null) await this.notifications.setNews(news);
    } catch (error) {
      console.warn('The button could not be brought in line with the protection', error);
    }
  }

  /** The state of the protection. @param tabId a tab whose site is meant, too */
  async health(tabId?: number): Promise<Health> {
    const { worker, blocklist } = this;
    await worker.ready;
    // Settings that cannot be read count as a problem of the storage.
    const [sync, endpoint, switches, policyKey, permitted, barred] = await Promise.all([
      this.sync.state(),
      this.settings.endpoint().catch(() => undefined),
      this.settings.effective().catch(() => null),
      this.settings.policyKeyProblem().catch(() => null),
      browser.permissions.contains({ origins: ['<all_urls>'] }),
      tabId !== undefined && isBarred(tabId),
    ]);
    const { store, redirects, failedConfirmation } = worker;
    return readHealth({
      list: blocklist.info,
      sync,
      sitesProtected: worker.settings.protectSites,
      addressesProtected: worker.settings.protectAddresses,
      pausedEverywhere: worker.pauseOn(undefined) !== null,
      switchesManaged: switches?.protectSites.origin === 'policy' || switches?.protectAddresses.origin === 'policy',
      configured: endpoint !== null,
      policyKey,
      permitted,
      barred,
      alwaysPrivate: IS_ALWAYS_PRIVATE,
      storage:
        store.problem ??
        blocklist.storeProblem ??
        this.#records.problem ??
        this.outbox.storeProblem ??
        this.traffic.problem ??
        this.#shards?.problem ??
        null,
      rules: redirects.problem,
      walletCheck: this.#walletProblem,
      confirmation: failedConfirmation,
      now: Date.now(),
    });
  }

  /** How many reports and disputes have news; null where that cannot be read, which must not hide the state of the protection. */
  async #countNews(): Promise<number | null> {
    try {
      return (await this.outbox.counts()).news;
    } catch (error) {
      console.warn('The news of reports and disputes could not be counted', error);
      return null;
    }
  }

  /** The button says at once what the pages of the extension say: writing the shards may take seconds. */
  async #onPolled(): Promise<void> {
    if (!this.worker.hasPersonal) void this.onSettingsChanged();
    void this.worker.sweepAgain();
    void this.#followList().catch((error) => console.warn('What was sent could not be compared with the list', error));
    if (IS_PRIVATE) return;
    if (Date.now() >= this.#policyDueAt) void this.onPolicyChanged();
    else void this.#judgePolicyKey();
    void this.showState();
  }

  /** Asks about what was sent from here where the list has changed about it, and updates the button over warnings and opened sites. */
  async #followList(): Promise<void> {
    await this.worker.ready;
    if (await this.outbox.compareWithList((contents) => listedContents(this.worker.protection, contents).length))
      await this.schedule.sendOutbox();
    // Whether a site was opened in spite of its warning is known only while it is listed.
    const mayBeOpened = this.worker.allowances.list.length > 0;
    await showTabs(this, (url) => stoppedAddress(url, this.warningPage) !== null || (mayBeOpened && isWeb(url)));
  }
}
