import { formOf } from '../../wallet/methods.ts';
import { WALLET_STATES, type WalletState } from '../../wallet/wallets.ts';
import { type PageVerdict, worldOf } from '../content-script.ts';
import { type Answer, PORT_EVENT, type Question, READY_EVENT, type WalletAnswer } from './channel.ts';

type BridgeParts = {
  /** Undefined where the page has no guard. */
  readonly pageVerdict: () => PageVerdict | undefined;
  readonly reader: () => Promise<WalletAnswer>;
  readonly note: (state: WalletState) => void;
  readonly isOrphaned: () => boolean;
};

/** Milliseconds between two looks whether a page waits for its verdict. */
const LOOK_INTERVAL_MS = 100;

/** Answers calls that are paused in the page's world: those of a listed page end here, all others are read. */
export function walletBridge({ pageVerdict, reader, isOrphaned }: Omit<BridgeParts, 'note'>): WalletAnswer {
  let loading: Promise<WalletAnswer> | undefined;
  return async (method, payload, wait) => {
    // No page may hang because its extension was updated or removed.
    if (isOrphaned()) return 'go';
    const verdict = pageVerdict();
    const look = setInterval(() => verdict?.isCovered() && wait(), LOOK_INTERVAL_MS);
    await verdict?.known;
    clearInterval(look);
    if (verdict?.isCovered()) return 'refuse';
    try {
      // A connection loads it too, for the request that follows.
      loading ??= reader();
      const read = await loading;
      return formOf(method) === 'connecting' ? 'go' : await read(method, payload, wait);
    } catch (error) {
      loading = undefined;
      return outcomeOf(error);
    }
  };
}

/** Where a request cannot be looked at: a page that sends more messages than it may is not let through for it. */
export function outcomeOf(error: unknown): 'go' | 'refuse' {
  console.debug('A wallet request could not be looked at', error);
  return (error as Error).name === 'MessageRefused' ? 'refuse' : 'go';
}

/** Notes what is known of the wallets of a document, for the popup; the worst stays. */
export function noteWallet(state: WalletState): void {
  const world = worldOf();
  if (WALLET_STATES.indexOf(state) > WALLET_STATES.indexOf(world.walletState ?? 'off')) world.walletState = state;
}

/** Takes the port of the page's world, once, and answers what is asked through it. */
export function listen(document: Document, answer: WalletAnswer, note: BridgeParts['note']): void {
  const take = (event: Event) => {
    const [port] = (event as MessageEvent).ports;
    if (!port) return;
    document.removeEventListener(PORT_EVENT, take);
    port.onmessage = async ({ data: { id, method, payload } }: MessageEvent<Question>) => {
      const post = (given: Answer['answer']) => port.postMessage({ id, answer: given } satisfies Answer);
      if (id === 0) note(method as WalletState);
      else post(await answer(method, payload, () => post('wait')));
    };
  };
  document.addEventListener(PORT_EVENT, take);
  document.dispatchEvent(new Event(READY_EVENT));
}
