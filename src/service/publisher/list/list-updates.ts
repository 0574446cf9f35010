import { ALGO_VERSION } from '../../../asset/index.ts';
import {
  changesBetween,
  decodeChanges,
  decodePrefixes,
  encodeUpdate,
  type ListUpdate,
  type UpdatePart,
} from '../../../blocklist/codec/artifact.ts';
import { AwayCache } from '../../database/away.ts';
import type { Database } from '../../database/database.ts';
import type { Publisher } from '../publisher.ts';
import type { SignedFile, SignedList } from '../signing.ts';
import { offersChanges } from '../store/list-store.ts';
import { readFile } from './list-file.ts';

/** Caches keep an update only for seconds; larger changes come from files, which they keep for ever. */
const MAX_BYTES = 8_192;
/** Polling clients hold one of the lists of the last minute. */
const MAX_CACHED = 128;

const NO_PREFIXES = new Uint32Array();
type Listed = Pick<Publisher, 'list' | 'file' | 'changes'>;
type Asked = { readonly recentToken: string; readonly settings: string; readonly list: SignedList };

/** Returns what was published since any recent file of the last hour. Its memory is a cache of the database. */
export class ListUpdates {
  readonly #database: Database;
  readonly #publisher: Listed;
  readonly #cache = new AwayCache((asked: Asked) => this.#make(asked), {
    ...{ freshMs: Number.POSITIVE_INFINITY, most: MAX_CACHED },
    nameOf: ({ recentToken, settings }: Asked) => `${settings} ${recentToken}`,
  });
  #list: SignedList | null = null;

  constructor(database: Database, publisher: Listed) {
    this.#database = database;
    this.#publisher = publisher;
  }

  /**
   * The encoded update from the list with these additions to the one published now.
   * @param recentToken whatever a client sent @param settings 8 hex characters, see `ListUpdate`
   */
  since(recentToken: string, settings: string): Promise<Uint8Array> {
    const { list } = this.#publisher;
    if (list !== this.#list) this.#cache.forget();
    this.#list = list;
    return this.#cache.of({ recentToken, settings, list });
  }

  async #make(asked: Asked): Promise<Uint8Array> {
    const bytes = encodeUpdate(await this.#update(asked));
    return bytes.length > MAX_BYTES ? encodeUpdate({ kind: 'whole' }) : bytes;
  }

  async #update({ recentToken, settings, list }: Asked): Promise<ListUpdate> {
    if (recentToken === list.recent.token) return { kind: 'current', settings };
    const known = await readFile(this.#database, recentToken);
    if (known?.kind !== 'recent' || known.fromToken === null || known.algoVersion !== ALGO_VERSION)
      return { kind: 'whole' };
    // Another process has announced a newer list than this process knows: no client goes back to an older one.
    if (known.id > list.recent.id) return { kind: 'current', settings };
    const recent = await this.#prefixes(list.recent.token);
    if (known.fromToken === list.snapshot.token) {
      const changes = changesBetween(decodePrefixes(known.body), recent);
      return { kind: 'changed', settings, snapshot: null, recent: partOf(list.recent, changes) };
    }
    const snapshot = await this.#snapshotSince(known.fromToken, list);
    if (!snapshot) return { kind: 'whole' };
    const changes = changesBetween(NO_PREFIXES, recent);
    return { kind: 'changed', settings, snapshot, recent: partOf(list.recent, changes) };
  }

  /** Null if no changes are offered from this snapshot, or they are too large. */
  async #snapshotSince(token: string, { snapshot, earlier }: SignedList): Promise<UpdatePart | null> {
    const from = earlier.find((one) => one.token === token);
    if (!from || !offersChanges(from, snapshot)) return null;
    const changes = await this.#publisher.changes(token, snapshot.token);
    if (!changes || changes.length > MAX_BYTES) return null;
    const { removals, additions } = decodeChanges(changes);
    return partOf(snapshot, { removals, additions });
  }

  async #prefixes(token: string): Promise<Uint32Array> {
    const body = await this.#publisher.file(token);
    if (!body) throw new Error(`The published list file ${token} is missing`);
    return decodePrefixes(body);
  }
}

const partOf = (file: SignedFile, changes: UpdatePart['changes']): UpdatePart => {
  const { token, version, count, sha256, signature } = file;
  return { token, version, count, sha256, signature, changes };
};
