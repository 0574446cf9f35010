import { createHash } from 'node:crypto';
import { KEY_DIGEST_LENGTH } from '../../../../api/blocklist.ts';
import { ALGO_VERSION } from '../../../../asset/index.ts';
import { listableAsset } from '../../../../asset/listing/refusal.ts';
import { issue } from '../../../database/refused.ts';
import { successorOf } from '../../../http/access/key-rotation.ts';
import { requiredOrganization, soleOrganization } from '../../../http/access/reach.ts';
import { Failure } from '../../../http/failure.ts';
import { implement } from '../../../http/implementation.ts';
import { artifactOf } from '../../../publisher/signing.ts';
import { ListingRefused } from '../../listing/decision.ts';
import { addOrganizationBlock, organizationBlocksOf, removeOrganizationBlock } from './block.ts';

/** The same as for updates of the common list. */
const CACHE = 'public, max-age=5';

export const organizationListOperations = implement({
  organizationLists: async ({ caller, service, database, params, origin, headers }) => {
    // At a shared address a cache would give the answer to another organization.
    if (params.keyDigest !== caller.keyDigest.slice(0, KEY_DIGEST_LENGTH))
      throw new Failure('NOT_FOUND', issue('keyDigest', {}, 'keyDigest'));
    const organization = soleOrganization(caller);
    const files = organization && (await service.organizationFiles.signedFor(organization, params.keyDigest));
    const next = caller.successorId === null ? null : await successorOf(database, caller.keyId);
    if (caller.isFormer && !next) throw new Failure('UNAUTHORIZED', issue('successorRevoked'));
    const answer = {
      algoVersion: ALGO_VERSION,
      list: files?.list ? artifactOf(files.list, origin) : null,
      official: files?.official ? artifactOf(files.official, origin) : null,
      nextKey:
        organization && next ? await service.organizationFiles.signedKey(organization, params.keyDigest, next) : null,
    };
    headers.ETag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
    headers['Cache-Control'] = CACHE;
    return answer;
  },

  organizationBlockList: async ({ caller, database, query }) => ({
    blocks: await organizationBlocksOf(database, requiredOrganization(caller, query.slug).id),
  }),

  organizationBlockCreate: async ({ caller, database, body }) => {
    const { id } = requiredOrganization(caller, body.slug);
    const asset = listableAsset(body.content);
    if (!asset) throw new Failure('BAD_REQUEST', issue('noAsset', {}, 'content'));
    try {
      return await addOrganizationBlock(database, id, { asset, reason: body.reason ?? null });
    } catch (error) {
      if (error instanceof ListingRefused) throw new Failure('CONFLICT', { ...error.issue!, path: 'content' });
      throw error;
    }
  },

  organizationBlockDelete: async ({ caller, database, params, query }) => {
    const { id } = requiredOrganization(caller, query.slug);
    if (!(await removeOrganizationBlock(database, id, params.assetId)))
      throw new Failure('NOT_FOUND', issue('notOnOwnList', { id: params.assetId }));
    return { success: true as const, id: params.assetId };
  },
});
