import { browser } from 'wxt/browser';
import { platformHosts } from '../asset/index.ts';
import { ShardCopy } from '../blocklist/shard-copy.ts';
import { ListSync } from '../blocklist/sync.ts';
import { PAGE_MESSAGES } from '../messaging/catalogue.ts';
import { answer } from '../messaging/router.ts';
import type { MessageSource, OwnIdentity } from '../messaging/sender.ts';
import { BRAND } from '../organization/current.ts';
import { OrganizationStore } from '../organization/record.ts';
import type { Health } from '../protection/health.ts';
import { readHealth } from '../protection/health-reader.ts';
import { Outbox } from '../reporting/outbox.ts';
import type { Settings } from '../settings/catalogue.ts';
import { SettingsStore } from '../settings/store.ts';
import type { Background } from './background.ts';
import { handlersOf } from './handlers.ts';
import { Schedule } from './schedule.ts';

/** Another service that a person chose has an operator of its own, about whom the keys of the brand say nothing. */
const publicKeysOf = (service: string): readonly string[] => (service === BRAND.serviceUrl ? BRAND.listPublicKeys : []);

const serviceOf = ({ serviceUrl, apiKey }: Settings): string => JSON.stringify([serviceUrl, apiKey]);

/** What no verdict waits for: the list kept current, reports sent, and when each is done. Made when it is first needed. */
export class Upkeep {
  readonly settings = new SettingsStore(BRAND);
  readonly sync: ListSync;
  readonly outbox: Outbox;
  readonly organization: OrganizationStore;
  readonly schedule: Schedule;
  readonly #background: Background;
  readonly #shards: ShardCopy | null;
  /** The service and key in use; null until they were read. */
  #service: string | null = null;
  readonly #handlers: ReturnType<typeof handlersOf>;

  constructor(background: Background) {
    const { blocklist, listStore, worker } = background;
    const endpoint = () => this.settings.endpoint();
    this.#background = background;
    this.sync = new ListSync({ blocklist, store: listStore, endpoint, publicKeysOf });
    this.outbox = new Outbox({ endpoint });
    // Firefox asks before a request leaves, so no guard there looks anything up.
    this.#shards = import.meta.env.FIREFOX
      ? null
      : new ShardCopy({ area: browser.storage.local, list: blocklist, platforms: platformHosts() });
    void this.#shards?.follow();
    this.organization = new OrganizationStore({ brand: BRAND, endpoint });
    this.schedule = new Schedule({
      alarms: browser.alarms,
      sync: this.sync,
      outbox: this.outbox,
      allowances: worker,
      noteDue: (dueAt) => void this.#noteDue(dueAt),
      now: Date.now,
    });
    this.#handlers = handlersOf(background, this);
    void this.settings.read().then((read) => {
      this.#service ??= serviceOf(read);
    });
  }

  /** Another service or key, in whichever context it was set, is used at once. */
  async settingsChanged(): Promise<void> {
    const before = this.#service;
    this.#service = serviceOf(await this.settings.read());
    if (this.#service !== before) await this.schedule.serviceChanged();
  }

  /** Guards go by the shards until then, so these follow the list first. */
  async #noteDue(dueAt: number | null): Promise<void> {
    await this.#shards?.settled;
    await this.#background.listNews.note(dueAt);
  }

  /** Answers one message; never rejects. */
  answer(message: unknown, source: MessageSource, own: OwnIdentity): Promise<unknown> {
    return answer(message, source, PAGE_MESSAGES, this.#handlers, own);
  }

  /** The state of the protection. */
  async health(): Promise<Health> {
    const { worker, blocklist } = this.#background;
    await worker.ready;
    const [sync, endpoint, permitted] = await Promise.all([
      this.sync.state(),
      this.settings.endpoint(),
      browser.permissions.contains({ origins: ['<all_urls>'] }),
    ]);
    const { store, redirects, confirmationState } = worker;
    const problem = blocklist.storeProblem;
    return readHealth({
      list: blocklist.info,
      sync,
      sitesProtected: worker.settings.protectSites,
      addressesProtected: worker.settings.protectAddresses,
      configured: endpoint !== null,
      permitted,
      storage: store.problem ?? (problem && { kind: `storage-${problem.kind}`, detail: problem.message }),
      rules: redirects.problem,
      confirmation: confirmationState.failing,
      now: Date.now(),
    });
  }
}
