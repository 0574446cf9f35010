import * as z from 'zod/mini';
import { type HealthProblem, PROTECTION_LEVELS, type ProtectionLevel } from '../protection/health/health.ts';
import { Sequence } from '../storage/sequence.ts';
import type { SessionArea } from '../storage/session.ts';
import { inSession, StoredState } from '../storage/stored-state.ts';

/** The kinds of browser notifications. There is at most one of each. */
export type NoticeKind = 'listed' | 'news' | 'unprotected';

export type NotificationText = { readonly title: string; readonly message: string };
export type NotificationsParts = {
  /** Shows one, replacing an earlier one of the same kind. */
  readonly show: (kind: NoticeKind, text: NotificationText) => Promise<unknown>;
  /** Whether the person wants notifications, and the browser allows them. */
  readonly isOn: () => Promise<boolean>;
  readonly say: {
    listed(host: string): NotificationText | Promise<NotificationText>;
    news(count: number): NotificationText | Promise<NotificationText>;
    unprotected(problem: HealthProblem): NotificationText | Promise<NotificationText>;
  };
  readonly session: SessionArea;
};

const known = z.object({ level: z.optional(z.enum(PROTECTION_LEVELS)), news: z.optional(z.int()) });
type Known = z.infer<typeof known>;

/**
 * Notifies a person who is elsewhere: an open page became listed, something they sent was decided, or the protection
 * stopped working. Each state is reported once. What the person did themselves is never reported.
 */
export class Notifications {
  readonly #parts: NotificationsParts;
  readonly #stored: StoredState<Known>;
  readonly #changes = new Sequence();

  constructor(parts: NotificationsParts) {
    this.#parts = parts;
    this.#stored = new StoredState({ place: inSession(parts.session, 'notified'), schema: known, initial: {} });
  }

  /** An open page was stopped. */
  async notifyListed(url: string): Promise<void> {
    const { say } = this.#parts;
    await this.#show('listed', await say.listed(new URL(url).hostname));
  }

  /** This many reports and disputes have news that the person has not seen. */
  setNews(count: number): Promise<void> {
    return this.#changed({ news: count }, async ({ news }) => {
      if (news !== undefined && count > news) await this.#show('news', await this.#parts.say.news(count));
    });
  }

  /** The current level of the protection; `problem` is the reason if it is not full. */
  setProtection(level: ProtectionLevel, problem: HealthProblem | undefined): Promise<void> {
    return this.#changed({ level }, async ({ level: before }) => {
      const hasStopped = level === 'unprotected' && before !== undefined && before !== 'unprotected';
      if (hasStopped && problem && problem.kind !== 'protection-off' && problem.kind !== 'paused')
        await this.#show('unprotected', await this.#parts.say.unprotected(problem));
    });
  }

  /** Runs one change after another, each with the state before it. */
  #changed(now: Known, tell: (before: Known) => Promise<void>): Promise<void> {
    return this.#changes.run(async () => {
      await this.#stored.load();
      const before = this.#stored.value;
      if (Object.entries(now).every(([name, value]) => before[name as keyof Known] === value)) return;
      await this.#stored.store((known) => ({ ...known, ...now }));
      await tell(before);
    });
  }

  async #show(kind: NoticeKind, text: NotificationText): Promise<void> {
    if (await this.#parts.isOn()) await this.#parts.show(kind, text);
  }
}
