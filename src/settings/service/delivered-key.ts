import * as z from 'zod/mini';
import type { Endpoint } from '../../api/client.ts';
import { Sequence } from '../../storage/sequence.ts';
import { keyFault } from './key-fault.ts';

/** Name of the record, and of its copy for private windows. */
export const DELIVERED_KEY = 'delivered-key';

const MAX_FORMER_KEYS = 16;
/** How long a refused key is not tried again, in ms. */
const RETRY_INTERVAL_MS = 60 * 60_000;

const keyText = z.string().check(z.minLength(1), z.maxLength(512));
const deliveredKey = z.object({
  /** Base address of the service that delivered it. */
  service: z.string(),
  /** Null if none is in use. */
  apiKey: z.nullable(keyText),
  version: z.number(),
  /** The keys that it replaces. A build with one of them uses it. */
  follows: z.array(keyText).check(z.maxLength(MAX_FORMER_KEYS)),
  /** The key that was last refused, and when it may be tried again, in ms since epoch. */
  refused: z.optional(z.object({ apiKey: keyText, until: z.number() })),
});
type Delivered = z.infer<typeof deliveredKey>;

export type DeliveredKeyParts = {
  readonly brand: { readonly serviceUrl: string; readonly publishableKey: string };
  /** The stored record. `write` is null if another worker stores it. */
  readonly kept: { read(): Promise<unknown>; readonly write: ((record: Delivered) => Promise<void>) | null };
  readonly now?: () => number;
};

/**
 * The key that the service delivered to replace the one in the build. It is stored, and used by every build whose own
 * key it replaces. If the service refuses it, the build's own key is used again.
 */
export class DeliveredKey {
  readonly #parts: DeliveredKeyParts;
  readonly #listeners: (() => void)[] = [];
  readonly #writes = new Sequence();

  constructor(parts: DeliveredKeyParts) {
    this.#parts = parts;
  }

  /** The key to use in place of the build's; null if there is none. Never rejects. */
  async current(): Promise<string | null> {
    return (await this.#read())?.apiKey ?? null;
  }

  /** Calls back after the key in use has changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Stores a key that replaces the one of this endpoint, if the service confirms that its scopes are exactly what a
   * build needs. A key that a person or a policy set is not replaced.
   * @returns false if the service could not be asked, or refused the key recently
   */
  async offer(endpoint: Endpoint, next: { readonly apiKey: string; readonly version: number }): Promise<boolean> {
    const { brand, kept, now = Date.now } = this.#parts;
    const record = await this.#read();
    const isOurs = endpoint.apiKey === brand.publishableKey || endpoint.apiKey === record?.apiKey;
    if (kept.write === null || endpoint.baseUrl !== brand.serviceUrl || !isOurs) return true;
    if (record?.apiKey === next.apiKey || (record?.apiKey && next.version < record.version)) return true;
    if (record?.refused?.apiKey === next.apiKey && now() < record.refused.until) return false;
    const problem = await keyFault({ ...endpoint, apiKey: next.apiKey });
    if (problem === 'unreachable') return false;
    if (problem !== null) {
      console.warn(`The key that follows the one of this build is refused: it ${problem}`);
      const until = now() + RETRY_INTERVAL_MS;
      await this.#change((stored) => ({ ...(stored ?? this.#blank()), refused: { apiKey: next.apiKey, until } }));
      return false;
    }
    return this.#change((stored) => {
      const follows = [...new Set([...(stored?.follows ?? []), brand.publishableKey, endpoint.apiKey])];
      return {
        ...{ service: brand.serviceUrl, apiKey: next.apiKey, version: next.version },
        follows: follows.filter((key) => key !== next.apiKey).slice(-MAX_FORMER_KEYS),
      };
    });
  }

  /** The service refuses the key of this endpoint: if it was delivered, the build's own is used again. */
  async refused({ baseUrl, apiKey }: Endpoint): Promise<void> {
    const { brand, kept, now = Date.now } = this.#parts;
    if (kept.write === null || baseUrl !== brand.serviceUrl) return;
    await this.#change((stored) =>
      stored?.apiKey === apiKey
        ? { ...stored, apiKey: null, refused: { apiKey, until: now() + RETRY_INTERVAL_MS } }
        : stored,
    );
  }

  #blank(): Delivered {
    return { service: this.#parts.brand.serviceUrl, apiKey: null, version: 0, follows: [] };
  }

  /** The record, if it is for this build's service and key; else null. */
  async #read(): Promise<Delivered | null> {
    const { brand, kept } = this.#parts;
    try {
      const { data } = deliveredKey.safeParse(await kept.read());
      if (data?.service !== brand.serviceUrl || brand.publishableKey === '') return null;
      const isFollowed = data.follows.length === 0 || data.follows.includes(brand.publishableKey);
      return isFollowed || data.apiKey === brand.publishableKey ? data : null;
    } catch (error) {
      console.warn('The delivered key could not be read; the one of the build is used', error);
      return null;
    }
  }

  /** Stores a change of the record as it is then, after every earlier change. @returns whether it is stored */
  #change(next: (stored: Delivered | null) => Delivered | null): Promise<boolean> {
    return this.#writes.run(async () => {
      const before = await this.#read();
      const after = next(before);
      if (after === null || after === before) return true;
      try {
        await this.#parts.kept.write?.(after);
      } catch (error) {
        console.warn('The delivered key could not be stored; it will be delivered again', error);
        return false;
      }
      if (after.apiKey !== before?.apiKey) for (const listener of this.#listeners) listener();
      return true;
    });
  }
}
