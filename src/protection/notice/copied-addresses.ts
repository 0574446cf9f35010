import * as z from 'zod/mini';
import type { Address } from '../../asset/address/address.ts';
import { areAlike, endsOf } from '../../asset/address/similarity.ts';
import { hashExpression, toHex } from '../../asset/hash.ts';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import { type AddressNotice, isSameFamily } from './notice.ts';

/** Milliseconds in which what is pasted is taken to be what was copied. Who asks later finds its hash alone. */
const CLIPBOARD_LIFETIME_MS = 10 * 60_000;
const MAX_COPIED = 200;
/** Addresses that pages showed since the last one was copied, as hashes. */
const MAX_SHOWN = 5_000;

const held = z.object({
  salt: z.string(),
  /** Of every address that was copied in this session: a hash of its ends, and one of all of it. */
  copied: z.array(z.object({ ends: z.string(), whole: z.string() })),
  /** What is on the clipboard, as far as pages tell; null where it is something else. */
  last: z.nullable(z.object({ family: z.string(), content: z.string(), copiedAt: z.number() })),
});
type Held = z.infer<typeof held>;

type CopiedAddressesParts = {
  readonly session: SessionArea;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/**
 * What a person copied in this session, in the memory of the browser alone: hashes with a salt of the session, and for ten minutes the last
 * address itself, since two addresses can be compared only where both are there. Nothing of private windows comes here.
 */
export class CopiedAddresses {
  readonly #stored: SessionValue<Held>;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #shown = new Set<string>();
  #held: Held = { salt: crypto.randomUUID(), copied: [], last: null };
  #reading: Promise<void> | null = null;

  constructor({ session, now }: CopiedAddressesParts) {
    this.#stored = new SessionValue(session, 'copiedAddresses', held);
    this.#now = now;
    this.#startedAt = now();
  }

  /** An address was copied; null for anything else, which is on the clipboard instead. */
  async copied(address: Address | null): Promise<void> {
    await this.#current();
    this.#shown.clear();
    const ends = address && endsOf(address.content);
    const last = address && { ...address, copiedAt: this.#now() };
    if (last === null && this.#held.last === null) return;
    const before = this.#held.copied;
    const copied =
      address === null || ends === null
        ? before
        : [this.#entry(address, ends), ...before.filter(({ whole }) => whole !== this.#hash(address.content))];
    this.#held = { ...this.#held, copied: copied.slice(0, MAX_COPIED), last };
    await this.#stored.write(this.#held);
  }

  /** The notice about addresses that a page shows: the first that might be mistaken for one that was copied; null without one. */
  async shown(addresses: readonly Address[]): Promise<AddressNotice | null> {
    await this.#current();
    if (this.#held.copied.length === 0) return null;
    let found: AddressNotice | null = null;
    for (const address of addresses) {
      if (this.#shown.size < MAX_SHOWN) this.#shown.add(this.#hash(address.content));
      if (found === null && this.#isTwin(address)) found = this.#notice('copied', address);
    }
    return found;
  }

  /**
   * The notice about an address that was pasted and is not the one that was copied; null without one. An address that nothing resembles and that
   * a page has shown since may have come from that page's own copy button, which tells nobody.
   */
  async pasted(address: Address): Promise<AddressNotice | null> {
    await this.#current();
    const { last } = this.#held;
    if (
      last?.content === address.content ||
      this.#held.copied.some(({ whole }) => whole === this.#hash(address.content))
    )
      return null;
    if (this.#isTwin(address)) return this.#notice('pasted', address);
    const knowsAll = last !== null && last.copiedAt >= this.#startedAt;
    if (!knowsAll || !isSameFamily(last, address) || this.#shown.has(this.#hash(address.content))) return null;
    return { kind: 'pasted', first: last.content, second: address.content };
  }

  #notice(kind: 'copied' | 'pasted', { family, content }: Address): AddressNotice {
    const { last } = this.#held;
    const isLast = last !== null && last.family === family && areAlike(last.content, content);
    return { kind, first: isLast ? last.content : null, second: content };
  }

  #isTwin({ family, content }: Address): boolean {
    const ends = endsOf(content);
    if (ends === null) return false;
    const [sought, own] = [this.#hash(`${family} ${ends}`), this.#hash(content)];
    const alike = this.#held.copied.filter((copied) => copied.ends === sought);
    return alike.length > 0 && alike.every(({ whole }) => whole !== own);
  }

  /** Reads what is held, and lets go of an address whose time is over. */
  async #current(): Promise<void> {
    await this.#read();
    const { last } = this.#held;
    if (last === null || this.#now() - last.copiedAt < CLIPBOARD_LIFETIME_MS) return;
    this.#held = { ...this.#held, last: null };
    await this.#stored.write(this.#held);
  }

  #entry({ family, content }: Address, ends: string): Held['copied'][number] {
    return { ends: this.#hash(`${family} ${ends}`), whole: this.#hash(content) };
  }

  #hash(text: string): string {
    return toHex(hashExpression(`${this.#held.salt} ${text}`));
  }

  /** A session that cannot be read starts empty. */
  #read(): Promise<void> {
    this.#reading ??= this.#stored.read().then((stored) => {
      this.#held = stored ?? this.#held;
    });
    return this.#reading;
  }
}
