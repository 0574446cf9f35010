import type { ReportFiler } from '../feature/report/filer.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

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
