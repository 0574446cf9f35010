import * as z from 'zod/mini';
import { SETTING_NAMES, type Settings } from '../catalogue.ts';
import { parseSettings } from '../stored.ts';
import { readAllowList } from './allow-list.ts';

/** The content of an organization's managed policy. */
export type Policy = {
  readonly values: Partial<Settings>;
  /** The name shown beside a setting that the person cannot change; null if the policy has none. */
  readonly managedBy: string | null;
  /** Invalid values and unknown names, which are ignored, in words. */
  readonly problems: readonly string[];
};

/** The policy's name of its author, shown beside the settings. */
export const MANAGED_BY = { schema: z.string().check(z.minLength(1), z.maxLength(45)), title: 'Managed by' } as const;

const NAMES: readonly string[] = ['managedBy', ...SETTING_NAMES];

/**
 * Parses a policy value by value, and its allow list entry by entry: an invalid one is left out and reported. Null and
 * absent values set nothing. Chromium passes on no name that the schema of the package does not have; Firefox passes on everything.
 */
export function parsePolicy(stored: unknown): Policy {
  const { read, faults } = readAllowList(stored);
  const { values, problems } = parseSettings(read);
  const name = MANAGED_BY.schema.safeParse((stored as { managedBy?: unknown } | null | undefined)?.managedBy);
  const unknown = Object.keys(typeof stored === 'object' && stored !== null ? stored : {})
    .filter((key) => !NAMES.includes(key))
    .map((key) => `There is no setting "${key.slice(0, 100)}".`);
  return {
    values,
    managedBy: name.success ? name.data : null,
    problems: [...problems.map(({ problem }) => problem), ...faults, ...unknown].map(
      (problem) => `The policy of your organization: ${problem}`,
    ),
  };
}

export type PolicyParts = {
  /** The browser's managed storage: every value that the policy sets. Null if another worker reads it for this one. */
  readonly managed: { get(): Promise<Record<string, unknown>> } | null;
  /** Where the last known policy is stored. */
  readonly kept: { read(): Promise<unknown>; write(policy: unknown): Promise<void> };
};

/**
 * The managed policy. Chromium may take minutes to answer the first read after its start, so nothing waits for it: the last known policy
 * applies until the browser has answered.
 */
export class PolicyStore {
  readonly #parts: PolicyParts;
  /** The browser's answer to this worker. */
  #received: unknown;

  constructor(parts: PolicyParts) {
    this.#parts = parts;
  }

  /** The last known policy. Never rejects: if it cannot be read, nothing is set until the browser answers. */
  async current(): Promise<Policy> {
    return parsePolicy(this.#received ?? (await this.#kept()));
  }

  /** Asks the browser and stores its answer. Never rejects. @returns whether the policy changed */
  async follow(): Promise<boolean> {
    const received = await this.#read();
    if (received === null) return false;
    const before = this.#received ?? (await this.#kept());
    this.#received = received;
    const isSame = JSON.stringify(received) === JSON.stringify(before ?? {});
    // An empty policy is stored too, to distinguish it from a lost record.
    if (isSame && before !== undefined) return false;
    await this.#parts.kept.write(received).catch((error) => console.warn('The policy could not be kept', error));
    return !isSame;
  }

  async #read(): Promise<Record<string, unknown> | null> {
    try {
      return (await this.#parts.managed?.get()) ?? null;
    } catch (error) {
      // Firefox's error if there is no policy.
      if (error instanceof Error && /manifest not found/i.test(error.message)) return {};
      console.warn('The policy could not be read; the last one holds', error);
      return null;
    }
  }

  #kept(): Promise<unknown> {
    return this.#parts.kept.read().catch((error) => console.warn('The last policy could not be read', error));
  }
}
