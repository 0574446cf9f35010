import { sourceDetail } from '../../../api/asset/source.ts';
import { scamKindOf } from '../../../api/report/scam-kind.ts';
import { issue } from '../../database/refused.ts';
import { actingOrganization, filerOf, requiredOrganization, soleOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { textThread } from '../text/texts.ts';
import { type AssetCheck, assetCheckOf, organizationBlockOf, readQuestions, sourcesOf } from './check.ts';
import { readChangePage, readListPage } from './list-page.ts';
import { assetByContent, assetById, viewerOf } from './record/lookup.ts';
import { recordOf, reportsOn } from './record/record.ts';
import { submitAssets } from './submission.ts';
import { unblockOrDispute } from './unblocking.ts';

export const assetOperations = implement({
  assetCheck: async ({ caller, service, database, body }) => {
    const organization = soleOrganization(caller);
    const own = organization
      ? organizationBlockOf(body.content, await service.organizationFiles.blocked(organization))
      : null;
    if (own) {
      const { source = organization!.name, reason } = own.words;
      return {
        status: 'BLOCKED' as const,
        sources: [{ source, status: 'BLOCKED' as const }],
        source,
        sourceName: source,
        ...(reason === undefined ? {} : { kind: scamKindOf(reason) }),
        reason: own.why,
        message: `${own.asset.content} is blocked by ${source} for its own people${reason ? `: ${reason}` : ''}`,
      };
    }
    const found = await assetCheckOf(database, body.content);
    const { status, why, deciding } = found;
    return {
      status,
      sources: deciding ? await sourcesOf(database, deciding, status) : [],
      ...sourceDetail(deciding?.source ?? null),
      ...(deciding?.reason && status === 'BLOCKED' ? { kind: scamKindOf(deciding.reason) } : {}),
      ...(why ? { reason: why } : {}),
      message: explanation(found),
    };
  },

  assetParse: async ({ body }) => {
    const { assets, sole } = await textThread().call('parse', body.content);
    const asset = sole ?? assets[0];
    if (!asset) return null;
    return { ...asset, submittedContent: body.content, ...(assets.length < 2 ? {} : { assets }) };
  },

  assetList: async ({ caller, service, database, body }) => {
    const named = body.organizationSlug === undefined ? null : actingOrganization(caller, body.organizationSlug);
    return readListPage(database, service.cursors, viewerOf(caller), named?.id ?? null, body);
  },

  assetChangelog: async ({ service, database, body }) => readChangePage(database, service.cursors, body),

  assetSearch: async ({ caller, database, body: { content, assetId } }) => {
    const viewer = viewerOf(caller);
    const asset =
      assetId === undefined
        ? await assetByContent(database, viewer, content ?? '')
        : await assetById(database, viewer, assetId);
    if (!asset) throw new Failure('NOT_FOUND', issue('assetUnknown'));
    return recordOf(database, viewer, asset);
  },

  assetSubmit: async ({ caller, service, sender, country, database, body, change }) => {
    const filer = {
      ...filerOf(caller, actingOrganization(caller, body.organizationSlug), country),
      apiKeyId: caller.keyId,
    };
    const mayScan = () => !filer.isPublic || service.quotas.take('scans', filer.apiKeyId, sender) === null;
    const submitted = await submitAssets(database, change, filer, body, mayScan);
    service.scanner.notify();
    return submitted;
  },

  assetUnblock: async ({ caller, service, database, body }) => {
    const organization = requiredOrganization(caller, body.organizationSlug);
    const result = await unblockOrDispute(
      database,
      caller.keyId,
      organization,
      body,
      await readQuestions([body.content]),
    );
    if (result.outcome === 'UNBLOCKED') service.publisher.notify();
    return result;
  },

  assetDetails: async ({ caller, service, origin, database, body: { content } }) => {
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
  },
});

function explanation({ status, why, asset, deciding }: AssetCheck): string {
  if (!asset) return 'The content is no address of a site, wallet or account that this service knows';
  if (why === 'hosting-domain') return `${asset.content} is unknown, and the host it is on has many owners`;
  if (!deciding) return `${asset.content} is unknown`;
  const word = status === 'BLOCKED' ? 'blocked' : 'allowed';
  const because = deciding.reason ? `: ${deciding.reason}` : '';
  return why === 'parent-domain'
    ? `${asset.content} is ${word} because ${deciding.asset.content} is${because}`
    : `${deciding.asset.content} is ${word}${because}`;
}
