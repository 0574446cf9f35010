import { normalizeContent } from '../../../asset/index.ts';
import { withinLength } from '../../../asset/listing/refusal.ts';
import { issue } from '../../database/refused.ts';
import { actingOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { outboundRefusal } from '../../http/outgoing.ts';
import { viewerOf } from '../asset/record/lookup.ts';
import { knownAsset } from '../listing/entry.ts';
import { orderScan, readScan } from './scan.ts';

export const scanOperations = implement({
  assetScan: async ({ caller, service, database, body }) => {
    const organization = actingOrganization(caller, body.organizationSlug);
    const asset = withinLength(normalizeContent(body.content));
    if (!asset) throw new Failure('BAD_REQUEST', issue('noAsset', {}, 'content'));
    const refusal = body.callbackUrl === undefined ? null : outboundRefusal(body.callbackUrl, service.outbound);
    if (refusal !== null) throw new Failure('BAD_REQUEST', { ...issue(refusal), path: 'callbackUrl' });
    const assetId = await knownAsset(database, asset);
    const { content, callbackUrl } = body;
    const scanId = await orderScan(database, { content, callbackUrl, assetId, apiKeyId: caller.keyId, organization });
    service.scanner.notify();
    return { scanId };
  },

  scanResult: async ({ caller, database, body: { scanId } }) => {
    const result = await readScan(database, viewerOf(caller), scanId);
    if (!result) throw new Failure('NOT_FOUND', issue('noScan', { id: scanId }));
    return result;
  },
});
