import * as z from 'zod/mini';
import type { SessionArea } from '../allowance/allowances.ts';

const visits = z.array(z.object({ tabId: z.int(), url: z.string() }));
export type Visit = Readonly<z.infer<typeof visits>[number]>;

const KEY = 'visited';
const MAX_COUNT = 300;
/** Milliseconds until what is new is written. A page that has just come waits for the browser's thread, which takes it in. */
const INTERVAL_MS = 250;

/**
 * The pages to which open tabs could go back, newest last. A browser keeps such pages whole and shows them again before
 * anyone is asked, so they must be known when the list changes. In memory of the session only, and gone with their tab.
 */
export class Visited {
  readonly #session: SessionArea;
  #held: readonly Visit[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(session: SessionArea) {
    this.#session = session;
  }

  async load(): Promise<void> {
    const stored = await this.#session.get(KEY).catch(() => ({}) as Record<string, unknown>);
    this.#held = [...(visits.safeParse(stored[KEY]).data ?? []), ...this.#held].slice(-MAX_COUNT);
  }

  get all(): readonly Visit[] {
    return this.#held;
  }

  /** The host of the page that a tab shows; null where none is known. */
  siteOf(tabId: number): string | null {
    const shown = this.#held.findLast((held) => held.tabId === tabId);
    return shown && URL.canParse(shown.url) ? new URL(shown.url).host : null;
  }

  add(tabId: number, url: string): void {
    const others = this.#held.filter((held) => held.tabId !== tabId || held.url !== url);
    this.#keep([...others, { tabId, url }].slice(-MAX_COUNT));
  }

  forgetTab(tabId: number): void {
    this.#keep(this.#held.filter((held) => held.tabId !== tabId));
  }

  /** A session that cannot be written costs the memory of earlier pages after the death of the worker, nothing else. */
  #keep(held: readonly Visit[]): void {
    this.#held = held;
    this.#pause ??= setTimeout(() => this.#write(), INTERVAL_MS);
  }

  #write(): void {
    this.#pause = undefined;
    this.#writing = this.#writing.then(() => this.#session.set({ [KEY]: this.#held }).catch(() => undefined));
  }
}
