import type { MessageName, MessageReply, MessageRequest } from '../../../messaging/catalogue.ts';
import type { BlockedAddress } from '../sighting.ts';
import type { Finding, Ledger } from './ledger.ts';
import type { IdleTime } from './queue.ts';

/** Sends one message of the catalogue (`messaging/send.ts`). */
export type Send = <N extends MessageName>(name: N, request: MessageRequest<N>) => Promise<MessageReply<N>>;

type InquiryOptions = {
  readonly ledger: Ledger;
  readonly send: Send;
  readonly time: Pick<IdleTime, 'after'>;
  readonly found: (findings: readonly Finding[]) => void;
  /** The person or a policy switched this protection off. */
  readonly switchedOff: () => void;
  /** Nothing can be asked any more: the extension is gone. */
  readonly gone: () => void;
};

/** The catalogue's bound on one message. */
const MOST_ASSETS = 500;
/** New addresses are collected for this long (ms), so that one part of a page makes one message. */
const COLLECT = 80;
const PAUSE = 250;
const RETRIES = 3;
/** Milliseconds to wait after so many failures in a row: 1 s, 5 s, 25 s. */
const retryDelay = (failures: number): number => 200 * 5 ** failures;

/** Asks the background about waiting addresses: one message at a time, none while there is nothing new. */
export class Inquiry {
  readonly #options: InquiryOptions;
  #cancel: (() => void) | null = null;
  #busy = false;
  #failures = 0;
  #ended = false;

  constructor(options: InquiryOptions) {
    this.#options = options;
  }

  /** Call when the ledger may hold new questions. */
  wake(): void {
    if (this.#options.ledger.waiting > 0) this.#plan(COLLECT);
  }

  end(): void {
    this.#ended = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  /**
   * Asks again about addresses known to be blocked; answers with the contents of those that no longer are. Without an answer
   * nothing changes.
   */
  async review(verdicts: readonly BlockedAddress[]): Promise<string[]> {
    const asked = verdicts.slice(0, MOST_ASSETS).map((verdict) => verdict.asset);
    const reply = await this.#ask(asked);
    if (reply === null) return [];
    const still = new Set(reply.blocked.map((verdict) => verdict.asset.content));
    return asked.filter((asset) => !still.has(asset.content)).map((asset) => asset.content);
  }

  #plan(delay: number): void {
    if (this.#ended || this.#busy || this.#cancel !== null) return;
    this.#cancel = this.#options.time.after(() => {
      this.#cancel = null;
      void this.#run();
    }, delay);
  }

  async #run(): Promise<void> {
    const { ledger, found } = this.#options;
    const questions = ledger.take(MOST_ASSETS);
    if (questions.length === 0) return;
    this.#busy = true;
    const reply = await this.#ask(questions.map(({ content }) => ({ type: 'ADDRESS' as const, content })));
    this.#busy = false;
    if (this.#ended) return;
    if (reply === null) {
      ledger.restore(questions);
      this.#failures = (this.#failures + 1) % (RETRIES + 1);
      if (this.#failures > 0) this.#plan(retryDelay(this.#failures));
      return;
    }
    this.#failures = 0;
    found(ledger.settle(questions, reply.blocked));
    if (ledger.waiting > 0) this.#plan(PAUSE);
  }

  /** The answer, or null where there is none; ends what has to end. */
  async #ask(assets: MessageRequest<'assetsCheck'>['assets']): Promise<MessageReply<'assetsCheck'> | null> {
    const { send, switchedOff, gone } = this.#options;
    try {
      const reply = await send('assetsCheck', { assets });
      if (!reply.enabled && !this.#ended) switchedOff();
      return reply;
    } catch (error) {
      if (error instanceof Error && error.name === 'ExtensionGone') gone();
      return null;
    }
  }
}
