import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
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
  readonly #stored: StoredState<Stopped[]>;
  readonly #warningPage: string;
  readonly #onShown: (tabId: number, url: string) => void;

  /** @param onShown called once for each stop whose warning was committed in its tab */
  constructor(
    session: SessionArea,
    warningPage: string,
    onShown: (tabId: number, url: string) => void = () => undefined,
  ) {
    this.#stored = new StoredState({ place: inSession(session, 'stops'), schema: z.array(stopped), initial: [] });
    this.#warningPage = warningPage;
    this.#onShown = onShown;
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** @param loaded false if the navigation was stopped before a document of it was committed */
  add(tabId: number, url: string, initiator: Initiator, loaded: boolean): void {
    const record = { tabId, url: shortAddress(url), initiator, shown: false, loaded };
    if (tabId >= 0) this.#change(tabId, () => record);
  }

  /** Called when it becomes known after the stop who began the navigation. */
  setInitiator(tabId: number, url: string, initiator: Initiator): void {
    this.#change(tabId, (record) => (record && isSameDocument(record.url, url) ? { ...record, initiator } : record));
  }

  /** Called when a document was committed in a tab. */
  onCommitted(tabId: number, url: string): void {
    this.#change(tabId, (record) => {
      if (!record || !this.#isStillAbout(record, url)) return undefined;
      if (!this.#isWarning(record, url)) return { ...record, loaded: true };
      if (!record.shown) this.#onShown(tabId, record.url);
      return { ...record, shown: true };
    });
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
    this.#change(tabId, () => undefined);
  }

  #recordOf(tabId: number | undefined, url: string): Stopped | undefined {
    const record = this.#stored.value.find((stop) => stop.tabId === tabId);
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

  #change(tabId: number, next: (record: Stopped | undefined) => Stopped | undefined): void {
    void this.#stored.change((stops) => {
      const before = stops.find((stop) => stop.tabId === tabId);
      const after = next(before);
      if (after === before) return stops;
      const others = stops.filter((stop) => stop !== before);
      return after ? [...others, after] : others;
    });
  }
}
