import * as z from 'zod/mini';
import { call, type Endpoint, limitedBytes } from '../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/error.ts';
import { userOrg } from '../api/organization/organization.ts';
import { portalIdentity, portalSource } from '../api/organization/portal.ts';
import { sendOut } from '../api/outgoing.ts';
import type { Records } from '../storage/records.ts';
import type { Brand } from './brand.ts';

const KEY = 'organization';
/** Minimum time between two attempts to refresh the record. */
const REFRESH_INTERVAL_MS = 600_000;
/** Minimum time between two attempts to fetch the same avatar. */
const AVATAR_REFRESH_INTERVAL_MS = 24 * 3_600_000;

/** The stored part of the record. */
const keptRecord = z.lazy(() => {
  const source = portalSource._zod.innerType;
  // Missing in records of earlier versions.
  return z.extend(source, { services: z._default(source.shape.services, { reporting: { active: true } }) });
});

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
  readonly #parts: Required<OrganizationDependencies>;
  #refreshing: Promise<void> | null = null;

  constructor(parts: OrganizationDependencies) {
    this.#parts = { now: Date.now, ...parts };
  }

  /** The organization as last known. Sends no request; call {@link refresh} for that. */
  async view(): Promise<OrganizationView> {
    const endpoint = await this.#parts.endpoint();
    const known = endpoint && (await this.#stored(endpoint));
    if (!known?.record) return { name: this.#parts.brand.name, avatarUrl: null, portal: null };
    const { name, avatarUrl, link } = portalIdentity(known.record);
    // A portal with only a report form, while reports are off, is not worth opening.
    const opened = link?.kind === 'report-form' && !known.record.services.reporting.active ? null : link;
    return {
      name,
      avatarUrl: known.avatar && known.avatar.address === avatarUrl ? known.avatar.dataUrl : null,
      portal: opened && { url: `${this.#parts.brand.portalUrl}${opened.path}`, kind: opened.kind },
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
    const endpoint = await this.#parts.endpoint();
    if (!endpoint) return;
    const before = await this.#stored(endpoint);
    const now = this.#parts.now();
    if (before && now - before.attemptedAt < REFRESH_INTERVAL_MS && now >= before.attemptedAt) return;
    const after = await this.#fetched(endpoint, before, now);
    await this.#store(after);
    const avatar = await this.#avatar(after, endpoint, now);
    if (avatar !== after.avatar) await this.#store({ ...after, avatar });
  }

  async #store(record: Stored): Promise<void> {
    const noted = (error: unknown) => console.warn('The organization record could not be stored', error);
    await this.#parts.records.write({ [KEY]: record }).catch(noted);
  }

  async #fetched(endpoint: Endpoint, before: Stored | null, now: number): Promise<Stored> {
    const kept = before ?? { of: this.#of(endpoint), fetchedAt: null, record: null, avatar: null };
    try {
      const answer = await call(endpoint, userOrg, { params: { slug: this.#parts.brand.slug } });
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
    const [kept] = await this.#parts.records.read(KEY);
    const parsed = stored.safeParse(kept);
    return parsed.success && parsed.data.of === this.#of(endpoint) ? parsed.data : null;
  }

  #of({ baseUrl }: Endpoint): string {
    return `${baseUrl} ${this.#parts.brand.slug}`;
  }
}

/** Maximum size of a fetched avatar, in bytes. */
const MAX_AVATAR_BYTES = 256 * 1024;
const AVATAR_TIMEOUT_MS = 10_000;

/**
 * Accepted image types by their first bytes. SVG is not accepted, because it is a document that may contain scripts.
 */
const SIGNATURES = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

/**
 * Fetches an avatar once and returns it as a `data:` URL, so that pages of the extension never load it from its
 * address. The request has no cookie and no referrer and follows no redirect. Only https is used, and http on the same
 * origin as the service (which then is this machine). Null if it cannot be fetched or is not a PNG, JPEG or WebP image
 * of at most 256 kB.
 */
async function fetchAvatar(address: string, serviceUrl: string): Promise<string | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.origin !== serviceUrl) return null;
  if (url.username !== '' || url.password !== '') return null;
  try {
    const response = await sendOut('organizationAvatar', url.href, {
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      signal: AbortSignal.timeout(AVATAR_TIMEOUT_MS),
    });
    if (!response.ok) return null;
    return dataUrl(await limitedBytes(response, MAX_AVATAR_BYTES));
  } catch {
    // The organization's name is shown without an avatar, whatever the reason.
    return null;
  }
}

function dataUrl(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(({ at, bytes: signature }) =>
    signature.every((byte, index) => bytes[at + index] === byte),
  );
  if (!found) return null;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${found.type};base64,${btoa(binary)}`;
}
