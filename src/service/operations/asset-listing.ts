import { assetChangelog, assetList } from '../../api/asset-listing.ts';
import { actingOrganization } from '../access/reach.ts';
import { readChangePage, readListPage } from '../assets/list-page.ts';
import { viewerOf } from '../assets/visibility.ts';
import { implement } from '../http/implementation.ts';

export const listAssets = implement(assetList, async ({ caller, service, database, body }) => {
  const named = body.organizationSlug === undefined ? null : actingOrganization(caller, body.organizationSlug);
  return readListPage(database, service.cursors, viewerOf(caller), named?.id ?? null, body);
});

export const listChanges = implement(assetChangelog, async ({ service, database, body }) =>
  readChangePage(database, service.cursors, body),
);
