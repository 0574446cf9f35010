import { browser } from 'wxt/browser';
import { ALGO_VERSION } from '../asset/hash.ts';
import { Blocklist } from '../blocklist/blocklist.ts';
import { BundledList } from '../blocklist/bundled.ts';
import { isEnvelope } from '../messaging/envelope.ts';
import { FIRST_MESSAGES, type FirstName } from '../messaging/first-messages.ts';
import { answer, type Handlers } from '../messaging/router.ts';
import type { MessageSource, OwnIdentity } from '../messaging/sender.ts';
import { Answers } from '../protection/answers.ts';
import { Findings } from '../protection/findings.ts';
import { ProtectionWorker } from '../protection/worker.ts';
import { type ProtectionSettings, protectionSettingsOf } from '../settings/protection-settings.ts';
import { badge, ruleTable } from './browser-ports.ts';
import { firstHandlersOf } from './first-handlers.ts';
import { listStore, localArea, protectionStore, sessionArea } from './first-reads.ts';
import { ListNews } from './list-news.ts';
import { PACKAGE_LIST } from './package-list.ts';
import type { Upkeep } from './upkeep.ts';

/** Where the browser's storage holds what a person chose. */
const SETTINGS = 'settings';
/** Milliseconds from the first verdicts to what none waits for. The script for that keeps the worker busy for a few. */
const PATIENCE = 200;

/** What a verdict needs, put together once per worker. What it holds in memory is a cache of what is stored. */
export class Background {
  /** Address of the bundled warning page. */
  readonly warningPage = browser.runtime.getURL('/warning.html' as '/');
  readonly listStore = listStore;
  readonly blocklist: Blocklist;
  readonly worker: ProtectionWorker;
  readonly answers: Answers;
  readonly listNews: ListNews;
  readonly findings = new Findings(sessionArea, badge);
  readonly #own: OwnIdentity = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  readonly #handlers: Handlers<FirstName>;
  readonly #settingsListeners: ((settings: ProtectionSettings) => void)[] = [];
  #upkeep: Promise<Upkeep> | null = null;

  constructor() {
    const bundled = new BundledList(
      (path) => browser.runtime.getURL(path as '/'),
      async () => PACKAGE_LIST,
    );
    this.blocklist = new Blocklist({
      store: listStore,
      bundled,
      algoVersion: ALGO_VERSION,
      ...(import.meta.env.FIREFOX ? {} : { shards: browser.storage.local }),
    });
    this.worker = new ProtectionWorker({
      store: protectionStore,
      list: this.blocklist,
      settings: {
        read: async () => protectionSettingsOf((await localArea.get(SETTINGS)).settings),
        onChange: (changed) => this.#settingsListeners.push(changed),
        endpoint: async () => (await this.upkeep()).settings.endpoint(),
      },
      rules: ruleTable,
      session: sessionArea,
      tabs: browser.tabs,
      warningPage: this.warningPage,
      now: Date.now,
    });
    this.listNews = new ListNews({
      area: localArea,
      poll: async () => (await this.upkeep()).sync.run('start'),
      now: Date.now,
    });
    this.answers = new Answers(this.worker, () => this.listNews.current());
    this.#handlers = firstHandlersOf(this);
  }

  /** Answers one message. @throws Error where the script of the upkeep cannot be read */
  async answer(message: unknown, source: MessageSource): Promise<unknown> {
    if (isEnvelope(message) && Object.hasOwn(FIRST_MESSAGES, message.name))
      return answer(message, source, FIRST_MESSAGES, this.#handlers, this.#own);
    const upkeep = await this.upkeep();
    return upkeep.answer(message, source, this.#own);
  }

  /** Something in the browser's storage changed: settings, in whichever context, are used at once. */
  storageChanged(changes: Readonly<Record<string, { readonly newValue?: unknown }>>, area: string): void {
    const changed = area === 'local' ? changes[SETTINGS] : undefined;
    if (!changed) return;
    const settings = protectionSettingsOf(changed.newValue);
    for (const listener of this.#settingsListeners) listener(settings);
    void this.upkeep().then((upkeep) => upkeep.settingsChanged());
  }

  /** What no verdict waits for. Its script is read when it is first asked for. @throws Error where it cannot be read */
  upkeep(): Promise<Upkeep> {
    this.#upkeep ??= this.#makeUpkeep();
    return this.#upkeep;
  }

  /**
   * What every start of the worker does once its listeners are in place. No tab is looked through, nothing polled or sent before
   * whatever woke the worker has its verdict.
   */
  async start(): Promise<void> {
    await this.worker.ready;
    await pause(0);
    const started = this.worker.start();
    await pause(PATIENCE);
    const { schedule } = await this.upkeep();
    await Promise.all([started, schedule.woke()]);
  }

  async #makeUpkeep(): Promise<Upkeep> {
    try {
      const { Upkeep } = await import('./upkeep.ts');
      return new Upkeep(this);
    } catch (error) {
      this.#upkeep = null;
      throw error;
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
