import type { ACTOR_KINDS, REPORT_SOURCES } from '../../../api/report/report-record.ts';
import { issue } from '../../database/refused.ts';
import { Failure } from '../failure.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';
import { NO_KEY } from './api-key.ts';

/** @throws Failure UNAUTHORIZED for a key that reaches no organization */
export function requireReach(caller: Caller): void {
  if (caller.organizations.length === 0) throw new Failure('UNAUTHORIZED', issue('noReach'));
}

/**
 * A caller without its INACTIVE organizations, for which a key only protects. @throws Failure FORBIDDEN if none is left
 */
export function activeReach(caller: Caller): Caller {
  const active = caller.organizations.filter(({ id }) => !caller.inactive.includes(id));
  if (active.length === caller.organizations.length) return caller;
  if (active.length === 0) throw new Failure('FORBIDDEN', issue('inactive'));
  return { ...caller, organizations: active };
}

/** The only organization that the key reaches; null if it reaches several. */
export const soleOrganization = ({ organizations }: Caller): ReachedOrganization | null =>
  organizations.length === 1 ? organizations[0]! : null;

/**
 * The organization that a request names, else the only one, else null. @throws Failure UNAUTHORIZED for a foreign one
 */
export function actingOrganization(caller: Caller, slug: string | undefined): ReachedOrganization | null {
  if (slug === undefined) return soleOrganization(caller);
  const named = caller.organizations.find((organization) => organization.slug === slug);
  if (!named) throw new Failure('UNAUTHORIZED', issue('noAccess', { slug }));
  return named;
}

/**
 * As {@link actingOrganization}, for a request that needs one. @throws Failure BAD_REQUEST too, where it must name one
 */
export function requiredOrganization(caller: Caller, slug: string | undefined): ReachedOrganization {
  const organization = actingOrganization(caller, slug);
  if (!organization)
    throw new Failure(
      'BAD_REQUEST',
      issue('slugNeeded', { slugs: caller.organizations.map((reached) => reached.slug).join(', ') }, 'slug'),
    );
  return organization;
}

/** Who files a report or dispute, and for which organization, if any. */
export type Filer = {
  readonly apiKeyId: number | null;
  readonly organization: ReachedOrganization | null;
  /**
   * Whether many people share the key, or use none. They must not learn what others sent: a duplicate is merged
   * silently, and a second dispute with an e-mail address is a new one.
   */
  readonly isPublic: boolean;
};

/** A filer with the source of the report, and the country if known. */
export type ReportFiler = Filer & {
  readonly source: (typeof REPORT_SOURCES)[number];
  readonly reporterKind?: (typeof ACTOR_KINDS)[number];
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null;
};

/** The filer of a request with a key, which is public without `read`, because builds contain it. */
export function filerOf(
  caller: Caller,
  organization: ReachedOrganization | null,
  country: string | null = null,
): ReportFiler {
  const isPublic = !caller.scopes.includes('read');
  return {
    apiKeyId: caller.keyId === NO_KEY ? null : caller.keyId,
    organization,
    isPublic,
    source: isPublic ? 'APP' : 'API',
    country,
  };
}
