import type { MessageReply } from '../../messaging/catalogue.ts';
import type { LocalAnswer } from './local-look.ts';
import type { Veil } from './veil.ts';

type Kind = MessageReply<'guardCheck'>['kind'];
/** What the worker says; `gone` once the extension is, `silent` where nobody answers in time. */
type Answer = Kind | 'gone' | 'silent';

/** What the guard does to its page and asks the worker. Tests replace all of it. */
export type GuardParts = {
  readonly veil: Pick<Veil, 'raise' | 'cover' | 'say' | 'lift' | 'end'>;
  /** What the list on the device says. Never rejects. */
  readonly look: (url: string) => Promise<LocalAnswer>;
  /** The verdict as far as it is known without asking the service. */
  readonly check: (url: string) => Promise<Kind>;
  /** The verdict after asking the service. `hits` are the prefixes that the list on the device has. */
  readonly resolve: (url: string, hits: readonly number[], isInUse: boolean) => Promise<Kind>;
  readonly isFrame: boolean;
  /** Resolves once the page is shown: at once, unless it is prerendered. */
  readonly shown: Promise<unknown>;
  /** True for the error that reports an update or removal of the extension. */
  readonly isGone: (error: unknown) => boolean;
  /** Goes to the warning, or in a frame to the notice in its place. */
  readonly leave: (url: string) => void;
  readonly waiting: () => Promise<string>;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** Milliseconds after which a page without an answer is shown. A later hit still covers it. */
const VEIL_TIMEOUT_MS = 1_000;
/** Milliseconds after which a covered page says why it is empty. */
const WORDS_DELAY_MS = 300;
/** Milliseconds until a worker counts as silent, a page without its extension is shown, and one that used up its questions asks again. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Milliseconds until a question is asked again that nobody answered. */
const RETRY_DELAY_MS = 200;

/**
 * Looks up the addresses of one document, and keeps it unseen until it is known not to be listed. Once the list on the device has a
 * hit, only a verdict shows the page. An address that the document takes while it is in use covers it only when it is
 * confirmed: what the person wrote there is not taken away for a hit that may be false.
 */
export class Guard {
  readonly #parts: GuardParts;
  /** The latest look-up until it has ended; it supersedes earlier ones, except those with a hit. */
  #round: object | null = null;
  /** Hits that wait for their verdict, in a document that is not in use. */
  #open = 0;
  /** Whether it could not be confirmed: the worker takes the tab to the warning, from which the person may come back. */
  #isUnconfirmed = false;
  #hasEnded = false;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Whether nothing is left of the document: it was listed, or nobody answered about it. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the document waits for its verdict, or was not released by it. */
  get isCovered(): boolean {
    return this.#open > 0 || this.#isUnconfirmed || this.#hasEnded;
  }

  /** The document came back from the back/forward cache: what could not be confirmed is asked about again. */
  comeBack(): void {
    this.#isUnconfirmed = false;
  }

  /**
   * Looks an address of the document up. Never rejects.
   * @param isInUse whether a person may be using the document, because it was shown before
   */
  async examine(url: string, isInUse: boolean): Promise<void> {
    const { veil, look, check, wait } = this.#parts;
    const round = {};
    this.#round = round;
    if (!isInUse) {
      veil.raise();
      void wait(VEIL_TIMEOUT_MS).then(() => this.#lift(round));
    }
    const local = await look(url);
    if (local.kind === 'hit') return this.#waitForVerdict(round, url, local.prefixes, isInUse);
    const answer = local.kind === 'unknown' ? await this.#ask(() => check(url)) : 'clear';
    if (mustWait(answer)) return this.#waitForVerdict(round, url, [], isInUse);
    this.#lift(round);
  }

  async #waitForVerdict(round: object, url: string, hits: readonly number[], isInUse: boolean): Promise<void> {
    const { veil, resolve, shown, leave, isFrame, wait } = this.#parts;
    if (!isInUse) {
      this.#open += 1;
      veil.cover();
    }
    await shown;
    if (!isInUse) void this.#sayThatItWaits();
    const question = () => resolve(url, hits, isInUse);
    let answer = await this.#ask(question);
    while (answer === 'checking') {
      await wait(ANSWER_TIMEOUT_MS);
      answer = await this.#ask(question);
    }
    if (!isInUse) this.#open -= 1;
    if (answer === 'blocked' || (answer === 'unconfirmed' && isFrame && !isInUse)) {
      this.#hasEnded = true;
      veil.end();
      if (isFrame) leave(url);
    } else if (answer === 'silent' && !isInUse) {
      this.#hasEnded = true;
      leave(url);
    } else {
      this.#isUnconfirmed ||= answer === 'unconfirmed' && !isInUse;
      this.#lift(round);
    }
  }

  async #sayThatItWaits(): Promise<void> {
    const { veil, waiting, wait } = this.#parts;
    await wait(WORDS_DELAY_MS);
    // A page whose worker does not answer stays empty, until the guard leaves it.
    const words = await waiting().catch(() => '');
    if (words !== '' && this.#open > 0 && !this.#hasEnded) veil.say(words);
  }

  #lift(round: object): void {
    if (round === this.#round) this.#round = null;
    if (this.#round === null && !this.isCovered) this.#parts.veil.lift();
  }

  /** Asks until there is an answer. The next question wakes a worker that the browser ended. */
  async #ask(question: () => Promise<Kind>): Promise<Answer> {
    const { wait, isGone } = this.#parts;
    let failure: 'gone' | 'silent' | null = null;
    const limit = wait(ANSWER_TIMEOUT_MS).then((): Answer => {
      failure ??= 'silent';
      return failure;
    });
    const ask = async (): Promise<Answer> => {
      while (failure === null) {
        try {
          return await question();
        } catch (error) {
          if (isGone(error)) failure = 'gone';
        }
        await wait(RETRY_DELAY_MS);
      }
      return limit;
    };
    return Promise.race([ask(), limit]);
  }
}

const mustWait = (answer: Answer): boolean => answer === 'checking' || answer === 'blocked' || answer === 'unconfirmed';
