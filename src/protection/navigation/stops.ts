import * as z from 'zod/mini';
import { shownAddress, stoppedAddress, withoutFragment } from '../address.ts';
import type { SessionArea } from '../allowance/allowances.ts';
import { STANDINGS, type Standing } from './standing.ts';

const stop = z.object({
  tabId: z.int(),
  url: z.string(),
  standing: z.enum(STANDINGS),
  /** True once its warning came to the tab. */
  shown: z.boolean(),
  /** False where no document of it came to the tab, as far as is known. */
  loaded: z.boolean(),
});
type Stop = Readonly<z.infer<typeof stop>>;

const KEY = 'stops';

/**
 * What was stopped in each tab, and with what standing. A warning page may be opened by anyone, about any address: it goes on
 * by itself only about what stands here. A record ends with the next document that its tab shows, and with the session.
 */
export class Stops {
  readonly #session: SessionArea;
  readonly #warningPage: string;
  readonly #shown: (tabId: number, url: string) => void;
  readonly #held = new Map<number, Stop>();
  /** What tabs came to before the records of an earlier life of the worker were read; null once they were. */
  #early: Map<number, string> | null = new Map();
  #writing: Promise<unknown> = Promise.resolve();

  /** @param shown hears of each stop whose warning came to its tab, once */
  constructor(
    session: SessionArea,
    warningPage: string,
    shown: (tabId: number, url: string) => void = () => undefined,
  ) {
    this.#session = session;
    this.#shown = shown;
    this.#warningPage = warningPage;
  }

  async load(): Promise<void> {
    const stored = await this.#session.get(KEY).catch(() => ({}) as Record<string, unknown>);
    for (const held of z.array(stop).safeParse(stored[KEY]).data ?? []) {
      const came = this.#early?.get(held.tabId);
      if (!this.#held.has(held.tabId) && (came === undefined || this.#outlives(held, came)))
        this.#held.set(held.tabId, held);
    }
    this.#early = null;
  }

  /**
   * A navigation of a tab was stopped.
   * @param loaded false where it was stopped before a document of it came to the tab
   */
  note(tabId: number, url: string, standing: Standing, loaded: boolean): void {
    if (tabId >= 0) this.#set({ tabId, url, standing, shown: false, loaded });
  }

  /** More became known about a navigation that was stopped. */
  amend(tabId: number, url: string, standing: Standing): void {
    const held = this.#held.get(tabId);
    if (held && isSame(held.url, url) && held.standing !== standing) this.#set({ ...held, standing });
  }

  /** A document came to a tab. */
  arrived(tabId: number, url: string): void {
    this.#early?.set(tabId, url);
    const held = this.#held.get(tabId);
    if (!held) return;
    if (!this.#outlives(held, url)) this.forget(tabId);
    else if (!this.#isWarning(held, url)) this.#set({ ...held, loaded: true });
    else if (!held.shown) {
      this.#set({ ...held, shown: true });
      this.#shown(tabId, held.url);
    }
  }

  /** The standing of what was stopped under this address in a tab; null where nothing was, or the tab showed something else since. */
  standing(tabId: number | undefined, url: string): Standing | null {
    const held = tabId === undefined ? undefined : this.#held.get(tabId);
    return held && isSame(held.url, url) ? held.standing : null;
  }

  /** Whether a document of what was stopped under this address may have come to the tab; true where nothing is known. */
  loaded(tabId: number | undefined, url: string): boolean {
    const held = tabId === undefined ? undefined : this.#held.get(tabId);
    return !held || !isSame(held.url, url) || held.loaded;
  }

  forget(tabId: number): void {
    if (this.#held.delete(tabId)) this.#write();
  }

  /** Its own warning, over and over; and the stopped document itself, which may come before its warning does. */
  #outlives(held: Stop, url: string): boolean {
    return this.#isWarning(held, url) || (!held.shown && isSame(shownAddress(url, this.#warningPage), held.url));
  }

  #isWarning(held: Stop, url: string): boolean {
    return isSame(stoppedAddress(url, this.#warningPage), held.url);
  }

  #set(held: Stop): void {
    this.#held.set(held.tabId, held);
    this.#write();
  }

  /** A session that cannot be written costs a press after the death of the worker, nothing else. */
  #write(): void {
    const items = { [KEY]: [...this.#held.values()] };
    this.#writing = this.#writing.then(() => this.#session.set(items).catch(() => undefined));
  }
}

const isSame = (one: string | null, other: string): boolean =>
  one !== null && withoutFragment(one) === withoutFragment(other);
