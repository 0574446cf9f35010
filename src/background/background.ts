import { browser } from 'wxt/browser';
import { ALGO_VERSION } from '../asset/index.ts';
import { Blocklist, BundledList, ListStore, ListSync } from '../blocklist/index.ts';
import { BRAND } from '../organization/current.ts';
import { OrganizationStore } from '../organization/record.ts';
import { Answers } from '../protection/answers.ts';
import { Findings } from '../protection/findings.ts';
import type { Health } from '../protection/health.ts';
import { readHealth } from '../protection/health-reader.ts';
import { ProtectionWorker } from '../protection/worker.ts';
import { Outbox } from '../reporting/outbox.ts';
import type { Settings } from '../settings/catalogue.ts';
import { SettingsStore } from '../settings/store.ts';
import { badge, ruleTable, sessionArea } from './browser-ports.ts';
import { listConnection, protectionStore } from './first-reads.ts';
import { PACKAGE_LIST } from './package-list.ts';
import { Schedule } from './schedule.ts';

/** Another service that a person chose has an operator of its own, about whom the keys of the brand say nothing. */
const publicKeysOf = (service: string): readonly string[] => (service === BRAND.serviceUrl ? BRAND.listPublicKeys : []);

/** Everything that lives in the background, put together once per worker. What it holds in memory is a cache of what is stored. */
export class Background {
  /** Address of the bundled warning page. */
  readonly warningPage = browser.runtime.getURL('/warning.html' as '/');
  readonly settings = new SettingsStore(BRAND);
  readonly blocklist: Blocklist;
  readonly sync: ListSync;
  readonly worker: ProtectionWorker;
  readonly answers: Answers;
  readonly findings = new Findings(sessionArea, badge);
  readonly outbox: Outbox;
  readonly organization: OrganizationStore;
  readonly schedule: Schedule;

  constructor() {
    const endpoint = () => this.settings.endpoint();
    const store = new ListStore(listConnection);
    const bundled = new BundledList((path) => browser.runtime.getURL(path as '/'), PACKAGE_LIST);
    this.blocklist = new Blocklist({ store, bundled, algoVersion: ALGO_VERSION });
    this.sync = new ListSync({ blocklist: this.blocklist, store, endpoint, publicKeysOf });
    this.worker = new ProtectionWorker({
      store: protectionStore,
      list: this.blocklist,
      settings: this.settings,
      rules: ruleTable,
      session: sessionArea,
      tabs: browser.tabs,
      warningPage: this.warningPage,
      now: Date.now,
    });
    this.answers = new Answers(this.worker);
    this.outbox = new Outbox({ endpoint });
    this.organization = new OrganizationStore({ brand: BRAND, endpoint });
    this.schedule = new Schedule({
      alarms: browser.alarms,
      sync: this.sync,
      outbox: this.outbox,
      allowances: this.worker,
      now: Date.now,
    });
  }

  /**
   * What every start of the worker does once its listeners are in place. Nothing is polled, sent or looked through before
   * whatever woke the worker has its verdict.
   */
  async start(): Promise<void> {
    const following = this.#followService();
    await this.worker.ready;
    await nextTask();
    await Promise.all([this.worker.start(), this.schedule.woke(), following]);
  }

  /** Another service or key, in whichever context it was set, is used at once. */
  async #followService(): Promise<void> {
    const serviceOf = ({ serviceUrl, apiKey }: Settings) => JSON.stringify([serviceUrl, apiKey]);
    let known: string | null = null;
    this.settings.onChange((changed) => {
      const now = serviceOf(changed);
      if (now !== known) void this.schedule.serviceChanged();
      known = now;
    });
    await this.worker.ready;
    const first = serviceOf(await this.settings.read());
    known ??= first;
  }

  async health(): Promise<Health> {
    await this.worker.ready;
    const [sync, endpoint, permitted] = await Promise.all([
      this.sync.state(),
      this.settings.endpoint(),
      browser.permissions.contains({ origins: ['<all_urls>'] }),
    ]);
    const { settings, store, redirects, confirmationState } = this.worker;
    const problem = this.blocklist.storeProblem;
    return readHealth({
      list: this.blocklist.info,
      sync,
      sitesProtected: settings.protectSites,
      addressesProtected: settings.protectAddresses,
      configured: endpoint !== null,
      permitted,
      storage: store.problem ?? (problem && { kind: `storage-${problem.kind}`, detail: problem.message }),
      rules: redirects.problem,
      confirmation: confirmationState.failing,
      now: Date.now(),
    });
  }
}

/** Settles after everything that waits for the same promise has gone on. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
