/** Events by which the page's world hands its port to the isolated one, before any script of the page runs. */
export const PORT_EVENT = 'wallet-check-port';
export const READY_EVENT = 'wallet-check-ready';

/** A call that is paused, with a copy of its parameters; with 0 as its id, what is known of the wallets (`WalletState`). */
export type Question = { readonly id: number; readonly method: string; readonly payload?: unknown };
export type Outcome = 'go' | 'refuse';
/** `wait` where a person decides, or the page's own verdict is awaited: then there is no time limit. */
export type Answer = { readonly id: number; readonly answer: Outcome | 'wait' };
/** Whether a call goes on to the wallet. Never rejects; calls `wait` where that takes longer than a call waits by itself. */
export type CallCheck = (method: string, payload: unknown, wait: () => void) => Promise<Outcome>;
