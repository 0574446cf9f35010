import { takedownsList, threatsList } from '../../../../api/threat/takedown.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet } from '../access/visit.ts';
import { addressed, choiceOf, daysOf, one, several } from '../form/address.ts';
import { takedownsPage } from './takedowns-page.ts';
import { threatsPage } from './threats-page.ts';

const PAGE_SIZE = 25;

/** Threats and takedowns of an organization. */
export function threatRoutes(gate: Gate): void {
  organizationGet(gate, '/threats', async (visit) => {
    const address = addressed(visit);
    const direction = choiceOf(address, 'direction');
    const found = await visit.call(threatsList, {
      body: {
        slug: visit.organization.slug,
        query: one(address, 'query'),
        ...daysOf(address),
        assetType: several(address, 'assetType'),
        ...(direction === undefined ? {} : { sorting: [{ key: 'blockedAt', direction }] }),
        per_page: PAGE_SIZE,
        next_page: one(address, 'next_page'),
      },
    });
    return { page: threatsPage(visit, found) };
  });

  organizationGet(gate, '/takedowns', async (visit) => {
    const address = addressed(visit);
    const [key, direction] = (one(address, 'order') ?? 'createdAt.desc').split('.') as ['createdAt', 'desc'];
    const found = await visit.call(takedownsList, {
      body: {
        slug: visit.organization.slug,
        query: one(address, 'query'),
        ...daysOf(address),
        assetType: several(address, 'assetType'),
        takedownStatus: several(address, 'takedownStatus'),
        livenessStatus: several(address, 'livenessStatus'),
        sorting: [{ key, direction }],
        per_page: PAGE_SIZE,
        next_page: one(address, 'next_page'),
      },
    });
    return { page: takedownsPage(visit, found) };
  });
}
