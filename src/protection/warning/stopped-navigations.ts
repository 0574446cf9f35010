import * as z from 'zod/mini';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import { shownAddress, stoppedAddress } from './address.ts';
import { INITIATORS, type Initiator } from './initiator.ts';
import { isSameDocument, shortAddress } from './short-address.ts';

const stopped = z.object({
  tabId: z.int(),
  url: z.string(),
  initiator: z.enum(INITIATORS),
  /** True once its warning was committed in the tab. */
  shown: z.boolean(),
  /** False if no document of it is known to have been committed in the tab. */
  loaded: z.boolean(),
});
type Stopped = Readonly<z.infer<typeof stopped>>;

/**
 * What was stopped in each tab, and who began it. Anyone may open a warning page about any address, so it continues to
 * the site by itself only for addresses recorded here. A record ends with the next document in its tab, and with the
 * session.
 */
export class StoppedNavigations {
  readonly #stored: SessionValue<Stopped[]>;
  readonly #warningPage: string;
  readonly #onShown: (tabId: number, url: string) => void;
  readonly #byTab = new Map<number, Stopped>();
  /** What tabs committed before an earlier worker's records were read; null after that. */
  #committedBefore: Map<number, string> | null = new Map();

  /** @param onShown called once for each stop whose warning was committed in its tab */
  constructor(
    session: SessionArea,
    warningPage: string,
    onShown: (tabId: number, url: string) => void = () => undefined,
  ) {
    this.#stored = new SessionValue(session, 'stops', z.array(stopped));
    this.#warningPage = warningPage;
    this.#onShown = onShown;
  }

  async load(): Promise<void> {
    for (const record of (await this.#stored.read()) ?? []) {
      const committed = this.#committedBefore?.get(record.tabId);
      if (!this.#byTab.has(record.tabId) && (committed === undefined || this.#isStillAbout(record, committed)))
        this.#byTab.set(record.tabId, record);
    }
    this.#committedBefore = null;
  }

  /** @param loaded false if the navigation was stopped before a document of it was committed */
  add(tabId: number, url: string, initiator: Initiator, loaded: boolean): void {
    if (tabId >= 0) this.#set({ tabId, url: shortAddress(url), initiator, shown: false, loaded });
  }

  /** Called when it becomes known after the stop who began the navigation. */
  setInitiator(tabId: number, url: string, initiator: Initiator): void {
    const record = this.#recordOf(tabId, url);
    if (record && record.initiator !== initiator) this.#set({ ...record, initiator });
  }

  /** Called when a document was committed in a tab. */
  onCommitted(tabId: number, url: string): void {
    this.#committedBefore?.set(tabId, url);
    const record = this.#byTab.get(tabId);
    if (!record) return;
    if (!this.#isStillAbout(record, url)) this.forget(tabId);
    else if (!this.#isWarning(record, url)) this.#set({ ...record, loaded: true });
    else if (!record.shown) {
      this.#set({ ...record, shown: true });
      this.#onShown(tabId, record.url);
    }
  }

  /**
   * Who began the navigation stopped at this address in a tab; null if none was, or the tab has shown something else
   * since.
   */
  initiator(tabId: number | undefined, url: string): Initiator | null {
    return this.#recordOf(tabId, url)?.initiator ?? null;
  }

  /**
   * Whether a document of the navigation stopped at this address may have been committed in the tab; true if unknown.
   */
  loaded(tabId: number | undefined, url: string): boolean {
    return this.#recordOf(tabId, url)?.loaded ?? true;
  }

  forget(tabId: number): void {
    if (this.#byTab.delete(tabId)) this.#save();
  }

  #recordOf(tabId: number | undefined, url: string): Stopped | undefined {
    const record = tabId === undefined ? undefined : this.#byTab.get(tabId);
    return record && isSameDocument(record.url, url) ? record : undefined;
  }

  /** A tab may show its own warning repeatedly; the stopped document itself may be committed before its warning. */
  #isStillAbout(record: Stopped, url: string): boolean {
    return (
      this.#isWarning(record, url) ||
      (!record.shown && isSameDocument(shownAddress(url, this.#warningPage), record.url))
    );
  }

  #isWarning(record: Stopped, url: string): boolean {
    return isSameDocument(stoppedAddress(url, this.#warningPage), record.url);
  }

  #set(record: Stopped): void {
    this.#byTab.set(record.tabId, record);
    this.#save();
  }

  #save(): void {
    this.#stored.save([...this.#byTab.values()]);
  }
}
