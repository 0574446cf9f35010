import type { MessageReply } from '../../messaging/catalogue.ts';
import type { LocalAnswer } from './local-look.ts';

type Kind = MessageReply<'guardCheck'>['kind'];
type Round = { isOpen: boolean };
type Answer = { readonly kind: Kind } | { readonly none: 'gone' | 'silent' };

/** What the guard does to its page and asks the background. Tests replace all of it. */
export type GuardParts = {
  readonly curtain: { veil(): void; hide(): void; lift(): void };
  /** The address to ask about; it may change while the page lives. */
  readonly url: () => string;
  /** What the list on the device says. Never rejects. */
  readonly look: (url: string) => Promise<LocalAnswer>;
  /** The verdict as far as it is known without asking the service. `hits` are the prefixes that the list on the device has. */
  readonly check: (url: string, hits: readonly number[]) => Promise<Kind>;
  /** The verdict after asking the service. */
  readonly settle: (url: string, hits: readonly number[]) => Promise<Kind>;
  /** True in a frame: if its page has caused too many questions, it waits for its turn. */
  readonly isFrame: boolean;
  /** True for the error that reports an update or removal of the extension. */
  readonly isGone: (error: unknown) => boolean;
  /**
   * Discards a document whose page may hear input before this guard, and before a long wait also one of which nothing
   * has been parsed. @returns false for any other, which stays
   */
  readonly giveUp: (isLong: boolean) => boolean;
  /** Reloads a discarded document. */
  readonly reload: () => void;
  /** Stops loading, empties the document and goes to the warning page. */
  readonly leave: (url: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Milliseconds after which a page with an unknown status is shown although no answer came. The worker stops waiting for
 * a hanging storage after three seconds, and a worker that cannot start fails at once. So only a hanging worker is
 * silent for longer.
 */
const COVER_TIMEOUT_MS = 4_000;
/** Milliseconds without an answer after which a known hit counts as unconfirmed. */
const ANSWER_TIMEOUT_MS = 8_000;
/** Milliseconds until a frame whose question has to wait asks again. */
const TURN_INTERVAL_MS = 5_000;
/**
 * Maximum attempts for an unanswered question, and the delay after the first attempt in ms; each further delay grows by
 * the same amount.
 */
const MAX_ATTEMPTS = 6;
const RETRY_DELAY_MS = 100;
/**
 * Milliseconds for which a page with a known hit stays covered once the extension is gone. After an update or reload
 * the new guard covers the page by then; otherwise nothing protects it any more. Reloading would lose what the person
 * wrote.
 */
const SUCCESSOR_TIMEOUT_MS = 5_000;

/**
 * Keeps a page hidden until it is known not to be listed. Once the list on the device has a hit, only a verdict shows
 * the page: silence, a refusal, an error or a later question about another address do not. A blocked page is emptied
 * and replaced by the warning page.
 */
export class Guard {
  readonly #parts: GuardParts;
  /** The latest examination. It supersedes earlier ones of the same document, except those with an open hit. */
  #round = { isOpen: false };
  /** Hits that wait for their verdict. */
  #hits = 0;
  #givenUp = false;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Examines the page under its current address, or under the one it is about to take. Never rejects. */
  async examine(about: string = this.#parts.url()): Promise<void> {
    const { curtain, look, check, settle, wait } = this.#parts;
    const round = { isOpen: true };
    this.#round = round;
    curtain.veil();
    const cover = { mayLapse: true };
    void wait(COVER_TIMEOUT_MS).then(() => {
      if (cover.mayLapse) this.#clear(round);
    });
    const local = await look(about);
    if (local.kind === 'hit') {
      cover.mayLapse = false;
      return this.#settle(round, about, local.prefixes, [check, settle]);
    }
    if (round !== this.#round) return;
    const first: Answer = local.kind === 'unlisted' ? { kind: 'clear' } : await this.#ask(() => check(about, []));
    cover.mayLapse = false;
    if (kindOf(first) === 'checking') return this.#settle(round, about, [], [settle]);
    if (round === this.#round) this.#act(round, kindOf(first) ?? 'unknown', about);
  }

  /**
   * Examines a page that was in use before this guard started. It stays visible meanwhile, and only a confirmed hit
   * removes it. Never rejects.
   */
  async checkOpenPage(): Promise<void> {
    const { curtain, look, check, settle, leave, url, isFrame, wait } = this.#parts;
    const about = url();
    const local = await look(about);
    if (local.kind === 'unlisted') return;
    const hits = local.kind === 'hit' ? local.prefixes : [];
    let answer = await this.#ask(() => check(about, hits));
    if (kindOf(answer) === 'checking') answer = await this.#ask(() => settle(about, hits));
    while (isFrame && kindOf(answer) === 'checking') {
      await wait(TURN_INTERVAL_MS);
      answer = await this.#ask(() => settle(about, hits));
    }
    if (kindOf(answer) !== 'blocked' || url() !== about) return;
    curtain.hide();
    leave(about);
  }

  /** Discards the document if it may be; it is reloaded once it is clear. */
  giveUp(isLong = true): void {
    this.#givenUp ||= this.#parts.giveUp(isLong);
  }

  /** Asks about a known hit until there is a verdict, or nobody answers. */
  async #settle(
    round: Round,
    about: string,
    hits: readonly number[],
    questions: readonly GuardParts['check'][],
  ): Promise<void> {
    const { curtain, wait, isFrame, settle } = this.#parts;
    this.#hits += 1;
    curtain.hide();
    this.giveUp(false);
    const silence = wait(ANSWER_TIMEOUT_MS).then((): Answer => ({ none: 'silent' }));
    let answer: Answer = { kind: 'checking' };
    for (const question of questions)
      if (kindOf(answer) === 'checking') answer = await Promise.race([this.#ask(() => question(about, hits)), silence]);
    while (isFrame && kindOf(answer) === 'checking') {
      // Holding a document uses a processor core all the time, and a turn in a page's queue may take minutes.
      this.giveUp();
      await wait(TURN_INTERVAL_MS);
      answer = await this.#ask(() => settle(about, hits));
    }
    const isGone = 'none' in answer && answer.none === 'gone';
    if (isGone) await wait(SUCCESSOR_TIMEOUT_MS);
    this.#hits -= 1;
    if (isGone) return this.#clear(round);
    const kind = kindOf(answer) ?? 'unknown';
    this.#act(round, kind === 'unknown' || kind === 'checking' ? 'unconfirmed' : kind, about);
  }

  /** @param kind the verdict; `unknown` if there is no hit, and nothing to look the address up in */
  #act(round: Round, kind: Kind, about: string): void {
    const { curtain, leave } = this.#parts;
    if (kind === 'clear' || kind === 'permitted' || kind === 'off' || kind === 'unknown') {
      this.#clear(round);
    } else {
      curtain.hide();
      leave(about);
    }
  }

  /** Shows the page if its latest address is clear and no other question is open; reloads it if it was discarded. */
  #clear(round: Round): void {
    round.isOpen = false;
    if (this.#round.isOpen || this.#hits > 0) return;
    if (this.#givenUp) this.#parts.reload();
    else this.#parts.curtain.lift();
  }

  /**
   * Repeats a question until there is an answer, a few times at most. The next question wakes a worker that the browser
   * ended.
   */
  async #ask(question: () => Promise<Kind>): Promise<Answer> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      try {
        return { kind: await question() };
      } catch (error) {
        if (this.#parts.isGone(error)) return { none: 'gone' };
      }
      await this.#parts.wait(RETRY_DELAY_MS * attempt);
    }
    return { none: 'silent' };
  }
}

const kindOf = (answer: Answer): Kind | undefined => ('kind' in answer ? answer.kind : undefined);
