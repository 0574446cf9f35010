import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';

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
  readonly #stored: StoredState<Entry[]>;
  readonly #maxCount: number;

  constructor(session: SessionArea, key: string, schema: z.ZodMiniType<Entry[]>, maxCount: number) {
    const place = inSession(session, key);
    this.#stored = new StoredState({ place, schema, initial: [], writeIntervalMs: WRITE_INTERVAL_MS });
    this.#maxCount = maxCount;
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  get all(): readonly Entry[] {
    return this.#stored.value;
  }

  forgetTab(tabId: number): void {
    this.drop((entry) => entry.tabId === tabId);
  }

  protected drop(goes: (entry: Entry) => boolean): void {
    void this.#stored.change((entries) => (entries.some(goes) ? entries.filter((entry) => !goes(entry)) : entries));
  }

  protected append(entry: Entry, keeps: (others: Entry[]) => Entry[] = (others) => others): void {
    void this.#stored.change((entries) => [...keeps(entries), entry].slice(-this.#maxCount));
  }
}

/**
 * The pages to which open tabs could go back. A browser keeps such pages intact and shows them again before any check,
 * so they must be known when the list changes.
 */
export class VisitedPages extends TabRecords<Visit> {
  constructor(session: SessionArea) {
    super(session, 'visited', visits, MAX_VISITS);
  }

  /** The address of the document that a tab loaded last; null if unknown. */
  loadedIn(tabId: number): string | null {
    return this.all.findLast((visit) => visit.tabId === tabId)?.url ?? null;
  }

  /** The host of the page that a tab shows; null if unknown. */
  siteOf(tabId: number): string | null {
    const shown = this.loadedIn(tabId);
    return shown !== null && URL.canParse(shown) ? new URL(shown).host : null;
  }

  add(tabId: number, address: string): void {
    const url = address.slice(0, MAX_ADDRESS);
    this.append({ tabId, url }, (visits) => {
      const others = visits.filter((visit) => visit.tabId !== tabId || visit.url !== url);
      const ofTab = others.filter((visit) => visit.tabId === tabId);
      const oldest = ofTab.length >= MAX_VISITS_OF_TAB ? ofTab[0] : undefined;
      return others.filter((visit) => visit !== oldest);
    });
  }
}

/**
 * The windows that pages opened, by the opening frame. The browser's own `openerTabId` does not tell them from a tab that the person
 * opened beside the page, and Chromium forgets it once another tab is opened.
 */
export class OpenedWindows extends TabRecords<Opening> {
  constructor(session: SessionArea) {
    super(session, 'opened-windows', openings, MAX_OPENINGS);
  }

  /** The windows opened by the frames of a tab. */
  of(sourceTabId: number): readonly Opening[] {
    return this.all.filter((opening) => opening.sourceTabId === sourceTabId);
  }

  /** Called when a tab shows another document: nothing in it can have filled the windows of the one before. */
  forgetOpener(sourceTabId: number): void {
    this.drop((opening) => opening.sourceTabId === sourceTabId);
  }

  add({ tabId, sourceTabId, sourceFrameId }: Opening): void {
    this.append({ tabId, sourceTabId, sourceFrameId });
  }
}
