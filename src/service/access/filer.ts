import type { ACTOR_KINDS, REPORT_SOURCES } from '../../api/report/report-record.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

/** Who files: the key, where there is one, and the organization the report is for, where there is one. */
export type Filer = {
  readonly apiKeyId: number | null;
  readonly organization: ReachedOrganization | null;
  /**
   * Whether many people share the key, or use none: then one learns nothing of what others sent. What is under review already is
   * merged with that, and a second dispute with an e-mail address is another one.
   */
  readonly isPublic: boolean;
};

/** How a report came: through what, by a person or by the service itself, and from which country where that is known. */
export type ReportFiler = Filer & {
  readonly source: (typeof REPORT_SOURCES)[number];
  readonly reporterKind?: (typeof ACTOR_KINDS)[number];
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null;
};

/**
 * Who files with a key. One that cannot read is in the hands of the public: it is part of builds.
 * @param country where the request comes from, as far as that is known
 */
export function filerOf(
  caller: Caller,
  organization: ReachedOrganization | null,
  country: string | null = null,
): ReportFiler & { readonly apiKeyId: number } {
  const isPublic = !caller.scopes.includes('read');
  return { apiKeyId: caller.keyId, organization, isPublic, source: isPublic ? 'APP' : 'API', country };
}
