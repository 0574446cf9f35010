import * as z from 'zod/mini';
import type { SessionArea } from './allowance/allowances.ts';

/** Distinct assets that a frame holds, and how many of them are blocked. */
const count = z.object({ found: z.int(), blocked: z.int() });
export type Count = Readonly<z.infer<typeof count>>;

/** By tab, then by frame. */
const counts = z.record(z.string(), z.record(z.string(), count));
type Counts = z.infer<typeof counts>;
const KEY = 'findings';

export type BadgePort = { setBadgeText(details: { tabId: number; text: string }): Promise<unknown> };

/** What the scanners found in the tabs of this session; the number of blocked ones stands on the icon. */
export class Findings {
  readonly #session: SessionArea;
  readonly #badge: BadgePort;
  /** What the session holds, once it was read: nobody else writes it, and every page that is opened asks for it. */
  #counts: Counts | null = null;
  #work: Promise<unknown> = Promise.resolve();

  constructor(session: SessionArea, badge: BadgePort) {
    this.#session = session;
    this.#badge = badge;
  }

  /** Takes the latest count of one frame. */
  record(tabId: number, frameId: number, found: Count): Promise<void> {
    return this.#change(tabId, (frames) => ({ ...frames, [frameId]: found }));
  }

  /** A new document is in a frame: what was counted there is gone, and below the top frame everything. */
  forget(tabId: number, frameId: number): Promise<void> {
    return this.#change(tabId, ({ [frameId]: _, ...others }) => (frameId === 0 ? {} : others));
  }

  /** The sum over all frames of a tab. */
  async of(tabId: number): Promise<Count> {
    await this.#work;
    return sum((await this.#read())[tabId] ?? {});
  }

  #change(tabId: number, change: (frames: Record<string, Count>) => Record<string, Count>): Promise<void> {
    const turn = this.#work.then(async () => {
      const { [tabId]: before = {}, ...others } = await this.#read();
      const frames = change(before);
      if (Object.keys(before).length === 0 && Object.keys(frames).length === 0) return;
      this.#counts = Object.keys(frames).length > 0 ? { ...others, [tabId]: frames } : others;
      await this.#session.set({ [KEY]: this.#counts });
      const { blocked } = sum(frames);
      // A tab that was closed in the meantime has no icon.
      await this.#badge.setBadgeText({ tabId, text: blocked > 0 ? String(blocked) : '' }).catch(() => undefined);
    });
    this.#work = turn.catch(() => undefined);
    return turn;
  }

  async #read(): Promise<Counts> {
    if (this.#counts === null) {
      const { [KEY]: stored } = await this.#session.get(KEY);
      this.#counts = counts.safeParse(stored).data ?? {};
    }
    return this.#counts;
  }
}

function sum(frames: Record<string, Count>): Count {
  let [found, blocked] = [0, 0];
  for (const frame of Object.values(frames)) {
    found += frame.found;
    blocked += frame.blocked;
  }
  return { found, blocked };
}
