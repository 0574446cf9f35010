import type { MarkState } from '../scanner/ledger.ts';

const STATES: readonly MarkState[] = ['blocked', 'unconfirmed', 'checking'];
const keysOf = (state: MarkState) => [`${state}-address-band`, `${state}-address`];

/** Removes the underlines that a script of an earlier version left in the document. */
export function removeUnderlines(): void {
  for (const key of STATES.flatMap(keysOf)) CSS.highlights.delete(key);
}

/**
 * Underlines ranges of the page's text with the CSS Custom Highlight API; the page's nodes do not change. Each range is
 * in two highlights, a pale band and a wave on it; among highlights of equal priority the one registered later is on
 * top.
 */
export class Underline {
  readonly #sets = new Map<string, Highlight>();

  add(state: MarkState, range: Range): void {
    for (const key of keysOf(state)) {
      const set = this.#sets.get(key) ?? new Highlight();
      set.add(range);
      this.#sets.set(key, set);
    }
    this.assert();
  }

  delete(range: Range): void {
    for (const set of this.#sets.values()) set.delete(range);
  }

  /** Registers our highlights again if a script of the page removed them. */
  assert(): void {
    for (const [key, set] of this.#sets) if (CSS.highlights.get(key) !== set) CSS.highlights.set(key, set);
  }

  end(): void {
    // A script of another version may have registered its own by now.
    for (const [key, set] of this.#sets) if (CSS.highlights.get(key) === set) CSS.highlights.delete(key);
    this.#sets.clear();
  }
}
