import * as z from 'zod/mini';
import { type SessionArea, SessionValue } from '../../storage/session.ts';

/** Distinct assets in a frame, and how many of them are blocked. */
const count = z.object({ found: z.int(), blocked: z.int() });
export type Count = Readonly<z.infer<typeof count>>;

/** By tab, then by frame. */
const counts = z.record(z.string(), z.record(z.string(), count));
type Counts = z.infer<typeof counts>;
/** Minimum milliseconds between two writes: a page may change its counts at any rate. */
const WRITE_INTERVAL_MS = 250;

export type BadgePort = { setBadgeText(details: { tabId: number; text: string }): Promise<unknown> };

/** The scanners' findings in the tabs of this session; the badge shows how many are blocked. */
export class Findings {
  readonly #stored: SessionValue<Counts>;
  readonly #badge: BadgePort;
  readonly #onMarked: (tabId: number, more: number) => void;
  /** The maximum marked in the document of a frame so far. */
  readonly #maxBlocked = new Map<string, number>();
  /** The session's record once it was read. Nobody else writes it, and every opened page asks for it. */
  #counts: Counts = {};
  #reading: Promise<void> | null = null;
  readonly #changed = new Set<number>();
  #writing: Promise<void> | null = null;

  /** @param onMarked called with the number of marked addresses above the document's previous maximum */
  constructor(
    session: SessionArea,
    badge: BadgePort,
    onMarked: (tabId: number, more: number) => void = () => undefined,
  ) {
    this.#stored = new SessionValue(session, 'findings', counts);
    this.#onMarked = onMarked;
    this.#badge = badge;
  }

  /** Records the latest count of one frame. */
  record(tabId: number, frameId: number, found: Count): Promise<void> {
    return this.#change(tabId, (frames) => {
      const most = Math.max(this.#maxBlocked.get(`${tabId} ${frameId}`) ?? 0, frames[frameId]?.blocked ?? 0);
      if (found.blocked > most) {
        this.#maxBlocked.set(`${tabId} ${frameId}`, found.blocked);
        this.#onMarked(tabId, found.blocked - most);
      }
      return { ...frames, [frameId]: found };
    });
  }

  /** Called for a new document in a frame: removes its counts; a new top document removes those of the whole tab. */
  forget(tabId: number, frameId: number): Promise<void> {
    for (const key of this.#maxBlocked.keys())
      if (key === `${tabId} ${frameId}` || (frameId === 0 && key.startsWith(`${tabId} `))) this.#maxBlocked.delete(key);
    return this.#change(tabId, ({ [frameId]: _, ...others }) => (frameId === 0 ? {} : others));
  }

  /** The frames of a tab with a blocked address, the top frame first. */
  async framesOf(tabId: number): Promise<number[]> {
    await this.#read();
    const frames = Object.entries(this.#counts[tabId] ?? {});
    return frames.flatMap(([frameId, { blocked }]) => (blocked > 0 ? [Number(frameId)] : [])).sort((a, b) => a - b);
  }

  /** The sum over all frames of a tab. */
  async of(tabId: number): Promise<Count> {
    await this.#read();
    return sum(this.#counts[tabId] ?? {});
  }

  /** Settles when the change is stored and shown. */
  async #change(tabId: number, change: (frames: Record<string, Count>) => Record<string, Count>): Promise<void> {
    await this.#read();
    const { [tabId]: before = {}, ...others } = this.#counts;
    const frames = change(before);
    if (Object.keys(before).length === 0 && Object.keys(frames).length === 0) return;
    this.#counts = Object.keys(frames).length > 0 ? { ...others, [tabId]: frames } : others;
    this.#changed.add(tabId);
    this.#writing ??= new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL_MS)).then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    this.#writing = null;
    const counts = this.#counts;
    const tabs = [...this.#changed];
    this.#changed.clear();
    await this.#stored.write(counts);
    const show = (tabId: number) => {
      const { blocked } = sum(counts[tabId] ?? {});
      // A tab that was closed in the meantime has no icon.
      return this.#badge.setBadgeText({ tabId, text: blocked > 0 ? String(blocked) : '' }).catch(() => undefined);
    };
    await Promise.all(tabs.map(show));
  }

  /** Every change waits for this read. */
  #read(): Promise<void> {
    this.#reading ??= this.#stored.read().then((stored) => {
      this.#counts = stored ?? {};
    });
    return this.#reading;
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
