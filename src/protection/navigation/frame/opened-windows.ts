import * as z from 'zod/mini';
import type { SessionArea } from '../../allowance/allowances.ts';

const openings = z.array(z.object({ tabId: z.int(), sourceTabId: z.int(), sourceFrameId: z.int() }));
/** A window that a frame opened, by link or script (webNavigation.onCreatedNavigationTarget). */
export type Opening = Readonly<z.infer<typeof openings>[number]>;

const KEY = 'opened-windows';
const MAX_COUNT = 200;

/**
 * The windows that pages opened, by the frame that did, newest last. The browser's own `openerTabId` does not tell them: a tab that a
 * person opens beside a page has it too, and it is forgotten once another tab is opened (measured in Chromium 156). Lasts as long as the
 * session, so that a worker that was ended knows them still.
 */
export class OpenedWindows {
  readonly #session: SessionArea;
  #held: readonly Opening[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(session: SessionArea) {
    this.#session = session;
  }

  async load(): Promise<void> {
    const stored = await this.#session.get(KEY).catch(() => ({}) as Record<string, unknown>);
    this.#held = [...(openings.safeParse(stored[KEY]).data ?? []), ...this.#held].slice(-MAX_COUNT);
  }

  /** Those that the frames of a tab opened. */
  of(sourceTabId: number): readonly Opening[] {
    return this.#held.filter((held) => held.sourceTabId === sourceTabId);
  }

  opened({ tabId, sourceTabId, sourceFrameId }: Opening): void {
    this.#keep([...this.#held, { tabId, sourceTabId, sourceFrameId }].slice(-MAX_COUNT));
  }

  forgetTab(tabId: number): void {
    if (this.#held.some((held) => held.tabId === tabId)) this.#keep(this.#held.filter((held) => held.tabId !== tabId));
  }

  /** A session that cannot be written costs the memory of windows after the death of the worker, nothing else. */
  #keep(held: readonly Opening[]): void {
    this.#held = held;
    this.#writing = this.#writing.then(() => this.#session.set({ [KEY]: this.#held }).catch(() => undefined));
  }
}
