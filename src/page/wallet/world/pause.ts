import { type Answer, PORT_EVENT, type Question, READY_EVENT } from '../channel.ts';
import * as native from './built-ins.ts';

/** Milliseconds of a tick, and how many in a row without an answer let a call go on. */
const TICK_MS = 150;
const MAX_QUIET_TICKS = 10;

const { port1, port2 } = new MessageChannel();
const { postMessage } = MessagePort.prototype;
/** What to do with an answer, by the id of the call that is paused. */
const paused: native.Table<(answer: Answer['answer']) => void> = native.create(null);
let count = 0;

const post = (question: Question): void =>
  void native.apply(postMessage, port1, [{ __proto__: null, ...question } as unknown]);
const offerPort = (): void => native.dispatch(document, new MessageEvent(PORT_EVENT, { ports: [port2] }));

/** Hands the other end of the channel to the isolated world. @returns ends the offer: to be called before any script of the page */
export function offerChannel(): () => void {
  port1.onmessage = (event) => {
    const { id, answer } = native.dataOf(event) as Answer;
    paused[id]?.(answer);
  };
  // The browser promises no order between two scripts of one extension.
  document.addEventListener(READY_EVENT, offerPort);
  offerPort();
  return () => document.removeEventListener(READY_EVENT, offerPort);
}

/**
 * Asks the isolated world whether a call may go on. Quiet ticks, not one long timer, let it go on without an answer: a page
 * that keeps its thread busy does not run out the clock.
 * @param payload a copy of what the wallet is asked
 */
export function ask(method: string, payload: unknown, end: (isGoing: boolean) => void): void {
  count += 1;
  const id = count;
  let isWaiting = false;
  const answered = (answer: Answer['answer']) => {
    isWaiting = answer === 'wait';
    if (isWaiting) return;
    delete paused[id];
    end(answer === 'go');
  };
  const tick = (quiet: number): void => {
    if (!paused[id] || isWaiting) return;
    if (quiet < MAX_QUIET_TICKS) native.later(() => tick(quiet + 1), TICK_MS);
    else {
      post({ id, method: null, payload: 'missed' });
      answered('go');
    }
  };
  paused[id] = answered;
  post({ id, method, payload });
  tick(0);
}

const isSent: native.Table<boolean> = native.create(null);
/** Tells the isolated world, once each, that there is a wallet that is covered, and one that is not: for the popup. */
export function tell(isCovered: boolean | undefined): void {
  const payload = isCovered ? 'covered' : 'closed';
  if (isCovered === undefined || isSent[payload]) return;
  isSent[payload] = true;
  post({ id: 0, method: null, payload });
}

/** Calls the wallet once that is allowed. @returns what the wallet gives, as a promise */
export const pause = (method: string, payload: unknown, call: () => unknown): Promise<unknown> =>
  new native.NativePromise((resolve, reject) =>
    ask(method, payload, (isGoing) => {
      if (!isGoing) return reject(refusal());
      try {
        resolve(call());
      } catch (error) {
        reject(error);
      }
    }),
  );

/** A call that connects. */
export const connecting: native.Trap = (target, self, values) =>
  pause('connect', undefined, () => native.apply(target, self, values));

/** What a page gets where the person said no (EIP-1193, section "Provider Errors"). */
export const refusal = (): Error => {
  const error = new native.NativeError('User rejected the request.');
  native.setMember(error, 'code', 4001);
  return error;
};
