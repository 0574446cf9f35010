import type { Filer } from '../feature/report/filing.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

/** Who files with a key. One that cannot read is in the hands of the public: it is part of builds. */
export const filerOf = (
  caller: Caller,
  organization: ReachedOrganization | null,
): Filer & { readonly apiKeyId: number } => ({
  apiKeyId: caller.keyId,
  organization,
  isPublic: !caller.scopes.includes('read'),
});
