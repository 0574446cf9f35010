import type { Answer, Outcome, Question } from '../channel.ts';
import { PORT_EVENT, READY_EVENT } from '../channel.ts';
import { apply, create, dataOf, dispatch, later, NativeError, NativePromise, type Table } from './built-ins.ts';

/** Milliseconds of a tick, and how many in a row without an answer let a call go on. */
const TICK_MS = 150;
const MAX_QUIET_TICKS = 10;

type Paused = { readonly go: () => void; readonly refuse: () => void; quiet: number; isDecided: boolean };

const { port1, port2 } = new MessageChannel();
const { postMessage } = MessagePort.prototype;
const paused: Table<Paused> = create(null);
let count = 0;

const post = (question: Question): void => void apply(postMessage, port1, [question]);
const offerPort = (): void => dispatch(document, new MessageEvent(PORT_EVENT, { ports: [port2] }));

/** Hands the other end of the channel to the isolated world. @returns ends the offer: to be called before any script of the page */
export function offerChannel(): () => void {
  port1.onmessage = (event) => {
    const { id, answer } = dataOf(event) as Answer;
    const entry = paused[id];
    if (!entry) return;
    if (answer === 'wait') entry.isDecided = true;
    else end(id, answer);
  };
  // The browser promises no order between two scripts of one extension.
  document.addEventListener(READY_EVENT, offerPort);
  offerPort();
  return () => document.removeEventListener(READY_EVENT, offerPort);
}

function end(id: number, outcome: Outcome): void {
  const { go, refuse } = paused[id]!;
  delete paused[id];
  if (outcome === 'go') go();
  else refuse();
}

/** Quiet ticks, not one long timer: a page that keeps its thread busy does not run out the clock. */
function tick(id: number): void {
  const entry = paused[id];
  if (!entry || entry.isDecided) return;
  entry.quiet += 1;
  if (entry.quiet <= MAX_QUIET_TICKS) {
    later(() => tick(id), TICK_MS);
    return;
  }
  post({ __proto__: null, id, method: null, payload: undefined } as Question);
  end(id, 'go');
}

/**
 * Asks the isolated world whether a call may go on.
 * @param payload a copy of what the wallet is asked
 */
export function ask(method: string, payload: unknown, go: () => void, refuse: () => void): void {
  count += 1;
  paused[count] = { go, refuse, quiet: 0, isDecided: false };
  post({ __proto__: null, id: count, method, payload } as Question);
  tick(count);
}

/** Calls the wallet once that is allowed. @returns what the wallet gives, as a promise */
export const pause = (method: string, payload: unknown, call: () => unknown): Promise<unknown> =>
  new NativePromise((resolve, reject) => {
    const go = () => {
      try {
        resolve(call());
      } catch (error) {
        reject(error);
      }
    };
    ask(method, payload, go, () => reject(refusal()));
  });

/** What a page gets where the person said no (EIP-1193, section "Provider Errors"). */
export const refusal = (): Error & { code?: number } => {
  const error: Error & { code?: number } = new NativeError('User rejected the request.');
  error.code = 4001;
  return error;
};
