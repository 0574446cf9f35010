/**
 * Where the scanner leaves the address beside a copy button that the person pressed, for the watch of the clipboard in
 * the guard. Only our isolated world sees it.
 */
const KEY = Symbol.for('pressed copy button');
/** Milliseconds in which a press makes its page copy. */
const LIFETIME_MS = 1_000;

type Kept = { [KEY]?: { readonly address: string; readonly at: number } | undefined };

/** Keeps the address that a page shows beside a copy button, when the person presses the button. */
export function keepPressed(address: string): void {
  (globalThis as Kept)[KEY] = { address, at: performance.now() };
}

/** The address beside a copy button that was just pressed, once; an empty string where there is none. */
export function takePressed(): string {
  const kept = (globalThis as Kept)[KEY];
  (globalThis as Kept)[KEY] = undefined;
  return kept !== undefined && performance.now() - kept.at < LIFETIME_MS ? kept.address : '';
}
