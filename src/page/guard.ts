import type { MessageReply } from '../messaging/catalogue.ts';

type Kind = MessageReply<'guardCheck'>['kind'];

/** What the guard does to its page and asks the background. All of it is replaced in tests. */
export type GuardParts = {
  readonly curtain: { veil(): void; seal(): void; lift(): void };
  /** The address to ask about; it may change while the page lives. */
  readonly url: () => string;
  /** The verdict as far as it is known without asking the service. */
  readonly check: (url: string) => Promise<Kind>;
  /** The verdict once the service was asked. */
  readonly settle: (url: string) => Promise<Kind>;
  /** True for the error that says that the extension was updated or removed. */
  readonly isGone: (error: unknown) => boolean;
  /** Ends loading, empties the document and goes to the warning page. */
  readonly leave: (url: string) => void;
  readonly reload: () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Milliseconds after which a page about which nothing is known is shown although no answer came. The worker goes on after three
 * seconds without a storage that hangs, and one that cannot be started fails at once: only a worker that hangs itself says nothing for longer.
 */
const CAP = 4_000;
/** How often an unanswered question is asked again, and the pause before it in milliseconds. */
const ATTEMPTS = 6;
const PAUSE = 100;

/**
 * Keeps a page hidden until the background has said that it is not listed. A page that is known to be a hit stays hidden
 * until that is settled; a page that is stopped is emptied and replaced by the warning page.
 */
export class Guard {
  readonly #parts: GuardParts;
  /** A later examination of the same document makes an earlier one void. */
  #round = 0;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Asks about the page as it is now, or as it is about to be under another address. Never rejects. */
  async examine(about: string = this.#parts.url()): Promise<void> {
    const { curtain, check, settle } = this.#parts;
    const round = ++this.#round;
    let answered = false;
    curtain.veil();
    void this.#parts.wait(CAP).then(() => {
      if (round === this.#round && !answered) curtain.lift();
    });
    const first = await this.#persist(() => check(about));
    answered = true;
    if (round !== this.#round) return;
    if (first.kind !== 'checking') return this.#act(first.kind ?? 'clear', about);
    curtain.seal();
    const last = await this.#persist(() => settle(about));
    if (round !== this.#round) return;
    if (last.gone) return this.#parts.reload();
    this.#act(last.kind ?? 'unconfirmed', about);
  }

  #act(kind: Kind, about: string): void {
    const { curtain, leave } = this.#parts;
    if (kind === 'clear' || kind === 'permitted' || kind === 'off') {
      curtain.lift();
    } else {
      curtain.seal();
      leave(about);
    }
  }

  /** Asks until there is an answer, a few times at most; a worker that was ended is woken by the next question. */
  async #persist(question: () => Promise<Kind>): Promise<{ kind?: Kind; gone?: true }> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return { kind: await question() };
      } catch (error) {
        if (this.#parts.isGone(error)) return { gone: true };
      }
      await this.#parts.wait(PAUSE * attempt);
    }
    return {};
  }
}
