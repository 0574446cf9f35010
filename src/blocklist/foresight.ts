import { ALGO_VERSION } from '../asset/hash.ts';
import type { BundledVersion } from './bundled-version.ts';
import type { ListInfo } from './list-info.ts';
import { lookUpShards, type ShardArea, type ShardedList } from './shard.ts';

/** Milliseconds that the list, which takes long to read, waits for a first question that its shards may answer. */
const LEISURE = 25;

/** What the shards of the list tell while a cold worker has not read the list itself. */
export class Foresight {
  /** Settles when the list may be read: a question was answered, or none came. */
  readonly leisure: Promise<void>;
  readonly #area: ShardArea;
  readonly #listed = new Set<number>();
  #list: ShardedList | null = null;
  #asked: () => void = () => undefined;

  constructor(area: ShardArea) {
    this.#area = area;
    this.leisure = new Promise((resolve) => {
      this.#asked = resolve;
      setTimeout(resolve, LEISURE);
    });
  }

  /** The list of the shards that were asked, which is one of the service. Null before any was. */
  get info(): ListInfo | null {
    if (!this.#list) return null;
    const { snapshot, recent, entries, at } = this.#list;
    return {
      token: snapshot,
      recentToken: recent?.token ?? null,
      entries,
      currentAt: at,
      origin: 'service',
      algoVersion: ALGO_VERSION,
      confirmPrefixLength: 4,
    };
  }

  /** Whether a prefix that was looked up is listed. */
  has(prefix: number): boolean {
    return this.#listed.has(prefix);
  }

  /**
   * Looks prefixes up, for `has` and `info`.
   * @returns what the shards say of their list; null where there are none, or the package has a newer list. Never rejects.
   */
  async look(prefixes: readonly number[], packaged: BundledVersion | null): Promise<ShardedList | null> {
    const found = await lookUpShards(this.#area, prefixes).catch(() => null);
    this.#asked();
    if (!found || (packaged && Date.parse(packaged.publishedAt) > found.list.at)) return null;
    for (const prefix of found.listed) this.#listed.add(prefix);
    this.#list = found.list;
    return found.list;
  }
}
