import { prefixOf } from '../asset/hash.ts';
import { digestOf } from './codec/entries.ts';
import type { HotWords } from './codec/hot-file.ts';
import type { Hot, Recent } from './store/snapshot.ts';

/** A hit of an organization's own list, with what a person is told about it. */
export type OwnHit = { readonly at: number; readonly words: HotWords | undefined; readonly isOwn: true };

/** What a service publishes for one organization; null where it has no such file. */
export type PublishedFiles = { readonly own?: Hot | null; readonly official?: Hot | null };

/** The additions to the snapshot: those of the service and those of the organization. */
export type Additions = { readonly token: string; readonly sha256: string; readonly prefixes: Uint32Array };

/** What the organization of this build blocks for its people alone, and what is officially its own. */
export class OrganizationFiles {
  #own: Hot | null = null;
  #official: Hot | null = null;
  #prefixes: ReadonlySet<number> = new Set();

  get own(): Hot | null {
    return this.#own;
  }

  get official(): Hot | null {
    return this.#official;
  }

  /** Replaces the files that are given. */
  take({ own, official }: PublishedFiles): void {
    if (own !== undefined) {
      this.#own = own;
      this.#prefixes = new Set(own?.table.prefixes());
    }
    if (official !== undefined) this.#official = official;
  }

  /** Whether the own list has an entry of this prefix. */
  has(prefix: number): boolean {
    return this.#prefixes.has(prefix);
  }

  /** What the own list says about a full hash of 32 bytes; false where it says nothing. */
  hit(hash: Uint8Array): OwnHit | false {
    const found = this.#prefixes.has(prefixOf(hash)) && this.#own?.table.find(hash);
    return found ? { at: this.#own!.at, words: found.words, isOwn: true } : false;
  }

  /** The name of the organization whose own a full hash of 32 bytes is; null where it is nobody's. */
  officialName(hash: Uint8Array): string | null {
    return this.#official?.table.find(hash)?.words?.source ?? null;
  }

  /** The additions of everybody and those of the own list, as one. */
  additionsTo(recent: Recent | null): Additions | null {
    const own = this.#own;
    if (!own || this.#prefixes.size === 0)
      return recent && { token: recent.token, sha256: recent.sha256, prefixes: recent.table.prefixes() };
    const all = new Set([...(recent?.table.prefixes() ?? []), ...this.#prefixes]);
    const prefixes = Uint32Array.from(all).sort();
    return { token: `${recent?.token ?? ''}+${own.token}`, sha256: digestOf(prefixes), prefixes };
  }
}
