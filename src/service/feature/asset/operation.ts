import { assetCheck, assetParse } from '../../../api/asset/asset.ts';
import { normalizeContent, recognizeText } from '../../../asset/index.ts';
import { soleOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { type AssetCheck, assetCheckOf, organizationBlockOf, sourcesOf } from './check/check.ts';

export const checkAsset = implement(assetCheck, async ({ caller, service, database, body }) => {
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
      reason: own.why,
      message: `${own.asset.content} is blocked by ${source} for its own people${reason ? `: ${reason}` : ''}`,
    };
  }
  const found = await assetCheckOf(database, body.content);
  const { status, why, deciding } = found;
  return {
    status,
    sources: deciding ? await sourcesOf(database, deciding, status) : [],
    ...(deciding?.source ? { source: deciding.source } : {}),
    ...(why ? { reason: why } : {}),
    message: explanation(found),
  };
});

/** What was found, in one sentence. */
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

export const parseContent = implement(assetParse, async ({ body }) => {
  const assets = recognizeText(body.content);
  const isSingle = assets.length < 2;
  const asset = (isSingle ? normalizeContent(body.content) : null) ?? assets[0];
  if (!asset) return null;
  return { ...asset, submittedContent: body.content, ...(isSingle ? {} : { assets }) };
});
