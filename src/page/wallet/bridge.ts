import { newId } from '../../messaging/send.ts';
import type { RequestReading } from '../../wallet/index.ts';
import { isCheckedMethod } from '../../wallet/methods.ts';
import type { PageVerdict } from '../guard/page-verdict.ts';
import { type Answer, type Outcome, PORT_EVENT, type Question, READY_EVENT } from './channel.ts';
import type { WalletReader } from './reader.ts';

/** What the bridge needs of its page, the reader and the worker. Tests replace all of it. */
export type BridgeParts = {
  /** Undefined where the page has no guard. */
  readonly pageVerdict: () => PageVerdict | undefined;
  /** Reads requests and looks up whom they name; loaded for the first one. */
  readonly reader: () => Promise<WalletReader>;
  /** Asks the worker, again with the same id after `wait`. Rejects where it does not answer. */
  readonly ask: (id: string, reading: RequestReading) => Promise<Answer['answer']>;
  /** A call went on because there was no answer. */
  readonly missed: () => void;
  readonly isOrphaned: () => boolean;
};

type Decision = { readonly first: Promise<Answer['answer']>; readonly last: Promise<Outcome> };

/** Milliseconds between two looks whether a page waits for its verdict. */
const LOOK_INTERVAL_MS = 100;
/** Milliseconds for which a decision stands: a wallet asks its own methods again on the way. */
const DECISION_LIFETIME_MS = 60_000;

/** Answers the calls that the script in the page's world holds: reads them, looks up whom they name and asks the worker. */
export class WalletBridge {
  readonly #parts: BridgeParts;
  #reader: Promise<WalletReader> | undefined;
  readonly #decisions = new Map<string, Decision>();

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Takes the port of the page's world, once. */
  listen(document: Document): void {
    const take = (event: Event) => {
      const [port] = (event as MessageEvent).ports;
      if (!port) return;
      document.removeEventListener(PORT_EVENT, take);
      port.onmessage = ({ data }: MessageEvent<Question>) => void this.#onQuestion(port, data);
    };
    document.addEventListener(PORT_EVENT, take);
    document.dispatchEvent(new Event(READY_EVENT));
  }

  async #onQuestion(port: MessagePort, { id, method, payload }: Question): Promise<void> {
    if (method === null) return this.#parts.missed();
    const post = (answer: Answer['answer']) => port.postMessage({ id, answer } satisfies Answer);
    post(await this.answer(method, payload, () => post('wait')));
  }

  /**
   * Whether a call goes on to the wallet. Never rejects.
   * @param wait called where the answer may take longer than a call waits by itself
   */
  async answer(method: string, payload: unknown, wait: () => void): Promise<Outcome> {
    // No page may hang because its extension was updated or removed.
    if (this.#parts.isOrphaned()) return 'go';
    if (await this.#isListed(wait)) return 'refuse';
    if (!isCheckedMethod(method)) return 'go';
    let isDoubtful = false;
    const doubt = () => {
      isDoubtful = true;
      wait();
    };
    try {
      this.#reader ??= this.#parts.reader();
      const read = await this.#reader;
      const { reading, looked } = read(method, payload);
      if (reading.parties.length === 0) return 'go';
      const { first, last } = this.#decide(reading);
      if (await looked) doubt();
      if ((await first) === 'wait') doubt();
      return await last;
    } catch (error) {
      console.debug('A wallet request could not be looked at', error);
      this.#reader = undefined;
      return isDoubtful ? 'refuse' : 'go';
    }
  }

  async #isListed(wait: () => void): Promise<boolean> {
    const verdict = this.#parts.pageVerdict();
    if (!verdict) return false;
    const look = setInterval(() => verdict.isCovered() && wait(), LOOK_INTERVAL_MS);
    await verdict.known;
    clearInterval(look);
    return verdict.isCovered();
  }

  /** A refusal is not kept: the person may want to be asked again. */
  #decide(reading: RequestReading): Decision {
    const key = JSON.stringify(reading);
    const known = this.#decisions.get(key);
    if (known) return known;
    const id = newId();
    const ask = () => this.#parts.ask(id, reading);
    const first = ask();
    const decide = async (): Promise<Outcome> => {
      let answer = await first;
      while (answer === 'wait') answer = await ask();
      return answer;
    };
    const decision = { first, last: decide() };
    this.#decisions.set(key, decision);
    const forget = () => this.#decisions.delete(key);
    setTimeout(forget, DECISION_LIFETIME_MS);
    decision.last.then((outcome) => outcome === 'refuse' && forget(), forget);
    return decision;
  }
}
