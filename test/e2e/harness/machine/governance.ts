import { organizationBlockCreate } from '../../../../src/api/blocklist.ts';
import { call } from '../../../../src/api/client.ts';
import type { PolicyValues } from '../../../../src/development/policy/subject.ts';
import type { Service } from '../service.ts';

/** A setting as pages of the extension see it, by its name. */
export type View = Record<string, { value: unknown; origin: string }>;

/** What Acme enforces on a managed machine, whatever the browser. */
export const GOVERNED = {
  managedBy: 'Acme',
  protectSites: true,
  noticeSwappedAddresses: true,
  failurePolicy: 'closed',
  allowList: [{ content: 'partner.test', reason: 'Our partner' }],
} satisfies PolicyValues;

/** The values that a person tries to set instead. */
export const WANTED = {
  protectSites: false,
  noticeSwappedAddresses: false,
  failurePolicy: 'open',
  openListed: 'freely',
  allowList: [{ content: 'scam.test', reason: 'Mine' }],
};

/** How pages of the extension see the settings that a policy enforces. */
export const viewOf = ({ managedBy: _, ...locked }: PolicyValues): View =>
  Object.fromEntries(Object.entries(locked).map(([name, value]) => [name, { value, origin: 'policy' }]));

/** Lists the sites that the tests of managed machines visit: three for everybody, and one for Acme alone. */
export async function listSites(service: Service): Promise<void> {
  for (const host of ['scam.test', 'partner.test', 'elsewhere.test']) await service.command('block', host);
  const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.keys.user };
  await call(endpoint, organizationBlockCreate, {
    body: { slug: 'acme', content: 'incident.test', reason: 'Incident 7' },
  });
}
