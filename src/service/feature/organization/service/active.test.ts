import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../../api/catalogue.ts';
import { operationUrl } from '../../../../api/client.ts';
import { type Operation, ORGANIZATION_SERVICES, type OrganizationService } from '../../../../api/operation.ts';
import { organizations } from '../../../database/schema/index.ts';
import { sampleOf } from '../../../http/route/sample.fixture.ts';
import { ORIGIN, ServiceFixture } from '../../../http/service.fixture.ts';

const operations: Operation[] = Object.values(OPERATIONS);
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
beforeEach(() => turn(ORGANIZATION_SERVICES, true));
afterAll(() => fixture.close());

const turn = (services: readonly OrganizationService[], on: boolean, id = fixture.acme) =>
  fixture.opened.database
    .update(organizations)
    .set(Object.fromEntries(services.map((service) => [`${service}Active`, on])))
    .where(eq(organizations.id, id));
const send = (operation: Operation, key?: string) => {
  const { params, query, body } = sampleOf(operation);
  const init = operation.encoding === 'multipart' ? { body: upload() } : body ? { body: JSON.stringify(body) } : {};
  const sent = key === undefined ? {} : { key };
  return fixture.send(operation, operationUrl(ORIGIN, operation, params, query), init, sent);
};
function upload(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['evidence'], { type: 'text/plain' }), 'evidence.txt');
  return form;
}
const issues = ({ body }: Awaited<ReturnType<typeof send>>) => JSON.stringify(body);

describe('a service that an organization has turned off', () => {
  it.each([
    [OPERATIONS.reportCreate, 'reporting'],
    [OPERATIONS.attachmentUpload, 'reporting'],
    [OPERATIONS.assetCheck, 'protection'],
    [OPERATIONS.queuesSnapshot, 'reviewing'],
    [OPERATIONS.takedownsList, 'takedowns'],
    [OPERATIONS.detectionConfigCreate, 'detection'],
  ] as [Operation, OrganizationService][])('is refused by name: $id', async (operation, service) => {
    await turn([service], false);
    const received = await send(operation);
    expect(received.status).toBe(403);
    expect(ServiceFixture.error(received)).toEqual({
      message: 'Insufficient access',
      code: 'FORBIDDEN',
      issues: [{ message: `The service "${service}" is off for Acme` }],
    });
    await turn([service], true);
    expect((await send(operation)).status).not.toBe(403);
  });

  it('leaves every other operation as it is', async () => {
    await turn(ORGANIZATION_SERVICES, false);
    for (const operation of operations) {
      const received = await send(operation);
      const isRefused = received.status === 403 && issues(received).includes('is off for');
      expect(isRefused, operation.id).toBe(operation.service !== undefined);
    }
  });

  it('never takes the list from anybody', async () => {
    await turn(ORGANIZATION_SERVICES, false);
    const { body, status } = await fixture.call(OPERATIONS.blocklistVersion, {});
    expect(status).toBe(200);
    expect((await fixture.app.request(body.snapshot.url)).status).toBe(200);
    const question = { algoVersion: body.algoVersion, prefixes: ['abcd'] };
    expect((await fixture.call(OPERATIONS.blocklistConfirm, { body: question })).status).toBe(200);
  });

  it('is in the list of healthchecks', async () => {
    await turn(['takedowns'], false);
    const { checks } = (await fixture.call(OPERATIONS.healthchecksList, { body: {} })).body;
    const off = checks.filter(({ implemented }) => !implemented);
    expect(off.map(({ id }) => id.split('/')[0])).toEqual(Array(5).fill('takedowns'));
    expect(off[0]!.notImplementedReason).toBe('The service "takedowns" is off for Acme');
    const backlog = checks.find(({ id }) => id === 'reviewing/backlog');
    expect(backlog).toEqual({ id: 'reviewing/backlog', implemented: true });
  });

  it('is off for that organization alone', async () => {
    await turn(['reporting'], false);
    const key = await fixture.key(['report'], [fixture.acme, fixture.foreign]);
    const file = (organizationSlug?: string) =>
      fixture.call(
        OPERATIONS.reportCreate,
        { body: { assets: [{ content: `${crypto.randomUUID()}.example` }], organizationSlug } },
        { key },
      );
    expect((await file('acme')).status).toBe(403);
    expect((await file('foreign')).status).toBe(200);
    expect((await file()).status).toBe(200);
    expect((await file('elsewhere')).status).toBe(401);
    await turn(['reporting'], false, fixture.foreign);
    expect(issues(await file())).toContain('The service \\"reporting\\" is off for Acme, Foreign');
    await turn(['reporting'], true, fixture.foreign);
  });
});
