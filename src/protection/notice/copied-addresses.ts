import * as z from 'zod/mini';
import type { Address } from '../../asset/address/address.ts';
import { areAlike, endsBucketOf, endsOf } from '../../asset/address/similarity.ts';
import { hashExpression, toHex } from '../../asset/hash.ts';
import { MINUTE } from '../../storage/duration.ts';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import type { AddressNotice } from './notice.ts';

/** How long a pasted text is compared with the copied address itself; later only its hash is left. */
const CLIPBOARD_LIFETIME = 10 * MINUTE;
const MAX_COPIED = 200;
const MAX_PAID = 200;
/** Maximum addresses, as hashes, that pages showed since the last copy; with so many a pasted address is not compared. */
const MAX_SHOWN = 2_000;

const copiedRecord = z.object({
  salt: z.string(),
  /** For every address copied in this session, a hash of its ends, a hash of the whole, and {@link endsBucketOf} it. */
  copied: z.array(z.object({ ends: z.string(), whole: z.string(), bucket: z.int() })),
  /** The address on the clipboard, as far as pages report it; null if something else is there. */
  last: z.nullable(z.object({ family: z.string(), content: z.string(), copiedAt: z.number(), byButton: z.boolean() })),
  /** Hashes of the addresses that pages showed since that was copied. */
  shown: z.array(z.string()),
  /** The addresses that requests to wallets paid, newest first. */
  paid: z.array(z.object({ family: z.string(), content: z.string() })),
});
type CopiedRecord = z.infer<typeof copiedRecord>;

/**
 * The addresses that a person copied or paid in this session, in browser memory only: of copied ones hashes with a salt of the session, and
 * for ten minutes the last address itself, because a comparison needs both addresses, with hashes of those that pages
 * showed since. Nothing from private windows is recorded.
 */
export class CopiedAddresses {
  readonly #stored: StoredState<CopiedRecord>;
  readonly #now: () => number;

  /** @param now milliseconds since epoch */
  constructor({ session, now }: { readonly session: SessionArea; readonly now: () => number }) {
    const initial = { salt: crypto.randomUUID(), copied: [], last: null, shown: [], paid: [] };
    this.#stored = new StoredState({ place: inSession(session, 'copiedAddresses'), schema: copiedRecord, initial });
    this.#now = now;
  }

  /**
   * An address was copied, or something else (null), which replaces it on the clipboard.
   * @param byButton by a copy button of the page, which may have put another one there
   */
  async copied(address: Address | null, byButton = false): Promise<void> {
    await this.#current();
    const ends = address && endsOf(address.content);
    const last = address && { ...address, copiedAt: this.#now(), byButton };
    if (last === null && this.#record.last === null) return;
    const before = this.#record.copied;
    const copied =
      address === null || ends === null
        ? before
        : [this.#entry(address, ends), ...before.filter(({ whole }) => whole !== this.#hash(address.content))];
    await this.#stored.change((all) => ({ ...all, copied: copied.slice(0, MAX_COPIED), last, shown: [] }));
  }

  /** The notice about addresses on a page: the first that might be mistaken for a copied one; null without one. */
  async shown(addresses: readonly Address[]): Promise<AddressNotice | null> {
    await this.#current();
    if (this.#record.copied.length === 0) return null;
    this.#keepShown(addresses);
    const twin = addresses.find((address) => this.#isTwin(address));
    return twin === undefined ? null : this.#notice('copied', twin);
  }

  /**
   * The notice about a pasted address that is not the copied one; null without one. An address that resembles no copied
   * one and that a page has shown since the copy may come from that page's own copy button, which reports nothing.
   */
  async pasted(address: Address): Promise<AddressNotice | null> {
    await this.#current();
    const { last } = this.#record;
    if (
      last?.content === address.content ||
      this.#record.copied.some(({ whole }) => whole === this.#hash(address.content))
    )
      return null;
    if (this.#isTwin(address)) return this.#notice('pasted', address);
    const { shown } = this.#record;
    if (last?.family !== address.family || shown.length >= MAX_SHOWN) return null;
    if (shown.includes(this.#shortHash(address))) return null;
    return { kind: last.byButton ? 'button' : 'pasted', first: last.content, second: address.content };
  }

  /** A request that pays or empowers these went on to a wallet. */
  async paid(addresses: readonly Address[]): Promise<void> {
    await this.#stored.change((all) => {
      const others = all.paid.filter(({ content }) => !addresses.some((address) => address.content === content));
      return { ...all, paid: [...addresses, ...others].slice(0, MAX_PAID) };
    });
  }

  /** {@link endsBucketOf} each address that was copied or paid in this session: a page's script compares with these first. */
  async buckets(): Promise<number[]> {
    await this.#current();
    const { copied, paid } = this.#record;
    const all = [...copied.map(({ bucket }) => bucket), ...paid.map(({ content }) => endsBucketOf(content))];
    return [...new Set(all)].filter((bucket) => bucket >= 0);
  }

  /**
   * The first of these addresses that might be mistaken for one that was copied or paid in this session, and that one, null
   * if only its hash is kept. Null if there is none, or it was copied or paid itself.
   */
  async resembled(addresses: readonly Address[]): Promise<Pick<AddressNotice, 'first' | 'second'> | null> {
    await this.#current();
    const paid = new Map(this.#record.paid.map((each) => [`${each.family} ${endsOf(each.content)}`, each.content]));
    const all = new Set(this.#record.paid.map(({ content }) => content));
    for (const address of addresses) {
      const { family, content } = address;
      const known = paid.get(`${family} ${endsOf(content)}`);
      if (all.has(content)) continue;
      if (known !== undefined && areAlike(known, content)) return { first: known, second: content };
      if (this.#isTwin(address)) return this.#notice('copied', address);
    }
    return null;
  }

  /** A worker that starts later must know them too. They are compared only as long as the copied address is stored. */
  #keepShown(addresses: readonly Address[]): void {
    const { last, shown } = this.#record;
    if (last === null || shown.length >= MAX_SHOWN) return;
    const known = new Set(shown);
    for (const address of addresses) if (known.size < MAX_SHOWN) known.add(this.#shortHash(address));
    if (known.size === shown.length) return;
    void this.#stored.change((all) => ({ ...all, shown: [...known] }));
  }

  #notice(kind: 'copied' | 'pasted', { family, content }: Address): AddressNotice {
    const { last } = this.#record;
    const isLast = last !== null && last.family === family && areAlike(last.content, content);
    const byButton = kind === 'pasted' && isLast && last.byButton;
    return { kind: byButton ? 'button' : kind, first: isLast ? last.content : null, second: content };
  }

  #isTwin({ family, content }: Address): boolean {
    const ends = endsOf(content);
    if (ends === null) return false;
    const [sought, own] = [this.#hash(`${family} ${ends}`), this.#hash(content)];
    const alike = this.#record.copied.filter((copied) => copied.ends === sought);
    return alike.length > 0 && alike.every(({ whole }) => whole !== own);
  }

  /** Reads the record, and drops the address after its lifetime. */
  async #current(): Promise<void> {
    await this.#stored.load();
    const { last } = this.#record;
    if (last === null || this.#now() - last.copiedAt < CLIPBOARD_LIFETIME) return;
    await this.#stored.change((all) => ({ ...all, last: null, shown: [] }));
  }

  #entry({ family, content }: Address, ends: string): CopiedRecord['copied'][number] {
    return { ends: this.#hash(`${family} ${ends}`), whole: this.#hash(content), bucket: endsBucketOf(content) };
  }

  #shortHash({ content }: Address): string {
    return this.#hash(content).slice(0, 16);
  }

  #hash(text: string): string {
    return toHex(hashExpression(`${this.#record.salt} ${text}`));
  }

  get #record(): CopiedRecord {
    return this.#stored.value;
  }
}
