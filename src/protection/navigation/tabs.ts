import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { isWeb, STOPPED_FILES, type StoppedFile, stoppedAddress, webAddress } from '../warning/address.ts';
import { isSameDocument, shortAddress, warningAddress } from '../warning/short-address.ts';

/** A navigation of a tab's own document, until the next one. */
export type Navigation = {
  readonly tabId: number;
  /** The address it is heading for, short enough for a message; a redirect changes it. */
  url: string;
  isCommitted: boolean;
};

const stop = z.object({
  url: z.string(),
  /** Whether a document of it may have been committed in the tab. */
  loaded: z.boolean(),
  /** Whether its warning was committed in the tab. */
  shown: z.boolean(),
  /** A file of it that may have been saved, or was stopped. */
  file: z.optional(z.enum(STOPPED_FILES)),
});
const tabs = z.array(
  z.object({
    id: z.int(),
    /** The address of the document that the tab loaded last; null if unknown. */
    document: z.nullable(z.string()),
    /** What was stopped in the tab, until its next document. */
    stopped: z.nullable(stop),
  }),
);
type Tab = Readonly<z.infer<typeof tabs>[number]>;

/** Tabs remembered; of those above, the ones without a new document for longest are dropped. */
const MAX_TABS = 1_000;
/** Characters of an address: a page can write two megabytes, and the session holds ten. */
const MAX_ADDRESS = 4_096;
/** Milliseconds for a listed page to let its tab go: it may ask the person to stay, or be too busy. */
const LEAVE_TIMEOUT_MS = 1_500;
/** The same where the browser is on its way to the warning: then only the machine is slow. */
const PENDING_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 300;

export type TabPort = {
  /** This extension's own. */
  readonly extensionId: string;
  update(tabId: number, properties: { url?: string; muted?: boolean }): Promise<unknown>;
  /** Discards what a tab shows; no page can prevent it. The tab's number may change. */
  discard(tabId: number): Promise<{ id?: number | undefined } | undefined>;
  get(tabId: number): Promise<ShownTab>;
};
type ShownTab = {
  readonly url?: string | undefined;
  readonly pendingUrl?: string | undefined;
  /** `extensionId` is that of the extension that muted it last. */
  readonly mutedInfo?: { readonly muted: boolean; readonly extensionId?: string | undefined } | undefined;
};

export type TabsParts = {
  readonly session: SessionArea;
  readonly port: TabPort;
  /** The extension's own address of the warning page. */
  readonly warningPage: string;
  /** Whether an address must not stay in a tab, as far as it is known. */
  readonly mustLeave: (url: string, tabId: number) => boolean;
  /** Called once for each stop whose warning was committed in its tab. */
  readonly onStopped: (tabId: number, url: string) => void;
};

/** All that is known of each tab, for the browser session, and the only way to its warning. */
export class Tabs {
  readonly #parts: TabsParts;
  readonly #stored: StoredState<Tab[]>;
  /** Lost with the worker, which is asked again by the guard in the page. */
  readonly #navigations = new Map<number, Navigation>();
  /** What each tab is being taken off, and when it is. */
  readonly #leaving = new Map<number, { readonly url: string; readonly done: Promise<void> }>();

  constructor(parts: TabsParts) {
    this.#parts = parts;
    const place = inSession(parts.session, 'tabs');
    this.#stored = new StoredState({ place, schema: tabs, initial: [], isFrequent: true });
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** A tab begins to navigate. */
  begin(tabId: number, address: string): Navigation {
    if (stoppedAddress(address, this.#parts.warningPage) === null) this.#leaving.delete(tabId);
    return this.#navigate(tabId, address);
  }

  /**
   * A request for a document of a tab is redirected.
   * @returns its navigation, which goes on to the other address; requests ahead of a navigation have none
   */
  redirected(tabId: number, from: string, to: string): Navigation | null {
    const navigation = this.#navigations.get(tabId);
    if (!navigation || navigation.isCommitted || !isSameDocument(navigation.url, from)) return null;
    navigation.url = shortAddress(to);
    return navigation;
  }

  /**
   * A document was committed in a tab.
   * @returns a navigation that nobody has been asked about
   */
  committed(tabId: number, url: string): Navigation | null {
    const about = stoppedAddress(url, this.#parts.warningPage);
    const before = this.#navigations.get(tabId);
    this.#change(tabId, (tab) => this.#after(tab, url, about));
    // A page may go on to a document without an address of its own, which cancels the way to the warning.
    if (about === null && !isWeb(url)) this.#leaving.delete(tabId);
    if (about !== null || !isWeb(url)) return null;
    if (before && isSameDocument(before.url, url)) {
      before.isCommitted = true;
      return null;
    }
    const navigation = this.#navigate(tabId, url);
    navigation.isCommitted = true;
    return navigation;
  }

  /** Whether a navigation is still the last one of its tab, at or on its way to this address. */
  isCurrent(navigation: Navigation, url: string): boolean {
    return this.#navigations.get(navigation.tabId) === navigation && navigation.url === url;
  }

  navigationIn(tabId: number): Navigation | undefined {
    return this.#navigations.get(tabId);
  }

  /** The address of the document that a tab loaded last; null if unknown. */
  documentIn(tabId: number): string | null {
    return this.#of(tabId)?.document ?? null;
  }

  /** The host of the page that a tab shows; null if unknown. */
  siteOf(tabId: number): string | null {
    const shown = this.documentIn(tabId);
    return shown !== null && URL.canParse(shown) ? new URL(shown).host : null;
  }

  /** The stop of an address in a tab. Only what was stopped there is opened without a press: anyone may open a warning. */
  stopIn(tabId: number | undefined, url: string): Pick<z.infer<typeof stop>, 'loaded' | 'file'> | null {
    const found = tabId === undefined ? null : this.#of(tabId)?.stopped;
    return found && isSameDocument(found.url, url) ? found : null;
  }

  /** A file of a listed site was stopped. @returns whether a tab was stopped at that site, whose warning says so */
  noteFile(url: string): boolean {
    const { host } = new URL(url);
    const stopped = this.#stored.value.filter(({ stopped }) => stopped && new URL(stopped.url).host === host);
    for (const { id } of stopped) this.#setFile(id, 'stopped');
    return stopped.length > 0;
  }

  /** Records a stop, where the browser takes the tab to the warning. */
  noteStop(tabId: number, url: string, loaded: boolean, file?: 'stopped'): void {
    if (tabId < 0) return;
    const stopped = { url: shortAddress(url), loaded, shown: false, ...(file ? { file } : {}) };
    this.#change(tabId, (tab) => ({ ...tab, stopped }));
  }

  /**
   * Takes a tab to the warning about an address. A page that does not let go is discarded, but only if it is listed
   * itself. Does nothing for a tab that is there or on its way: a second warning would undo a press on the first.
   * @param url what is listed: the tab's own address, the one of a frame in it, or the origin of a document without an address
   */
  stop(tabId: number, url: string): Promise<void> {
    const before = this.#leaving.get(tabId);
    if (before?.url === url) return before.done;
    const done = this.#stop(tabId, url).finally(() => {
      if (this.#leaving.get(tabId)?.done === done) this.#leaving.delete(tabId);
    });
    this.#leaving.set(tabId, { url, done });
    return done;
  }

  /** Whether a tab is on its way to the warning about an address. */
  isLeaving(tabId: number, url: string): boolean {
    return this.#leaving.get(tabId)?.url === url;
  }

  async #stop(tabId: number, url: string): Promise<void> {
    const before = await this.#parts.port.get(tabId).catch(() => null);
    if (before === null) return;
    const about = stoppedAddress(before.pendingUrl ?? before.url ?? '', this.#parts.warningPage);
    if (about !== null && isSameDocument(about, url)) return;
    const navigation = this.#navigations.get(tabId);
    this.noteStop(tabId, url, !navigation || navigation.isCommitted || !isSameDocument(navigation.url, url));
    // A navigation that has ended without a document has become a download.
    if (navigation?.isCommitted === false && before.pendingUrl === undefined) this.#setFile(tabId, 'saved');
    await this.#open(tabId, url);
    if (await this.#staysAt(tabId, url)) {
      const discarded = await this.#parts.port.discard(tabId).catch(() => undefined);
      const id = discarded?.id ?? tabId;
      if (id !== tabId) this.noteStop(id, url, true);
      await this.#open(id, url);
    }
  }

  /** Mutes a tab until this work has ended, unless somebody else has muted it. Never rejects. */
  async muteDuring(tabId: number, work: Promise<unknown>): Promise<void> {
    const { port } = this.#parts;
    const tab = await port.get(tabId).catch(() => null);
    // One that a worker muted before it ended is given back all the same.
    if (!tab || (tab.mutedInfo?.muted && tab.mutedInfo.extensionId !== port.extensionId)) return;
    await port.update(tabId, { muted: true }).catch(() => undefined);
    await work.catch(() => undefined);
    await port.update(tabId, { muted: false }).catch(() => undefined);
  }

  forget(tabId: number): void {
    this.#navigations.delete(tabId);
    this.#leaving.delete(tabId);
    void this.#stored.change((all) => (this.#of(tabId) ? all.filter(({ id }) => id !== tabId) : all));
  }

  #navigate(tabId: number, address: string): Navigation {
    const navigation = { tabId, url: shortAddress(address), isCommitted: false };
    this.#navigations.set(tabId, navigation);
    return navigation;
  }

  #setFile(tabId: number, file: StoppedFile): void {
    this.#change(tabId, (tab) => ({ ...tab, stopped: tab.stopped && { ...tab.stopped, file } }));
  }

  async #open(tabId: number, url: string): Promise<void> {
    const { port, warningPage } = this.#parts;
    // A tab that was closed has nothing to be taken off.
    await port.update(tabId, { url: warningAddress(warningPage, url) }).catch(() => undefined);
  }

  /** Whether a tab still shows a listed document when its time is over. The page may change its address meanwhile. */
  async #staysAt(tabId: number, url: string): Promise<boolean> {
    const { port, warningPage, mustLeave } = this.#parts;
    for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
      const tab = await port.get(tabId).catch(() => null);
      const at = webAddress(tab?.url ?? '');
      if (!tab || at === null || !(isSameDocument(at, url) || mustLeave(at, tabId))) return false;
      if (!mustLeave(url, tabId)) return false;
      const isPending = stoppedAddress(tab.pendingUrl ?? '', warningPage) !== null;
      if (waited >= (isPending ? PENDING_TIMEOUT_MS : LEAVE_TIMEOUT_MS)) return true;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  #after(tab: Tab, url: string, about: string | null): Tab {
    const { stopped } = tab;
    if (about === null)
      return {
        ...tab,
        document: isWeb(url) ? url.slice(0, MAX_ADDRESS) : tab.document,
        // The stopped document itself may be committed before its warning.
        stopped: stopped && !stopped.shown && isSameDocument(url, stopped.url) ? { ...stopped, loaded: true } : null,
      };
    if (!stopped || !isSameDocument(about, stopped.url)) return { ...tab, stopped: null };
    if (!stopped.shown) this.#parts.onStopped(tab.id, stopped.url);
    return { ...tab, stopped: { ...stopped, shown: true } };
  }

  #of(tabId: number): Tab | undefined {
    return this.#stored.value.find(({ id }) => id === tabId);
  }

  #change(tabId: number, next: (tab: Tab) => Tab): void {
    void this.#stored.change((all) => {
      const before = all.find(({ id }) => id === tabId) ?? { id: tabId, document: null, stopped: null };
      return [...all.filter(({ id }) => id !== tabId), next(before)].slice(-MAX_TABS);
    });
  }
}
