import type { WalletState } from '../../../wallet/wallets.ts';
import { type Answer, PORT_EVENT, READY_EVENT } from '../channel.ts';
import * as native from './built-ins.ts';

/** Milliseconds of a tick, and how many in a row without an answer let a call go on. */
const TICK_MS = 150;
const MAX_QUIET_TICKS = 10;

const { port1, port2 } = new MessageChannel();
const { postMessage } = MessagePort.prototype;
const paused = native.bare<Record<string, (answer: Answer['answer']) => void>>({});
const reported = native.bare<Record<string, true>>({});
let count = 0;

const post = (id: number, method: string, payload?: unknown): void =>
  void native.apply(postMessage, port1, [native.bare({ id, method, payload })]);
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

/** Tells the isolated world, once each, what is known of the wallets here: for the popup. */
export function tell(state: WalletState): void {
  if (!reported[state]) post(0, state);
  reported[state] = true;
}

/** Asks the isolated world whether a call may go on. A page that keeps its thread busy does not run out ticks, as it would a timer. */
export function ask(method: string, payload: unknown, end: (isGoing: boolean) => void): void {
  count += 1;
  const id = count;
  let isWaiting = false;
  paused[id] = (answer) => {
    isWaiting = answer === 'wait';
    if (isWaiting) return;
    delete paused[id];
    end(answer === 'go');
  };
  const tick = (quiet: number): void => {
    const answered = paused[id];
    if (!answered || isWaiting) return;
    if (quiet < MAX_QUIET_TICKS) return void native.later(() => tick(quiet + 1), TICK_MS);
    tell('missed');
    answered('go');
  };
  post(id, method, payload);
  tick(0);
}

/** Calls the wallet once that is allowed. @returns what the wallet gives, as a promise */
export const pause = (method: string, payload: unknown, call: () => unknown): Promise<unknown> =>
  new native.NativePromise((resolve, reject) =>
    ask(method, payload, (isGoing) => (isGoing ? resolve(native.promiseOf(call)) : reject(refusal()))),
  );

/** What a page gets where the person said no (EIP-1193, section "Provider Errors"). */
export const refusal = (): Error => {
  const error = new native.NativeError('User rejected the request.');
  native.setMember(error, 'code', 4001);
  return error;
};
