import type { ACTOR_KINDS, REPORT_SOURCES } from '../../../api/report/report-record.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

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

/**
 * The filer of a request with a key. A key without `read` is public, because builds contain it.
 * @param country the country of the request, if known
 */
export function filerOf(
  caller: Caller,
  organization: ReachedOrganization | null,
  country: string | null = null,
): ReportFiler & { readonly apiKeyId: number } {
  const isPublic = !caller.scopes.includes('read');
  return { apiKeyId: caller.keyId, organization, isPublic, source: isPublic ? 'APP' : 'API', country };
}
