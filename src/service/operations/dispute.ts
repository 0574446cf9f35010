import { disputeCreate, disputeRead } from '../../api/dispute.ts';
import { soleOrganization } from '../access/reach.ts';
import { fileDispute, readDispute } from '../disputes/filing.ts';
import { Failure } from '../http/failure.ts';
import { implement } from '../http/implementation.ts';

export const createDispute = implement(disputeCreate, async ({ caller, database, body }) =>
  fileDispute(database, { apiKeyId: caller.keyId, organization: soleOrganization(caller) }, body),
);

export const followDispute = implement(disputeRead, async ({ caller, database, params }) => {
  const reader = { keyId: caller.keyId, organizationIds: caller.organizations.map(({ id }) => id) };
  const dispute = await readDispute(database, params.id, reader);
  if (!dispute) throw new Failure('NOT_FOUND', { issues: [`There is no dispute ${params.id}`] });
  const { id, content, status, createdAt, decidedAt, note } = dispute;
  return {
    id,
    content,
    status,
    createdAt: createdAt.toISOString(),
    ...(decidedAt ? { decidedAt: decidedAt.toISOString() } : {}),
    ...(note === null ? {} : { note }),
  };
});
