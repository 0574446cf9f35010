import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApi } from '../../../../test/generated/document.ts';
import { exercise } from '../../../../test/generated/exercise.ts';
import { Judge } from '../../../../test/generated/judge.ts';
import { SCOPES } from '../../../api/operation.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';
import { openApiDocument } from './openapi.ts';
import { seedWorld } from './world.fixture.ts';

const document = openApiDocument(ORIGIN) as unknown as OpenApi;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  await seedWorld(fixture);
}, 60_000);
afterAll(() => fixture.close());

describe('requests generated from the OpenAPI document', () => {
  it('are answered as documented, valid and invalid ones', async () => {
    const others = [await fixture.key(['read']), await fixture.key(SCOPES, [fixture.foreign])];
    const { problems, statuses } = await exercise({
      document,
      keys: { full: await fixture.key(SCOPES), others },
      seed: 1,
      requests: 600,
      send: async (url, init) => fixture.app.request(url, init),
    });
    expect(problems).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(200);
    expect(statuses[400]).toBeGreaterThan(50);
  }, 120_000);
});

describe('the check of answers', () => {
  const [path, method] = ['/validate', 'get'];
  const operation = { ...document.paths[path]![method]!, method: 'GET', url: `${ORIGIN}/api/v2${path}` };
  const generated = { operation, url: operation.url, headers: {}, body: undefined, json: undefined };
  const headers = new Headers({ 'content-type': 'application/json' });
  const judged = (status: number, body: unknown, over = headers) =>
    new Judge(document).problems(generated, { status, headers: over, text: JSON.stringify(body) });

  it.each([
    [200, { valid: true, kind: 'user', scopes: [] }, []],
    [200, { valid: true, kind: 'somebody', scopes: [] }, ['answered 200 with /kind that must be equal to one of']],
    [200, { valid: true, kind: 'user', scopes: [], secret: 1 }, ['must NOT have additional properties']],
    [200, { valid: true, kind: 'user' }, ["must have required property 'scopes'"]],
    [401, { message: 'x', code: 'UNAUTHORIZED', issues: [] }, []],
    [401, { message: 'x', code: 'FORBIDDEN', issues: [] }, ['the code FORBIDDEN']],
    [418, {}, ['which the document does not have']],
    [500, {}, ['answered 500']],
    [429, { message: 'x', code: 'TOO_MANY_REQUESTS' }, ['without Retry-After']],
  ])('finds in %d %j %j', (status, body, expected) => {
    const found = judged(status, body);
    expect(found).toHaveLength(expected.length);
    for (const [index, problem] of expected.entries()) expect(found[index]).toContain(problem);
  });

  it('accepts only JSON', () => {
    expect(judged(200, { valid: true }, new Headers({ 'content-type': 'text/html' }))).toEqual([
      'answered 200 without JSON',
    ]);
  });
});
