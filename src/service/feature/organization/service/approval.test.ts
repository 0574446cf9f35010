import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userOrg, userOrgs } from '../../../../api/organization/organization.ts';
import { serviceRequest } from '../../../../api/organization/service-request.ts';
import { auditEntries, organizations } from '../../../database/schema/index.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { decideRequest } from './approval.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
beforeEach(async () => {
  await set({ pendingServices: [], protectionActive: true, takedownsActive: false, takedownsAutomated: false });
});
afterAll(() => fixture.close());

const set = (values: Partial<typeof organizations.$inferInsert>) =>
  fixture.opened.database.update(organizations).set(values).where(eq(organizations.id, fixture.acme));
const ask = (service: 'protection' | 'takedowns', automated = false) =>
  fixture.call(serviceRequest, { body: { service, automated } });
const decide = (type: string, isGranted: boolean) =>
  decideRequest(fixture.opened.database, fixture.acme, type, isGranted);
const record = async () => (await fixture.call(userOrg, { params: { slug: 'acme' } })).body;

describe('a request for a service', () => {
  it('is in the record of the organization until it is granted, which turns the service on', async () => {
    const { status, body } = await ask('takedowns');
    const pending = {
      service: 'takedowns',
      automated: false,
      serviceType: 'isTakedownsActive',
      serviceName: 'Takedowns',
      requestedAt: expect.stringMatching(/Z$/),
    };
    expect([status, body]).toEqual([200, { pendingServiceApprovals: [pending] }]);
    expect((await record()).pendingServiceApprovals).toEqual([pending]);
    const filter = { pendingServiceApproval: { active: true, services: ['takedowns' as const] } };
    expect((await fixture.call(userOrgs, { body: filter })).body.organizations).toHaveLength(1);
    const grant = () => decide('isTakedownsActive', true);
    expect([await grant(), await grant()]).toEqual([true, false]);
    const { services, pendingServiceApprovals: left } = await record();
    expect([services.takedowns, left]).toEqual([{ active: true, automated: false }, []]);
  });

  it('ends without a trace in the services when it is declined, and may be made again', async () => {
    await ask('takedowns', true);
    await decide('isAutomatedTakedownsActive', false);
    expect(await decide('isAutomatedTakedownsActive', true)).toBe(false);
    const { services, pendingServiceApprovals: left } = await record();
    expect([services.takedowns, left]).toEqual([{ active: false, automated: false }, []]);
    expect((await ask('takedowns', true)).status).toBe(200);
  });

  it('for automated takedowns turns on both', async () => {
    await ask('takedowns', true);
    await decide('isAutomatedTakedownsActive', true);
    expect((await record()).services.takedowns).toEqual({ active: true, automated: true });
  });

  it('is refused where it waits already, where the service is on, and for what has no automation', async () => {
    const [first, second] = await Promise.all([ask('takedowns'), ask('takedowns')]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const again = await ask('takedowns');
    expect(ServiceFixture.error(again).issues).toEqual([
      { message: 'service: Takedowns was asked for already and waits for a decision' },
    ]);
    expect(ServiceFixture.error(await ask('protection')).issues).toEqual([
      { message: 'service: Protection is on already' },
    ]);
    const automated = await ask('protection', true);
    expect([automated.status, ServiceFixture.error(automated).issues]).toEqual([
      400,
      [{ message: 'automated: Only takedowns can be automated: leave it out' }],
    ]);
  });

  it('takes a key that may change the organization, and is in the audit log', async () => {
    const key = await fixture.key(['protect', 'report', 'read']);
    expect((await fixture.call(serviceRequest, { body: { service: 'takedowns' } }, { key })).status).toBe(403);
    await ask('takedowns');
    const entries = await fixture.opened.database.select().from(auditEntries);
    expect(entries.map(({ action }) => action)).toContain('serviceRequest');
  });
});
