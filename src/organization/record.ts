import * as z from 'zod/mini';
import { call, type Endpoint } from '../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/error.ts';
import { organizationRecord, userOrg } from '../api/organization/organization.ts';
import { portalIdentity } from '../api/organization/portal.ts';
import type { Records } from '../storage/records.ts';
import { fetchAvatar } from './avatar.ts';
import type { Brand } from './brand.ts';

const KEY = 'organization';
/** Minimum time between two attempts to refresh the record. */
const REFRESH_INTERVAL_MS = 600_000;
/** Minimum time between two attempts to fetch the same avatar. */
const AVATAR_REFRESH_INTERVAL_MS = 24 * 3_600_000;

/** The stored part of the record: the fields that {@link portalIdentity} needs, and none of its private ones. */
const keptRecord = z.lazy(() =>
  z.extend(
    z.pick(organizationRecord._zod.innerType, {
      name: true,
      slug: true,
      avatarUrl: true,
      subscriptionStatus: true,
      portalVisibility: true,
      reportVisibility: true,
      metricsVisibility: true,
      brandMetadata: true,
      portalCustomization: true,
    }),
    // Missing in records of earlier versions.
    {
      services: z._default(z.object({ reporting: z.object({ active: z.boolean() }) }), { reporting: { active: true } }),
    },
  ),
);

const stored = z.lazy(() =>
  z.object({
    /** Service and slug of the record. A record of another one is not used. */
    of: z.string(),
    /** Milliseconds since epoch; `fetchedAt` is null if the record was never fetched. */
    attemptedAt: z.number(),
    fetchedAt: z.nullable(z.number()),
    /** Null if the service has none for this slug and key. */
    record: z.nullable(keptRecord),
    avatar: z.nullable(z.object({ address: z.string(), dataUrl: z.nullable(z.string()), attemptedAt: z.number() })),
    /** Why the last attempt failed, in words. */
    problem: z.nullable(z.string()),
  }),
);
type Stored = z.infer<typeof stored>;

/** The organization as the popup shows it. `avatarUrl` is a `data:` URL. */
export type OrganizationView = {
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly portal: { readonly url: string; readonly kind: 'portal' | 'report-form' } | null;
};

export type OrganizationDependencies = {
  readonly brand: Pick<Brand, 'name' | 'slug' | 'portalUrl'>;
  readonly endpoint: () => Promise<Endpoint | null>;
  readonly records: Pick<Records, 'read' | 'write'>;
  /** Milliseconds since epoch. */
  readonly now?: () => number;
};

/**
 * The record of the brand's organization: read from the browser's database, and refreshed in the background at most
 * every ten minutes. Without one (never fetched, unknown slug, key refused) the brand's own name is shown and there is
 * no portal link.
 */
export class OrganizationStore {
  readonly #brand: Pick<Brand, 'name' | 'slug' | 'portalUrl'>;
  readonly #endpoint: () => Promise<Endpoint | null>;
  readonly #records: Pick<Records, 'read' | 'write'>;
  readonly #now: () => number;
  #refreshing: Promise<void> | null = null;

  constructor({ brand, endpoint, records, now }: OrganizationDependencies) {
    this.#brand = brand;
    this.#endpoint = endpoint;
    this.#records = records;
    this.#now = now ?? Date.now;
  }

  /** The organization as last known. Sends no request; call {@link refresh} for that. */
  async view(): Promise<OrganizationView> {
    const endpoint = await this.#endpoint();
    const known = endpoint && (await this.#stored(endpoint));
    if (!known?.record) return { name: this.#brand.name, avatarUrl: null, portal: null };
    const { name, avatarUrl, link } = portalIdentity(known.record);
    // A portal with only a report form, while reports are off, is not worth opening.
    const opened = link?.kind === 'report-form' && !known.record.services.reporting.active ? null : link;
    return {
      name,
      avatarUrl: known.avatar && known.avatar.address === avatarUrl ? known.avatar.dataUrl : null,
      portal: opened && { url: `${this.#brand.portalUrl}${opened.path}`, kind: opened.kind },
    };
  }

  /**
   * Fetches the record if ten minutes have passed since the last attempt; concurrent calls share one request. Resolves
   * when it is stored. A record that cannot be stored is fetched again next time, because {@link view} reads the stored
   * one.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const endpoint = await this.#endpoint();
    if (!endpoint) return;
    const before = await this.#stored(endpoint);
    const now = this.#now();
    if (before && now - before.attemptedAt < REFRESH_INTERVAL_MS && now >= before.attemptedAt) return;
    const after = await this.#fetched(endpoint, before, now);
    await this.#store(after);
    const avatar = await this.#avatar(after, endpoint, now);
    if (avatar !== after.avatar) await this.#store({ ...after, avatar });
  }

  async #store(record: Stored): Promise<void> {
    try {
      await this.#records.write({ [KEY]: record });
    } catch (error) {
      console.warn('The organization record could not be stored', error);
    }
  }

  async #fetched(endpoint: Endpoint, before: Stored | null, now: number): Promise<Stored> {
    const kept = before ?? { of: this.#of(endpoint), fetchedAt: null, record: null, avatar: null };
    try {
      const answer = await call(endpoint, userOrg, { params: { slug: this.#brand.slug } });
      const record = answer.status === 200 ? keptRecord.parse(answer.data) : kept.record;
      return { ...kept, attemptedAt: now, fetchedAt: now, record, problem: null };
    } catch (error) {
      if (error instanceof ServiceUnreachable) return { ...kept, attemptedAt: now, problem: error.message };
      if (!(error instanceof ServiceRefusal)) throw error;
      if (error.transient) return { ...kept, attemptedAt: now, problem: error.message };
      return { ...kept, attemptedAt: now, fetchedAt: now, record: null, avatar: null, problem: error.message };
    }
  }

  async #avatar({ record, avatar }: Stored, endpoint: Endpoint, now: number): Promise<Stored['avatar']> {
    const address = record && portalIdentity(record).avatarUrl;
    if (!address) return null;
    if (avatar?.address === address && now - avatar.attemptedAt < AVATAR_REFRESH_INTERVAL_MS) return avatar;
    const dataUrl = await fetchAvatar(address, endpoint.baseUrl);
    const old = avatar?.address === address ? avatar.dataUrl : null;
    return { address, dataUrl: dataUrl ?? old, attemptedAt: now };
  }

  async #stored(endpoint: Endpoint): Promise<Stored | null> {
    const [kept] = await this.#records.read(KEY);
    const parsed = stored.safeParse(kept);
    return parsed.success && parsed.data.of === this.#of(endpoint) ? parsed.data : null;
  }

  #of({ baseUrl }: Endpoint): string {
    return `${baseUrl} ${this.#brand.slug}`;
  }
}
