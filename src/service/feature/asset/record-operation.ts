import { assetDetails, assetSearch, assetSubmit, assetUnblock } from '../../../api/asset/asset-record.ts';
import { filerOf } from '../../access/filer.ts';
import { actingOrganization, requiredOrganization } from '../../access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { unblockOrDispute } from './block/unblocking.ts';
import { assetCheckOf } from './check/check.ts';
import { assetByContent, assetById } from './lookup.ts';
import { recordOf, reportsOn } from './record.ts';
import { submitAssets } from './submission.ts';
import { viewerOf } from './visibility.ts';

export const searchAsset = implement(assetSearch, async ({ caller, database, body: { content, assetId } }) => {
  const viewer = viewerOf(caller);
  const asset =
    assetId === undefined
      ? await assetByContent(database, viewer, content ?? '')
      : await assetById(database, viewer, assetId);
  if (!asset) throw new Failure('NOT_FOUND', { issues: ['Nothing is known about this asset'] });
  return recordOf(database, viewer, asset);
});

export const submitForReview = implement(assetSubmit, async ({ caller, service, country, database, body }) => {
  const filer = filerOf(caller, actingOrganization(caller, body.organizationSlug), country);
  const submitted = await submitAssets(database, filer, body);
  service.scanner.notify();
  return submitted;
});

export const unblockAsset = implement(assetUnblock, async ({ caller, service, database, body }) => {
  const organization = requiredOrganization(caller, body.organizationSlug);
  const result = await unblockOrDispute(database, caller.keyId, organization, body);
  if (result.outcome === 'UNBLOCKED') service.publisher.notify();
  return result;
});

export const detailAsset = implement(assetDetails, async ({ caller, service, origin, database, body: { content } }) => {
  const { status, why } = await assetCheckOf(database, content);
  const viewer = viewerOf(caller);
  const asset = caller.scopes.includes('read') ? await assetByContent(database, viewer, content) : null;
  const [report] = asset ? await reportsOn(database, viewer, asset.id, 1) : [];
  return {
    status,
    ...(why ? { reason: why } : {}),
    ...(report ? { reportId: report.id } : {}),
    ...(report?.slug ? { reportUrl: `${service.portalUrl ?? origin}/${report.slug}` } : {}),
  };
});
