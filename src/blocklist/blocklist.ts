import { prefixOf } from '../asset/hash.ts';
import { type StorageFailure, storageFailure } from '../storage/failure.ts';
import type { HotHit, ListChange, ListInfo } from './list-info.ts';
import { type Additions, OrganizationFiles } from './organization-files.ts';
import type { BundledList } from './store/bundled.ts';
import { chooseList, packagedSnapshot } from './store/list-choice.ts';
import { type FileName, type Hot, isIntact, type PrefixList } from './store/snapshot.ts';
import type { ListStore, StoredChange } from './store/store.ts';

/** Where a list is stored. */
export type ListStorage = Pick<ListStore, 'read' | 'write' | 'holds'>;

export type BlocklistParts = {
  readonly store: ListStorage;
  readonly bundled: BundledList;
  /** Version of the expression rules of this build; a list with another version is never used. */
  readonly algoVersion: string;
};

/** The list for lookup: the newer one of the stored and the bundled list. */
export class Blocklist {
  readonly algoVersion: string;
  /** The files of the organization of this build. */
  readonly organization = new OrganizationFiles();
  /** Resolves when a list is in memory or none can be loaded; never rejects. */
  readonly ready: Promise<void>;
  readonly #store: ListStorage;
  readonly #bundled: BundledList;
  readonly #listeners: ((change: ListChange) => void)[] = [];
  /** The list in use; only this class changes it. */
  snapshot: PrefixList | null = null;
  recent: PrefixList | null = null;
  hotTier: Hot | null = null;
  /** The last error of the database, if its last access failed; the list in memory stays in use. */
  storeProblem: StorageFailure | null = null;
  #confirmedAt = 0;
  #confirmPrefixLength = 4;

  /** Starts loading immediately. */
  constructor({ store, bundled, algoVersion }: BlocklistParts) {
    this.#store = store;
    this.#bundled = bundled;
    this.algoVersion = algoVersion;
    this.ready = this.#load().catch((error: unknown) => void this.#note(error));
  }

  /** Entries in addition to the snapshot: the general additions, and the organization's own list. */
  get additions(): Additions | null {
    return this.organization.additionsTo(this.recent);
  }

  get info(): ListInfo | null {
    const { snapshot, recent } = this;
    if (!snapshot) return null;
    return {
      token: snapshot.token,
      recentToken: recent?.token ?? null,
      entries: snapshot.table.size + (recent?.table.size ?? 0),
      currentAt: this.#confirmedAt || snapshot.at,
      origin: snapshot.origin,
      algoVersion: snapshot.algoVersion,
      confirmPrefixLength: this.#confirmPrefixLength,
    };
  }

  /** Whether a prefix, an unsigned 32-bit number, is listed. Always false before `ready` resolves. */
  has(prefix: number): boolean {
    if (this.organization.has(prefix)) return true;
    if (this.snapshot === null) return false;
    return this.snapshot.table.has(prefix) || (this.recent?.table.has(prefix) ?? false);
  }

  /**
   * Details from the hot tier for a full hash of 32 bytes that is listed; no confirmation is then needed. `at` is when
   * the service last confirmed them, in ms since the epoch. False if the hot tier has no such entry.
   */
  hot(hash: Uint8Array): HotHit | false {
    const own = this.organization.hit(hash);
    if (own) return own;
    const found = this.hotTier?.table.find(hash);
    if (!this.hotTier || !found || !this.has(prefixOf(hash))) return false;
    return { at: Math.max(this.hotTier.at, this.#confirmedAt), words: found.words };
  }

  /** Calls `listener` after every change of the entries. */
  onChange(listener: (change: ListChange) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Uses what the service published from now on, and stores it; null for a file of full hashes that it no longer has.
   * @throws StorageFailure if it could not be stored; it is used nevertheless
   */
  async adopt(change: StoredChange): Promise<void> {
    if (change.snapshot) [this.snapshot, this.#confirmedAt] = [change.snapshot, 0];
    if (change.recent) this.recent = change.recent;
    if (change.hot !== undefined) this.hotTier = change.hot;
    this.organization.take(change);
    this.#tell('update');
    const { snapshot, recent, ...files } = change;
    await this.#write({ ...files, ...(snapshot ? { snapshot } : {}), ...(recent ? { recent } : {}) });
  }

  /**
   * Records that the service confirmed this list as current. A bundled list then counts as one of the service. Writes
   * only what the database lost or never had.
   * @throws StorageFailure
   */
  async confirm(confirmed: { at: number; confirmPrefixLength: number; service: string }): Promise<void> {
    this.#confirmedAt = confirmed.at;
    this.#confirmPrefixLength = confirmed.confirmPrefixLength;
    if (!this.snapshot) return;
    const { at, service } = confirmed;
    if (this.snapshot.origin === 'bundled') this.snapshot = { ...this.snapshot, origin: 'service', service, at };
    const { snapshot, recent, hotTier: hot } = this;
    if (await this.#store.holds(snapshot, recent?.token ?? null, hot?.token ?? null)) return;
    await this.#write({ snapshot, recent: recent ?? undefined, hot });
  }

  /** Verifies the digest of the list, once it has served the first lookups. Drops a damaged list and uses that of the package until the next sync. */
  async verify(): Promise<void> {
    await Promise.all((['hot', 'recent', 'own', 'official'] as const).map((name) => this.#verifyPart(name)));
    const checked = this.snapshot;
    if (!checked || (await isIntact(checked))) return;
    const bundled = checked.origin === 'bundled' ? null : await packagedSnapshot(this.#bundled, this.algoVersion);
    if (this.snapshot !== checked) return;
    this.snapshot = bundled;
    this.#confirmedAt = 0;
    await this.#forget({ snapshot: null });
    this.#tell('heal');
  }

  /** A dropped part is fetched again at the next poll. */
  async #verifyPart(name: 'recent' | FileName): Promise<void> {
    const part = this.#part(name);
    if (!part || (await isIntact(part)) || this.#part(name) !== part) return;
    if (name === 'hot') this.hotTier = null;
    else if (name === 'recent') this.recent = null;
    else this.organization.take({ [name]: null });
    await this.#forget({ [name]: null });
    this.#tell('heal');
  }

  #part(name: 'recent' | FileName): PrefixList | Hot | null {
    if (name === 'hot') return this.hotTier;
    return name === 'recent' ? this.recent : this.organization[name];
  }

  async #load(): Promise<void> {
    const stored = await this.#store.read().catch((error: unknown) => this.#note(error));
    const chosen = await chooseList(stored, this.#bundled, this.algoVersion);
    [this.snapshot, this.recent, this.hotTier] = [chosen.snapshot, chosen.recent, chosen.hot];
    this.organization.take(chosen);
    this.#confirmedAt = chosen.confirmedAt;
    this.#confirmPrefixLength = chosen.confirmPrefixLength ?? this.#confirmPrefixLength;
    if (chosen.damaged.length === 0) return;
    await this.#forget(Object.fromEntries(chosen.damaged.map((name) => [name, null])));
    this.#tell('heal');
  }

  /** Deletes invalid data from the database; what is in memory in its place is written at the next confirmation. */
  async #forget(parts: StoredChange): Promise<void> {
    await this.#store.write(parts).catch((error: unknown) => this.#note(error));
  }

  async #write(change: StoredChange): Promise<void> {
    try {
      await this.#store.write(change);
      this.storeProblem = null;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): null {
    this.storeProblem = storageFailure(error);
    return null;
  }

  /** Each listener runs in its own task, so that an exception in one is reported without affecting the rest. */
  #tell(change: ListChange): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(change));
  }
}
