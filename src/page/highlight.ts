import type { MarkState } from './sighting.ts';

/** Names of the highlights; their looks are in `highlight.css`. Each pair is a pale band and the wave on it. */
const NAMES = {
  blocked: ['blocked-address-band', 'blocked-address'],
  unconfirmed: ['unconfirmed-address-band', 'unconfirmed-address'],
} as const;

/** Underlines ranges of the page's own text by the CSS Custom Highlight API: the page's nodes stay as they are. */
export class Underline {
  readonly #sets = new Map<string, Highlight>();

  add(state: MarkState, range: Range): void {
    for (const [priority, key] of NAMES[state].entries()) {
      const set = this.#sets.get(key) ?? new Highlight();
      set.priority = priority;
      set.add(range);
      this.#sets.set(key, set);
    }
    this.assert();
  }

  delete(range: Range): void {
    for (const set of this.#sets.values()) set.delete(range);
  }

  /** Registers our highlights again where a script of the page removed them. */
  assert(): void {
    for (const [key, set] of this.#sets) if (CSS.highlights.get(key) !== set) CSS.highlights.set(key, set);
  }

  end(): void {
    for (const key of this.#sets.keys()) CSS.highlights.delete(key);
    this.#sets.clear();
  }
}
