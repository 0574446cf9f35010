/** Events by which the page's world hands its port to the isolated one, before any script of the page runs. */
export const PORT_EVENT = 'wallet-check-port';
export const READY_EVENT = 'wallet-check-ready';

/** A call that is paused, with a copy of its parameters; without a method, what to say about the page. */
export type Question =
  | { readonly id: number; readonly method: string; readonly payload: unknown }
  | { readonly id: number; readonly method: null; readonly payload: 'covered' | 'closed' | 'missed' };
export type Outcome = 'go' | 'refuse';
/** `wait` where a person decides, or the page's own verdict is awaited: then there is no time limit. */
export type Answer = { readonly id: number; readonly answer: Outcome | 'wait' };
