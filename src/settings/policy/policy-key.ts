import * as z from 'zod/mini';
import type { Endpoint } from '../../api/client.ts';
import { keyFault } from '../service/key-fault.ts';

/** Name of the record, and of its copy for private windows. */
export const POLICY_KEY = 'policy-key';

const HOUR = 60 * 60_000;
/** How long the service's answer about an accepted key, and about a refused one, is valid. */
const USED_KEY_RECHECK_MS = 24 * HOUR;
const REFUSED_KEY_RECHECK_MS = HOUR;

const policyKey = z.object({
  service: z.string(),
  apiKey: z.string(),
  /** Why it is not used; null if it is used. */
  fault: z.nullable(z.string()),
  /** Milliseconds since epoch. */
  askedAt: z.number(),
});
type Judged = z.infer<typeof policyKey>;

export type PolicyKeyParts = {
  /** The stored answer. `write` is null if another worker asks. */
  readonly kept: { read(): Promise<unknown>; readonly write: ((record: Judged) => Promise<void>) | null };
  readonly now?: () => number;
};

/**
 * Whether the key of a managed policy may be used. Until the service has confirmed that its scopes are exactly protect and report, only
 * that question is sent with it. The answer is stored.
 */
export class PolicyKey {
  readonly #parts: PolicyKeyParts;
  #judged: Judged | null = null;
  #asking: Promise<boolean> | null = null;

  constructor(parts: PolicyKeyParts) {
    this.#parts = parts;
  }

  /** Why this key is not used, in words; null if it is used. Never rejects. */
  async problem(endpoint: Endpoint): Promise<string | null> {
    const judged = await this.#about(endpoint);
    if (judged === null)
      return `The key of the policy is not used yet: ${endpoint.baseUrl} has not said what it can do.`;
    if (judged.fault === null) return null;
    return `The key of the policy is not used: it ${judged.fault}. Put into the policy a key of the organization with the scopes protect and report alone.`;
  }

  /** Asks the service about this key if its last answer has expired; concurrent calls share one request. Never rejects. @returns whether the answer changed */
  ask(endpoint: Endpoint): Promise<boolean> {
    this.#asking ??= this.#ask(endpoint).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(endpoint: Endpoint): Promise<boolean> {
    const { kept, now = Date.now } = this.#parts;
    if (kept.write === null) return false;
    const judged = await this.#about(endpoint);
    const askedAt = now();
    if (
      judged &&
      askedAt >= judged.askedAt &&
      askedAt - judged.askedAt < (judged.fault === null ? USED_KEY_RECHECK_MS : REFUSED_KEY_RECHECK_MS)
    )
      return false;
    const fault = await keyFault(endpoint);
    if (fault === 'unreachable') return false;
    const record = { service: endpoint.baseUrl, apiKey: endpoint.apiKey, fault, askedAt };
    this.#judged = record;
    await kept.write(record).catch((error) => console.warn('What the key of the policy can do was not kept', error));
    return judged === null || judged.fault !== fault;
  }

  async #about({ baseUrl, apiKey }: Endpoint): Promise<Judged | null> {
    const isAbout = (judged: Judged | null | undefined) => judged?.service === baseUrl && judged.apiKey === apiKey;
    if (isAbout(this.#judged)) return this.#judged;
    try {
      const { data } = policyKey.safeParse(await this.#parts.kept.read());
      return data && isAbout(data) ? data : null;
    } catch (error) {
      console.warn('What the key of the policy can do could not be read; it is asked again', error);
      return null;
    }
  }
}
