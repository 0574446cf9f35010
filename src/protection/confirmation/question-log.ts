import * as z from 'zod/mini';
import type { ProtectionStore } from '../store.ts';
import { CAUSES } from './cause.ts';

const DAY_MS = 86_400_000;
/** Maximum number of questions kept; the oldest are removed first. */
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
 * Every question to the service with its cause, for a day: shown to a person who wants to know what left the device,
 * and why. Questions of private windows are not recorded.
 */
export class QuestionLog {
  readonly #store: ProtectionStore;
  readonly #isPrivate: (tabId: number) => Promise<boolean>;
  /** Keys of the stored questions, oldest first: they begin with the time. */
  #keys: string[] = [];

  /** @param isPrivate whether a tab is in a private window; true if unknown */
  constructor(store: ProtectionStore, isPrivate: (tabId: number) => Promise<boolean>) {
    this.#store = store;
    this.#isPrivate = isPrivate;
  }

  /** Loads the stored questions for pruning: at each start of the worker, after the first verdict. Never rejects. */
  async load(now: number): Promise<void> {
    const kept = await this.#store.load('questions', question);
    this.#keys = [...new Set([...kept.keys(), ...this.#keys])].sort();
    await this.prune(now).catch(() => undefined);
  }

  /** The stored questions. */
  async list(): Promise<readonly Question[]> {
    return [...(await this.#store.load('questions', question)).values()];
  }

  /**
   * Stores one question.
   * @throws StorageFailure when the browser did not keep it
   */
  async add(asked: Question, tabId: number | undefined): Promise<void> {
    if (tabId !== undefined && (await this.#isPrivate(tabId))) return;
    const key = `${String(asked.at).padStart(16, '0')} ${crypto.randomUUID()}`;
    this.#keys.push(key);
    await this.#store.put('questions', key, asked);
    await this.prune(asked.at);
  }

  /**
   * Removes questions older than a day or beyond the maximum, and those in the future, which were stored before the
   * clock was set back.
   * @throws StorageFailure when the browser did not keep the change
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
