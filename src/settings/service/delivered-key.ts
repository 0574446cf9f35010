import * as z from 'zod/mini';
import type { Endpoint } from '../../api/client.ts';
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
      await this.#write({ ...this.#blank(record), refused: { apiKey: next.apiKey, until: now() + RETRY_INTERVAL_MS } });
      return false;
    }
    const follows = [...new Set([...(record?.follows ?? []), brand.publishableKey, endpoint.apiKey])];
    const isKept = await this.#write({
      ...{ service: brand.serviceUrl, apiKey: next.apiKey, version: next.version },
      follows: follows.filter((key) => key !== next.apiKey).slice(-MAX_FORMER_KEYS),
    });
    if (isKept) this.#tell();
    return isKept;
  }

  /** The service refuses the key of this endpoint: if it was delivered, the build's own is used again. */
  async refused({ baseUrl, apiKey }: Endpoint): Promise<void> {
    const { brand, kept, now = Date.now } = this.#parts;
    const record = await this.#read();
    if (kept.write === null || baseUrl !== brand.serviceUrl || record?.apiKey !== apiKey) return;
    await this.#write({ ...record, apiKey: null, refused: { apiKey, until: now() + RETRY_INTERVAL_MS } });
    this.#tell();
  }

  #blank(record: Delivered | null): Delivered {
    return record ?? { service: this.#parts.brand.serviceUrl, apiKey: null, version: 0, follows: [] };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
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

  async #write(record: Delivered): Promise<boolean> {
    try {
      await this.#parts.kept.write?.(record);
      return true;
    } catch (error) {
      console.warn('The delivered key could not be kept; it will be delivered again', error);
      return false;
    }
  }
}
