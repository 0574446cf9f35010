import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';

/** Distinct assets in a frame, and how many of them are blocked. */
const count = z.object({ found: z.int(), blocked: z.int() });
export type Count = Readonly<z.infer<typeof count>>;

const counts = z.record(z.string(), z.record(z.string(), count));
type Counts = z.infer<typeof counts>;

/** Shows how many are blocked in a tab. Rejects for one that is closed. */
type Show = (tabId: number, blocked: number) => Promise<unknown>;

/** The scanners' findings in the tabs of this session. */
export class Findings {
  readonly #stored: StoredState<Counts>;
  readonly #showBlocked: Show;
  readonly #onMarked: (tabId: number, more: number) => void;

  /** @param onMarked called with the number of marked addresses above the frame's previous number */
  constructor(session: SessionArea, show: Show, onMarked: (tabId: number, more: number) => void) {
    const place = inSession(session, 'findings');
    this.#stored = new StoredState({ place, schema: counts, initial: {}, isFrequent: true });
    this.#onMarked = onMarked;
    this.#showBlocked = show;
  }

  /** Records the latest count of one frame. */
  record(tabId: number, frameId: number, found: Count): Promise<void> {
    return this.#change(tabId, (frames) => {
      const before = frames[frameId]?.blocked ?? 0;
      if (found.blocked > before) this.#onMarked(tabId, found.blocked - before);
      return { ...frames, [frameId]: found };
    });
  }

  /** Called for a new document in a frame: removes its counts; a new top document removes those of the whole tab. */
  forget(tabId: number, frameId: number): Promise<void> {
    return this.#change(tabId, ({ [frameId]: _, ...others }) => (frameId === 0 ? {} : others));
  }

  /** The frames of a tab with a blocked address, the top frame first. */
  async framesOf(tabId: number): Promise<number[]> {
    await this.#stored.load();
    const frames = Object.entries(this.#stored.value[tabId] ?? {});
    return frames.flatMap(([frameId, { blocked }]) => (blocked > 0 ? [Number(frameId)] : [])).sort((a, b) => a - b);
  }

  /** The sum over all frames of a tab. */
  async of(tabId: number): Promise<Count> {
    await this.#stored.load();
    return sum(this.#stored.value[tabId] ?? {});
  }

  async #change(tabId: number, change: (frames: Record<string, Count>) => Record<string, Count>): Promise<void> {
    let isChanged = false;
    await this.#stored.change((counts) => {
      const { [tabId]: before = {}, ...others } = counts;
      const frames = change(before);
      if (Object.keys(before).length === 0 && Object.keys(frames).length === 0) return counts;
      isChanged = true;
      return Object.keys(frames).length > 0 ? { ...others, [tabId]: frames } : others;
    });
    // A tab that was closed in the meantime has no icon.
    if (isChanged) await this.#showBlocked(tabId, sum(this.#stored.value[tabId] ?? {}).blocked).catch(() => undefined);
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
