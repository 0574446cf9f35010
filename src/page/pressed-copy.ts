/**
 * Where the scanner leaves the address beside a copy button that the person pressed, for the watch of the clipboard in
 * the guard. Only our isolated world sees it.
 */
const KEY = Symbol.for('pressed copy button');
/** Milliseconds in which a press makes its page copy. */
const LIFETIME_MS = 1_000;

/** The address that a page shows beside a copy button, and whether a copied text is another address. */
export type Pressed = { readonly address: string; readonly isSwap: (copied: string) => boolean };
type Kept = { [KEY]?: (Pressed & { readonly at: number }) | undefined };

/** Keeps the address that a page shows beside a copy button, when the person presses the button. */
export function keepPressed(pressed: Pressed): void {
  (globalThis as Kept)[KEY] = { ...pressed, at: performance.now() };
}

/** What a page shows beside a copy button that was just pressed, once; null where there is none. */
export function takePressed(): Pressed | null {
  const kept = (globalThis as Kept)[KEY];
  (globalThis as Kept)[KEY] = undefined;
  return kept !== undefined && performance.now() - kept.at < LIFETIME_MS ? kept : null;
}
