import * as z from 'zod/mini';
import type { ProtectionStore } from '../store.ts';
import { CAUSES } from './cause.ts';

const DAY_MS = 86_400_000;
/** Questions that are kept; the oldest give way. */
const MAX_KEPT = 2_000;

const question = z.object({
  /** Milliseconds since epoch. */
  at: z.number(),
  cause: z.enum(CAUSES),
  /** All that was sent: the first characters of a hash, in hex. */
  bucket: z.string(),
  /** What looked listed, for example `evil.example/`. It stays on the device. */
  about: z.array(z.string()),
});
export type Question = Readonly<z.infer<typeof question>>;

/**
 * Every question to the service with its cause, for a day: shown to a person who wants to know what left the device, and why.
 * Never of a private window.
 */
export class QuestionLog {
  readonly #store: ProtectionStore;
  readonly #isPrivate: (tabId: number) => Promise<boolean>;
  /** Keys of what is kept, oldest first: they begin with the time. */
  #keys: string[] = [];

  /** @param isPrivate whether a tab is in a private window; true where that is unknown */
  constructor(store: ProtectionStore, isPrivate: (tabId: number) => Promise<boolean>) {
    this.#store = store;
    this.#isPrivate = isPrivate;
  }

  /** Reads what is there to be pruned: at each start of the worker, after the first verdict. Never rejects. */
  async load(now: number): Promise<void> {
    const kept = await this.#store.load('questions', question);
    this.#keys = [...new Set([...kept.keys(), ...this.#keys])].sort();
    await this.prune(now).catch(() => undefined);
  }

  /** What is kept. */
  async list(): Promise<readonly Question[]> {
    return [...(await this.#store.load('questions', question)).values()];
  }

  /**
   * Keeps one question.
   * @throws StoreFailure when the browser did not keep it
   */
  async add(asked: Question, tabId: number | undefined): Promise<void> {
    if (tabId !== undefined && (await this.#isPrivate(tabId))) return;
    const key = `${String(asked.at).padStart(16, '0')} ${crypto.randomUUID()}`;
    this.#keys.push(key);
    await this.#store.put('questions', key, asked);
    await this.prune(asked.at);
  }

  /**
   * Removes what is older than a day, or more than is kept. What a clock that was set back has left in the future goes as well.
   * @throws StoreFailure when the browser did not keep the change
   */
  async prune(now: number): Promise<void> {
    const surplus = this.#keys.length - MAX_KEPT;
    const gone = this.#keys.filter(
      (key, index) => index < surplus || Math.abs(now - Number(key.slice(0, 16))) > DAY_MS,
    );
    if (gone.length === 0) return;
    this.#keys = this.#keys.filter((key) => !gone.includes(key));
    await this.#store.remove('questions', gone);
  }
}
