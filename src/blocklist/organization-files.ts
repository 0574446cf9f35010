import { prefixOf } from '../asset/hash.ts';
import { digestOf } from './codec/entries.ts';
import type { HotHit } from './list-info.ts';
import type { Hot, PrefixList } from './store/snapshot.ts';
import type { StoredChange } from './store/store.ts';

/** The additions to the snapshot: those of the service combined with those of the organization. */
export type Additions = { readonly sha256: string; readonly prefixes: Uint32Array };

/** What the organization of this build blocks for its own members, and what officially belongs to it. */
export class OrganizationFiles {
  own: Hot | null = null;
  official: Hot | null = null;
  #prefixes: ReadonlySet<number> = new Set();

  /** Replaces the given files. */
  take({ own, official }: Pick<StoredChange, 'own' | 'official'>): void {
    if (own !== undefined) {
      this.own = own;
      this.#prefixes = new Set(own?.table.prefixes());
    }
    if (official !== undefined) this.official = official;
  }

  /** Whether the own list has an entry with this prefix. */
  has(prefix: number): boolean {
    return this.#prefixes.has(prefix);
  }

  /** The own list's entry for a full hash of 32 bytes; false if there is none. */
  hit(hash: Uint8Array): HotHit | false {
    const found = this.#prefixes.has(prefixOf(hash)) && this.own?.table.find(hash);
    return found ? { at: this.own!.at, words: found.words, isOwn: true } : false;
  }

  /** Name of the organization to which a full hash of 32 bytes officially belongs; null if there is none. */
  officialName(hash: Uint8Array): string | null {
    return this.official?.table.find(hash)?.words?.source ?? null;
  }

  /** The general additions and those of the own list, combined. */
  additionsTo(recent: PrefixList | null): Additions | null {
    if (this.#prefixes.size === 0) return recent && { sha256: recent.sha256, prefixes: recent.table.prefixes() };
    const all = new Set([...(recent?.table.prefixes() ?? []), ...this.#prefixes]);
    const prefixes = Uint32Array.from(all).sort();
    return { sha256: digestOf(prefixes), prefixes };
  }
}
