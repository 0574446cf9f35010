import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/catalogue.ts';
import { encodedBody, operationUrl } from '../../../api/client.ts';
import { type Operation, QUOTAS } from '../../../api/operation.ts';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { createApplication } from '../application.ts';
import { NO_NETWORKS } from '../networks.ts';
import { Quotas } from '../sender/quota.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';
import { sampleOf } from './sample.fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const counted = Object.values<Operation>(OPERATIONS).filter(({ quota }) => quota !== undefined);

it('operations that cost reviewers or the service much have a quota', () => {
  expect(new Set(counted.map(({ quota }) => quota))).toEqual(new Set(QUOTAS));
  const filing = [
    OPERATIONS.reportCreate,
    OPERATIONS.disputeCreate,
    OPERATIONS.attachmentUpload,
    OPERATIONS.assetParse,
  ];
  expect(counted).toEqual(expect.arrayContaining(filing));
});

it.concurrent.each(counted)(
  '$id from an address or with a key that sent too much has to wait, and no other',
  async (operation) => {
    const addressPerHour = operation.quota === 'parsing' ? 1 / 60 : 1;
    const quotas = new Quotas({ addressPerHour, keyPerHour: addressPerHour * 2, sharedNetworks: NO_NETWORKS });
    let address = '192.0.2.1';
    const app = createApplication(
      { ...fixture.service, quotas, clientAddress: () => address },
      IMPLEMENTATIONS,
      ROUTES,
    );
    const key = await fixture.key(['protect', 'report', 'read', 'manage']);
    const { params, query, body } = sampleOf(operation);
    const encoded = operation.encoding === 'multipart' ? { file: [new File(['x'], 'x.txt')] } : body;
    const send = async (apiKey: string) => {
      const init = { method: operation.method, headers: { 'X-API-KEY': apiKey }, ...encodedBody(operation, encoded) };
      if (typeof init.body === 'string') init.headers = { ...init.headers, ...{ 'content-type': 'application/json' } };
      const response = await app.request(operationUrl(ORIGIN, operation, params, query), init);
      return [response.status === 429, response.headers.get('retry-after') !== null];
    };
    expect(await send(key)).toEqual([false, false]);
    expect(await send(key)).toEqual([true, true]);
    address = '192.0.2.2';
    expect(await send(key)).toEqual([false, false]);
    address = '192.0.2.3';
    expect(await send(key)).toEqual([true, true]);
    address = '192.0.2.4';
    expect(await send(await fixture.key(['protect', 'report', 'read', 'manage']))).toEqual([false, false]);
  },
  // A refusal is delayed for up to two seconds, so all operations wait at once.
  30_000,
);

it('requests with the key of a build are spread over time, those with an organization’s own key are not', async () => {
  const quotas = new Quotas({ addressPerHour: 1_000, keyPerHour: 10, sharedNetworks: NO_NETWORKS });
  const app = createApplication({ ...fixture.service, quotas }, IMPLEMENTATIONS, ROUTES);
  const report = async (apiKey: string, count: number) => {
    const answers = [];
    for (let index = 0; index < count; index += 1) {
      const body = JSON.stringify({ assets: [{ content: `turn-${index}-${apiKey.slice(-8)}.example`.toLowerCase() }] });
      const headers = { 'X-API-KEY': apiKey, 'content-type': 'application/json' };
      const url = operationUrl(ORIGIN, OPERATIONS.reportCreate);
      const response = await app.request(url, { method: 'POST', headers, body });
      answers.push([response.status, response.headers.get('retry-after')]);
    }
    return answers;
  };
  const served = Array(5).fill([200, null]);
  // A turn is due every six minutes here, which is more than the maximum wait.
  expect(await report(await fixture.key(['protect', 'report']), 6)).toEqual([...served, [429, '10']]);
  expect(await report(await fixture.key(['report', 'read']), 6)).toEqual([...served, [200, null]]);
}, 30_000);
