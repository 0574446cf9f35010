import { newId } from '../../messaging/send.ts';
import type { RequestReading } from '../../wallet/index.ts';
import { formOf } from '../../wallet/methods.ts';
import type { WalletState } from '../../wallet/wallets.ts';
import type { PageVerdict } from '../content-script.ts';
import { type Answer, type Outcome, PORT_EVENT, type Question, READY_EVENT } from './channel.ts';
import type { WalletReader } from './reader.ts';

/** What the bridge needs of its page, the reader and the worker. Tests replace all of it. */
export type BridgeParts = {
  /** Undefined where the page has no guard. */
  readonly pageVerdict: () => PageVerdict | undefined;
  /** Loaded for the first request. */
  readonly reader: () => Promise<WalletReader>;
  /** Asks the worker, again with the same id after `wait`. Rejects where it does not answer. */
  readonly ask: (id: string, reading: RequestReading) => Promise<Answer['answer']>;
  readonly note: (state: WalletState) => void;
  readonly isOrphaned: () => boolean;
};

/** Milliseconds between two looks whether a page waits for its verdict. */
const LOOK_INTERVAL_MS = 100;
/** Milliseconds between two questions while a person decides: a document may send four messages a second. */
const ASK_INTERVAL_MS = 500;
/** Milliseconds after an answer in which the worker is not asked for anything: the call would wait for that too. */
const RENEW_AFTER_MS = 200;
/** Milliseconds for which a decision stands: a wallet asks its own methods again on the way. */
const DECISION_LIFETIME_MS = 60_000;

/** Answers the calls that are paused in the page's world: reads them, looks up whom they name, and asks the worker about a match. */
export class WalletBridge {
  readonly #parts: BridgeParts;
  #reader: Promise<WalletReader> | undefined;
  readonly #decisions = new Map<string, Promise<Outcome>>();

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Takes the port of the page's world, once. */
  listen(document: Document): void {
    const take = (event: Event) => {
      const [port] = (event as MessageEvent).ports;
      if (!port) return;
      document.removeEventListener(PORT_EVENT, take);
      port.onmessage = async ({ data: { id, method, payload } }: MessageEvent<Question>) => {
        const post = (answer: Answer['answer']) => port.postMessage({ id, answer } satisfies Answer);
        if (method === null) this.#parts.note(payload);
        else post(await this.answer(method, payload, () => post('wait')));
      };
    };
    document.addEventListener(PORT_EVENT, take);
    document.dispatchEvent(new Event(READY_EVENT));
  }

  /**
   * Whether a call goes on to the wallet. Never rejects.
   * @param wait called where the answer may take longer than a call waits by itself
   */
  async answer(method: string, payload: unknown, wait: () => void): Promise<Outcome> {
    // No page may hang because its extension was updated or removed.
    if (this.#parts.isOrphaned()) return 'go';
    if (await this.#isPageListed(wait)) return 'refuse';
    // A connection loads it too, for the request that follows.
    this.#reader ??= this.#parts.reader();
    const loading = this.#reader.catch((error: unknown) => {
      this.#reader = undefined;
      throw error;
    });
    if (formOf(method) === 'connecting')
      return loading.then(
        () => 'go',
        () => 'go',
      );
    let isDoubtful = false;
    const doubt = () => {
      isDoubtful = true;
      wait();
    };
    try {
      const reader = await loading;
      const { reading, found } = reader.read(method, payload);
      const match = await found;
      if (match === 'listed') doubt();
      const outcome = match === 'none' ? 'go' : await this.#decide(reading, doubt);
      if (outcome === 'go') setTimeout(() => reader.renew(reading.parties), RENEW_AFTER_MS);
      return outcome;
    } catch (error) {
      console.debug('A wallet request could not be looked at', error);
      // A page that sends more messages than it may is not let through for it.
      return isDoubtful || (error as Error).name === 'MessageRefused' ? 'refuse' : 'go';
    }
  }

  async #isPageListed(wait: () => void): Promise<boolean> {
    const verdict = this.#parts.pageVerdict();
    const look = setInterval(() => verdict?.isCovered() && wait(), LOOK_INTERVAL_MS);
    await verdict?.known;
    clearInterval(look);
    return verdict?.isCovered() ?? false;
  }

  /** A refusal is not kept: the person may want to be asked again. */
  #decide(reading: RequestReading, doubt: () => void): Promise<Outcome> {
    const key = JSON.stringify(reading);
    const known = this.#decisions.get(key);
    if (known) doubt();
    const id = newId();
    const ask = async (): Promise<Outcome> => {
      const answer = await this.#parts.ask(id, reading);
      if (answer !== 'wait') return answer;
      doubt();
      await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
      return ask();
    };
    const outcome = known ?? ask();
    this.#decisions.set(key, outcome);
    const forget = () => this.#decisions.delete(key);
    setTimeout(forget, DECISION_LIFETIME_MS);
    outcome.then((made) => made === 'refuse' && forget(), forget);
    return outcome;
  }
}
