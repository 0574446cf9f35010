import * as z from 'zod/mini';
import { type SessionArea, SessionValue } from '../../storage/session.ts';

/**
 * Milliseconds until new entries are written: a page that is just loading has priority on the browser's main thread.
 */
const WRITE_INTERVAL_MS = 250;

const MAX_VISITS = 300;
/** A browser keeps at most as many entries in the history of a tab. */
const MAX_VISITS_OF_TAB = 50;
/** Characters of an address: a page can write two megabytes, and the session holds ten. */
const MAX_ADDRESS = 4_096;
const visits = z.array(z.object({ tabId: z.int(), url: z.string() }));
export type Visit = Readonly<z.infer<typeof visits>[number]>;

const MAX_OPENINGS = 200;
const openings = z.array(z.object({ tabId: z.int(), sourceTabId: z.int(), sourceFrameId: z.int() }));
/** A window that a frame opened, by link or script (webNavigation.onCreatedNavigationTarget). */
export type Opening = Readonly<z.infer<typeof openings>[number]>;

/** Entries about open tabs, newest last, for the browser session. An entry is removed with its tab. */
class TabRecords<Entry extends { readonly tabId: number }> {
  readonly #stored: SessionValue<Entry[]>;
  readonly #maxCount: number;
  #entries: readonly Entry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stored: SessionValue<Entry[]>, maxCount: number) {
    this.#stored = stored;
    this.#maxCount = maxCount;
  }

  async load(): Promise<void> {
    this.#entries = [...((await this.#stored.read()) ?? []), ...this.#entries].slice(-this.#maxCount);
  }

  get all(): readonly Entry[] {
    return this.#entries;
  }

  forgetTab(tabId: number): void {
    const others = this.#entries.filter((entry) => entry.tabId !== tabId);
    if (others.length < this.#entries.length) this.set(others);
  }

  protected set(entries: readonly Entry[]): void {
    this.#entries = entries.slice(-this.#maxCount);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#stored.save([...this.#entries]);
    }, WRITE_INTERVAL_MS);
  }
}

/**
 * The pages to which open tabs could go back. A browser keeps such pages intact and shows them again before any check,
 * so they must be known when the list changes.
 */
export class VisitedPages extends TabRecords<Visit> {
  constructor(session: SessionArea) {
    super(new SessionValue(session, 'visited', visits), MAX_VISITS);
  }

  /** The host of the page that a tab shows; null if unknown. */
  siteOf(tabId: number): string | null {
    const shown = this.all.findLast((visit) => visit.tabId === tabId);
    return shown && URL.canParse(shown.url) ? new URL(shown.url).host : null;
  }

  add(tabId: number, address: string): void {
    const url = address.slice(0, MAX_ADDRESS);
    const others = this.all.filter((visit) => visit.tabId !== tabId || visit.url !== url);
    const ofTab = others.filter((visit) => visit.tabId === tabId);
    const oldest = ofTab.length >= MAX_VISITS_OF_TAB ? ofTab[0] : undefined;
    this.set([...others.filter((visit) => visit !== oldest), { tabId, url }]);
  }
}

/**
 * The windows that pages opened, by the opening frame. The browser's own `openerTabId` does not contain them
 * (decisions.md).
 */
export class OpenedWindows extends TabRecords<Opening> {
  constructor(session: SessionArea) {
    super(new SessionValue(session, 'opened-windows', openings), MAX_OPENINGS);
  }

  /** The windows opened by the frames of a tab. */
  of(sourceTabId: number): readonly Opening[] {
    return this.all.filter((opening) => opening.sourceTabId === sourceTabId);
  }

  /** Called when a tab shows another document: nothing in it can have filled the windows of the one before. */
  forgetOpener(sourceTabId: number): void {
    const others = this.all.filter((opening) => opening.sourceTabId !== sourceTabId);
    if (others.length < this.all.length) this.set(others);
  }

  add({ tabId, sourceTabId, sourceFrameId }: Opening): void {
    this.set([...this.all, { tabId, sourceTabId, sourceFrameId }]);
  }
}
