/** How often something happened, with the first three cases. */
export type Count = { readonly count: number; readonly examples: readonly string[] };

const EXAMPLES = 3;
/** A hostile file must not fill the terminal. Characters. */
const MAX_EXAMPLE_LENGTH = 80;

/** Counts by key, most frequent first when read. */
export class Tally<Key extends string> {
  readonly #counts = new Map<Key, { count: number; examples: string[] }>();

  add(key: Key, example: string): void {
    const entry = this.#counts.get(key) ?? { count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < EXAMPLES) entry.examples.push(shown(example));
    this.#counts.set(key, entry);
  }

  get total(): number {
    let sum = 0;
    for (const { count } of this.#counts.values()) sum += count;
    return sum;
  }

  /** The count of one key; zero without examples where it never happened. */
  of(key: Key): Count {
    return this.#counts.get(key) ?? { count: 0, examples: [] };
  }

  rows(): [Key, Count][] {
    return [...this.#counts].sort(([, a], [, b]) => b.count - a.count);
  }
}

function shown(example: string): string {
  // Control characters of a list must not reach the terminal.
  const printable = example.replace(/\p{C}/gu, '\uFFFD');
  return printable.length > MAX_EXAMPLE_LENGTH ? `${printable.slice(0, MAX_EXAMPLE_LENGTH)}…` : printable;
}
