import { assetChangelog, assetList } from '../../../api/asset/asset-listing.ts';
import { actingOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { readChangePage, readListPage } from './list-page.ts';
import { viewerOf } from './visibility.ts';

export const listAssets = implement(assetList, async ({ caller, service, database, body }) => {
  const named = body.organizationSlug === undefined ? null : actingOrganization(caller, body.organizationSlug);
  return readListPage(database, service.cursors, viewerOf(caller), named?.id ?? null, body);
});

export const listChanges = implement(assetChangelog, async ({ service, database, body }) =>
  readChangePage(database, service.cursors, body),
);
