import type { MessageReply } from '../../messaging/catalogue.ts';
import type { LocalAnswer } from './local-look.ts';

type Kind = MessageReply<'guardCheck'>['kind'];
type Round = { isOpen: boolean };
type Answer = { readonly kind: Kind } | { readonly none: 'gone' | 'silent' };

/** What the guard does to its page and asks the background. All of it is replaced in tests. */
export type GuardParts = {
  readonly curtain: { veil(): void; hide(): void; lift(): void };
  /** The address to ask about; it may change while the page lives. */
  readonly url: () => string;
  /** What the list on the device says. Never rejects. */
  readonly look: (url: string) => Promise<LocalAnswer>;
  /** The verdict as far as it is known without asking the service. */
  readonly check: (url: string) => Promise<Kind>;
  /** The verdict once the service was asked. */
  readonly settle: (url: string) => Promise<Kind>;
  /** True in a frame: where its page has brought too many questions about, it waits for its turn. */
  readonly isFrame: boolean;
  /** True for the error that says that the extension was updated or removed. */
  readonly isGone: (error: unknown) => boolean;
  /** Gives up a document of which nothing was read yet, for a long wait. @returns false where the page has been read, and stays */
  readonly giveUp: () => boolean;
  /** Loads a document that was given up again. */
  readonly reload: () => void;
  /** Ends loading, empties the document and goes to the warning page. */
  readonly leave: (url: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Milliseconds after which a page about which nothing is known is shown although no answer came. The worker goes on after three
 * seconds without a storage that hangs, and one that cannot be started fails at once: only a worker that hangs itself says nothing for longer.
 */
const COVER_TIMEOUT_MS = 4_000;
/** Milliseconds of silence about a known hit that count as an answer of their own: it could not be confirmed. */
const ANSWER_TIMEOUT_MS = 8_000;
/** Milliseconds until a frame whose question has to wait asks again. */
const TURN_INTERVAL_MS = 5_000;
/** How often an unanswered question is asked, and the milliseconds after the first attempt; after each further one it is as many more. */
const MAX_ATTEMPTS = 6;
const RETRY_DELAY_MS = 100;
/**
 * Milliseconds for which a page with a known hit stays covered once the extension is gone: after an update or a reload the guard of the
 * new one holds the page by then, and after anything else nobody protects it any more. To load it again would lose what a person wrote.
 */
const SUCCESSOR_TIMEOUT_MS = 5_000;

/**
 * Keeps a page hidden until it is known not to be listed. Once the list on the device has it, only a verdict shows it: silence, a
 * refusal, an error and a later question about another address do not. A page that is stopped is emptied and replaced by the warning page.
 */
export class Guard {
  readonly #parts: GuardParts;
  /** The latest examination: it makes an earlier one of the same document void, unless that has a hit to settle. */
  #round = { isOpen: false };
  /** Hits that wait for their verdict. */
  #hits = 0;
  #givenUp = false;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Asks about the page as it is now, or as it is about to be under another address. Never rejects. */
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
    if (local === 'hit') {
      cover.mayLapse = false;
      return this.#settle(round, about, [check, settle]);
    }
    if (round !== this.#round) return;
    const first: Answer = local === 'unlisted' ? { kind: 'clear' } : await this.#ask(() => check(about));
    cover.mayLapse = false;
    if (kindOf(first) === 'checking') return this.#settle(round, about, [settle]);
    if (round === this.#round) this.#act(round, kindOf(first) ?? 'clear', about);
  }

  /**
   * Asks about a page that the person has been using since before this guard came. Nothing covers it meanwhile, and only what is
   * confirmed takes it away. Never rejects.
   */
  async checkOpenPage(): Promise<void> {
    const { curtain, look, check, settle, leave, url, isFrame, wait } = this.#parts;
    const about = url();
    if ((await look(about)) === 'unlisted') return;
    let answer = await this.#ask(() => check(about));
    if (kindOf(answer) === 'checking') answer = await this.#ask(() => settle(about));
    while (isFrame && kindOf(answer) === 'checking') {
      await wait(TURN_INTERVAL_MS);
      answer = await this.#ask(() => settle(about));
    }
    if (kindOf(answer) !== 'blocked' || url() !== about) return;
    curtain.hide();
    leave(about);
  }

  /** Gives the document up where nothing of it was read yet; once it is clear, it is loaded again. */
  giveUp(): void {
    this.#givenUp ||= this.#parts.giveUp();
  }

  /** Asks about a known hit until there is a verdict, or nobody answers. */
  async #settle(round: Round, about: string, questions: readonly GuardParts['check'][]): Promise<void> {
    const { curtain, wait, isFrame, settle } = this.#parts;
    this.#hits += 1;
    curtain.hide();
    const silence = wait(ANSWER_TIMEOUT_MS).then((): Answer => ({ none: 'silent' }));
    let answer: Answer = { kind: 'checking' };
    for (const question of questions)
      if (kindOf(answer) === 'checking') answer = await Promise.race([this.#ask(() => question(about)), silence]);
    while (isFrame && kindOf(answer) === 'checking') {
      // A hold costs a processor as long as it lasts, and a turn in the queue of a page may take minutes.
      this.giveUp();
      await wait(TURN_INTERVAL_MS);
      answer = await this.#ask(() => settle(about));
    }
    const isGone = 'none' in answer && answer.none === 'gone';
    if (isGone) await wait(SUCCESSOR_TIMEOUT_MS);
    this.#hits -= 1;
    if (isGone) return this.#clear(round);
    const kind = kindOf(answer);
    this.#act(round, kind === undefined || kind === 'checking' ? 'unconfirmed' : kind, about);
  }

  #act(round: Round, kind: Kind, about: string): void {
    const { curtain, leave } = this.#parts;
    if (kind === 'clear' || kind === 'permitted' || kind === 'off') {
      this.#clear(round);
    } else {
      curtain.hide();
      leave(about);
    }
  }

  /** Shows the page where its latest address is clear, and nothing else about it is open; loads it again where it was given up. */
  #clear(round: Round): void {
    round.isOpen = false;
    if (this.#round.isOpen || this.#hits > 0) return;
    if (this.#givenUp) this.#parts.reload();
    else this.#parts.curtain.lift();
  }

  /** Asks until there is an answer, a few times at most; a worker that was ended is woken by the next question. */
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
