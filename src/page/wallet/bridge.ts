import { send } from '../../messaging/send.ts';
import { formOf } from '../../wallet/methods.ts';
import type { WalletState } from '../../wallet/wallets.ts';
import { pageVerdictOf, worldOf } from '../content-script.ts';
import { type Answer, type CallCheck, PORT_EVENT, type Question, READY_EVENT } from './channel.ts';

/** Milliseconds between two looks whether a page waits for its verdict. */
const LOOK_INTERVAL_MS = 100;

/** Checks calls that are paused in the page's world: those of a listed page end here, all others are read. */
export function walletBridge(): CallCheck {
  let loading: Promise<unknown> | undefined;
  return async (method, payload, wait) => {
    const verdict = pageVerdictOf(window);
    const look = setInterval(() => verdict?.isCovered() && wait(), LOOK_INTERVAL_MS);
    await verdict?.known;
    clearInterval(look);
    if (verdict?.isCovered()) return 'refuse';
    try {
      // A connection loads it too, for the request that follows.
      loading ??= send('walletReader', {});
      await loading;
      return formOf(method) === 'connecting' ? 'go' : await worldOf().checkCall!(method, payload, wait);
    } catch (error) {
      loading = undefined;
      return outcomeOf(error);
    }
  };
}

/** No page hangs where a request cannot be looked at. One that sends more messages than it may is not let through for that. */
export function outcomeOf(error: unknown): 'go' | 'refuse' {
  console.debug('A wallet request could not be looked at', error);
  return (error as Error).name === 'MessageRefused' ? 'refuse' : 'go';
}

/** Takes the port of the page's world, once, and answers what is asked through it. */
export function listen(document: Document, check: CallCheck, note: (state: WalletState) => void): void {
  const take = (event: Event) => {
    const port = (event as MessageEvent).ports[0]!;
    port.onmessage = async ({ data: { id, method, payload } }: MessageEvent<Question>) => {
      const post = (answer: Answer['answer']) => port.postMessage({ id, answer } satisfies Answer);
      if (id === 0) note(method as WalletState);
      else post(await check(method, payload, () => post('wait')));
    };
  };
  document.addEventListener(PORT_EVENT, take, { once: true });
  document.dispatchEvent(new Event(READY_EVENT));
}
