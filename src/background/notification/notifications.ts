import * as z from 'zod/mini';
import { type HealthProblem, PROTECTION_LEVELS, type ProtectionLevel } from '../../protection/health/health.ts';
import { type SessionArea, SessionValue } from '../../storage/session.ts';

/** What the browser's notifications are used for. There is at most one of each. */
export const NOTICES = ['listed', 'news', 'unprotected'] as const;
export type NoticeKind = (typeof NOTICES)[number];

export type NotificationText = { readonly title: string; readonly message: string };
export type NotificationsParts = {
  /** Shows one, in the place of an earlier one of the same kind. */
  readonly show: (kind: NoticeKind, text: NotificationText) => Promise<unknown>;
  /** Whether the person wants them, and the browser lets them be shown. */
  readonly isOn: () => Promise<boolean>;
  readonly say: {
    listed(host: string): NotificationText | Promise<NotificationText>;
    news(count: number): NotificationText | Promise<NotificationText>;
    unprotected(problem: HealthProblem): NotificationText | Promise<NotificationText>;
  };
  readonly session: SessionArea;
};

/** What was so when it was looked at last in this session of the browser. */
const known = z.object({ level: z.optional(z.enum(PROTECTION_LEVELS)), news: z.optional(z.int()) });
type Known = z.infer<typeof known>;

/**
 * Tells a person who looks elsewhere: that a page they have open became listed, that something they sent was decided, or that the protection
 * stopped working. A state is reported once, and what the person did themselves never.
 */
export class Notifications {
  readonly #parts: NotificationsParts;
  readonly #stored: SessionValue<Known>;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: NotificationsParts) {
    this.#parts = parts;
    this.#stored = new SessionValue(parts.session, 'notified', known);
  }

  /** A page that was open is stopped now. */
  async notifyListed(url: string): Promise<void> {
    const { say } = this.#parts;
    await this.#show('listed', await say.listed(new URL(url).hostname));
  }

  /** So many reports and disputes have news that the person has not seen. */
  setNews(count: number): Promise<void> {
    return this.#changed({ news: count }, async ({ news }) => {
      if (news !== undefined && count > news) await this.#show('news', await this.#parts.say.news(count));
    });
  }

  /** The protection works as well as that now; `problem` is the reason where it does not. */
  setProtection(level: ProtectionLevel, problem: HealthProblem | undefined): Promise<void> {
    return this.#changed({ level }, async ({ level: before }) => {
      const hasStopped = level === 'unprotected' && before !== undefined && before !== 'unprotected';
      if (hasStopped && problem && problem.kind !== 'protection-off')
        await this.#show('unprotected', await this.#parts.say.unprotected(problem));
    });
  }

  /** One after the other, each knowing what was so before it. */
  #changed(now: Known, tell: (before: Known) => Promise<void>): Promise<void> {
    const turn = this.#turn.then(async () => {
      const before = (await this.#stored.read()) ?? {};
      if (Object.entries(now).every(([name, value]) => before[name as keyof Known] === value)) return;
      await this.#stored.write({ ...before, ...now });
      await tell(before);
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #show(kind: NoticeKind, text: NotificationText): Promise<void> {
    if (await this.#parts.isOn()) await this.#parts.show(kind, text);
  }
}
