import { wellKnownTaken } from '../../../asset/listing/well-known.ts';
import type { Counted } from '../../database/schema/import.ts';

/** Why an entry of a list is not imported, in the words of the summary. */
export const SKIP_REASONS = {
  duplicate: 'the same as another entry, maybe in another spelling',
  'www-twin': '`www.` beside the same host without it, which covers it',
  covered: 'below another host of this list, which covers it',
  shared: 'a host that many people publish on: its pages are listed, never the host',
  'public-suffix': 'a public suffix: it would block every site below it',
  platform: 'a whole platform, or a page of its own',
  'never-listed': `a site or contract that many people rely on (known on ${wellKnownTaken()}), never listed by an import: "block CONTENT --override" lists one`,
  allowed: 'on the allowlist of the same file',
  'no-allow': 'an entry to allow, which is not taken from this source',
  wildcard: 'a wildcard',
  network: 'a network, which is neither a site nor a page',
  fragment: 'a page that only the part after # names: block its host by hand if all of it is bad',
  'ipfs-case': 'an IPFS id that lost its upper case',
  'not-understood': 'not understood: no host, page, account or wallet address',
  'no-entry': 'no entry of the list: a setting, a file hash, a name for comparison, or a rule about parts of pages',
  unsure: 'less sure than --min-confidence asks for, as the list itself says',
  withdrawn: 'revoked, over, unverified or harmless, as the list itself says',
  'inside-network': 'not on the public Internet',
  nobody: 'an address that nobody holds',
  'many-visitors': 'a site that many people visit: block it by hand, or all of them with --force',
  'many-pages': 'a host of which many pages are blocked one by one: block it by hand, or all of them with --force',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

export const NOT_UNDERSTOOD: readonly SkipReason[] = ['not-understood', 'wildcard'];
/** Reasons of what a file holds besides its entries: the local names of a hosts file, networks, settings. */
export const NO_ENTRIES: readonly SkipReason[] = ['inside-network', 'network', 'no-entry', 'unsure', 'withdrawn'];

const MAX_EXAMPLES = 3;
/** A hostile file must not fill the terminal. Characters. */
const MAX_EXAMPLE_LENGTH = 80;

/** Counts by key, most frequent first when read. */
export class Tally<Key extends string> {
  readonly #counts = new Map<Key, { count: number; examples: string[] }>();

  add(key: Key, example: string): void {
    const entry = this.#counts.get(key) ?? { count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push(shown(example));
    this.#counts.set(key, entry);
  }

  get total(): number {
    let sum = 0;
    for (const { count } of this.#counts.values()) sum += count;
    return sum;
  }

  /** The count of one key; zero without examples where it never happened. */
  of(key: Key): Counted {
    return this.#counts.get(key) ?? { count: 0, examples: [] };
  }

  rows(): [Key, Counted][] {
    return [...this.#counts].sort(([, a], [, b]) => b.count - a.count);
  }
}

/** A piece of a list for the terminal: without control characters, at most 80 characters. */
export function shown(example: string): string {
  const printable = example.replace(/\p{C}/gu, '\uFFFD');
  return printable.length > MAX_EXAMPLE_LENGTH ? `${printable.slice(0, MAX_EXAMPLE_LENGTH)}…` : printable;
}
