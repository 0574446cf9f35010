import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/catalogue.ts';
import { operationUrl } from '../../api/client.ts';
import type { Operation, Scope } from '../../api/operation.ts';
import { apiKeys } from '../database/schema/index.ts';
import { IMPLEMENTATIONS, ROUTES } from '../feature/operations.ts';
import { createApplication } from './application.ts';
import { MAX_BODY_BYTES } from './request/part.ts';
import { sampleOf } from './route/sample.fixture.ts';
import { RateLimiter } from './sender/rate-limit.ts';
import { ORIGIN, rawUrl, ServiceFixture } from './service.fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const operations: Operation[] = Object.values(OPERATIONS);
const withBody = operations.filter(({ body, encoding }) => body !== undefined && encoding !== 'multipart');
const urlOf = (operation: Operation) => {
  const { params, query } = sampleOf(operation);
  return operationUrl(ORIGIN, operation, params, query);
};
const jsonOf = (operation: Operation, amount: 'least' | 'most' = 'least') =>
  JSON.stringify(sampleOf(operation, amount).body);
const send = (operation: Operation, init: RequestInit, sent: Parameters<ServiceFixture['send']>[3] = {}) =>
  fixture.send(operation, urlOf(operation), init, sent);
const bodyOf = (operation: Operation): RequestInit => (withBody.includes(operation) ? { body: jsonOf(operation) } : {});

describe.each(operations)('$id', (operation) => {
  it('needs a key', async () => {
    const received = await send(operation, bodyOf(operation), { key: null });
    expect(received.status).toBe(401);
    expect(received.body).toEqual({
      message: 'Authorization not provided',
      code: 'UNAUTHORIZED',
      issues: [{ message: 'The header X-API-KEY is missing' }],
    });
  });

  it.each(['', 'x', 'wary_', 'cp_unknown', 'ü'.repeat(100), 'k'.repeat(8_000)])('refuses the key %s', async (key) => {
    const received = await send(operation, bodyOf(operation), { key: encodeURI(key) });
    expect(received.status).toBe(401);
    expect(ServiceFixture.error(received)).toMatchObject({
      message: 'Authorization not provided',
      code: 'UNAUTHORIZED',
    });
  });

  it('refuses a key without its scope', async () => {
    // The scope read carries out all that changes nothing.
    const scopes: Scope[] = ['protect', 'report', 'manage'];
    const key = await fixture.key(scopes.filter((scope) => scope !== operation.access));
    const received = await send(operation, bodyOf(operation), { key });
    if (operation.access === 'any') expect(JSON.stringify(received.body)).not.toContain('lacks the scope');
    else {
      expect(received.status).toBe(403);
      expect(ServiceFixture.error(received)).toMatchObject({ message: 'Insufficient access', code: 'FORBIDDEN' });
    }
  });

  it('names the methods that the path takes', async () => {
    const response = await fixture.app.request(urlOf(operation), { method: 'PUT' });
    expect(response.status).toBe(405);
    const allowed = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
    expect(response.headers.get('allow')).toBe(allowed.join(', '));
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });
});

/** A text in the sample of a body. */
const SAMPLE_TEXT = /"(sample\.example|acme)"/;

describe.each(withBody)('the body of $id', (operation) => {
  const refused = async (init: RequestInit, headers: Record<string, string> = {}) => {
    const received = await send(operation, init, { headers });
    expect(received.status).toBe(400);
    const error = ServiceFixture.error(received);
    expect(error).toMatchObject({ message: 'Invalid input data', code: 'BAD_REQUEST' });
    expect(error.issues!.length).toBeGreaterThan(0);
    return error.issues!.map(({ message }) => message).join('\n');
  };

  it.each([
    ['nothing', ''],
    ['half a document', '{"content": "a'],
    ['a number', '1'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['deep nesting', '['.repeat(200_000)],
    ['deep closed nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('must not be %s', async (_, body) => {
    await refused({ body });
  });

  it('must be JSON by its content type', async () => {
    const body = jsonOf(operation);
    expect(await refused({ body }, { 'content-type': 'text/plain' })).toContain('application/json');
    const typed = await send(operation, { body }, { headers: { 'content-type': 'Application/JSON; charset=UTF-8' } });
    expect(JSON.stringify(typed.body)).not.toContain('Content-Type');
  });

  it.runIf(SAMPLE_TEXT.test(jsonOf(operation, 'most')))('must be storable text', async () => {
    for (const bad of ['a\\u0000', 'a\\ud800'])
      await refused({ body: jsonOf(operation, 'most').replace(SAMPLE_TEXT, `"${bad}"`) });
  });

  it('may be of 1 MiB and not more', async () => {
    const body = JSON.stringify({ ...sampleOf(operation).body, extra: 'x'.repeat(MAX_BODY_BYTES) });
    const received = await send(operation, { body });
    expect(received.status).toBe(413);
    expect(ServiceFixture.error(received)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    const stream = new Blob(Array<string>(40).fill('x'.repeat(65_536))).stream();
    const unannounced = await send(operation, { body: stream, duplex: 'half' } as RequestInit);
    expect(unannounced.status).toBe(413);
  });
});

describe('parameters', () => {
  it.each(['0', '-1', 'x', '1.5', '1e3', '9'.repeat(30), '1%00', '%FF', '%', 'A'.repeat(21)])(
    'refuses the dispute %s',
    async (id) => {
      const received = await fixture.send(OPERATIONS.disputeRead, rawUrl(`/dispute/${id}`), {});
      expect(received.status).toBe(400);
      if (id === '1e3')
        expect(ServiceFixture.error(received).issues).toEqual([
          { message: 'receipt: Expected a receipt, which has 22 characters, or a number' },
        ]);
    },
  );

  it.each(['1e3', '0x10', '%201', '1.0', '+1', 'x'])('refuses the number %s', async (id) => {
    const paths = [`/organization/asset-groups/${id}`, `/organization/assets/${id}`] as const;
    for (const path of paths) {
      const received = await fixture.send(OPERATIONS.assetGroupDelete, rawUrl(path), {});
      expect([received.status, ServiceFixture.error(received).code]).toEqual([400, 'BAD_REQUEST']);
      expect(ServiceFixture.error(received).issues![0]!.message).toContain('Expected a whole number');
    }
  });

  it('refuses a slug that no organization can have', async () => {
    for (const slug of ['a%00b', 'x'.repeat(256)])
      expect((await fixture.send(OPERATIONS.userOrg, rawUrl(`/user/orgs/${slug}`), {})).status).toBe(400);
  });
});

describe('the whole interface', () => {
  it('answers unknown paths with the error body', async () => {
    for (const path of ['/api/v2/nope', '/api/v2', '/api/v2/user/orgs/a/b', '/api/v1/validate', '/lists/x/y']) {
      const response = await fixture.app.request(`http://service.wary.test${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) });
    }
  });

  it('lets a page of any origin call, without credentials', async () => {
    const response = await fixture.app.request(rawUrl('/report/create'), {
      method: 'OPTIONS',
      headers: { origin: 'chrome-extension://abc', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    for (const name of ['X-API-KEY', 'Idempotency-Key', 'Content-Type', 'If-None-Match'])
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    const refused = await fixture.app.request(rawUrl('/validate'), { headers: { origin: 'chrome-extension://abc' } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('answers an internal error with an id only, and logs its cause without content', async () => {
    await fixture.opened.database.execute(sql`alter table list_memberships rename to elsewhere`);
    await fixture.opened.database.execute(sql`alter table listed_expressions rename to nowhere`);
    fixture.log.length = 0;
    const received = await fixture.call(OPERATIONS.assetCheck, { body: { content: 'secret-host.example' } });
    await fixture.opened.database.execute(sql`alter table elsewhere rename to list_memberships`);
    await fixture.opened.database.execute(sql`alter table nowhere rename to listed_expressions`);
    expect(received.status).toBe(500);
    const error = ServiceFixture.error(received);
    expect(error).toMatchObject({ message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    expect(JSON.stringify(error)).not.toMatch(/listed_expressions|select|secret-host/i);
    const id = received.headers.get('x-request-id')!;
    expect(error.issues![0]!.message).toContain(id);
    const line = fixture.log.find((entry) => entry.includes('request failed'))!;
    expect(line).toContain(id);
    expect(line).toContain('42P01');
    expect(fixture.log.join('')).not.toContain('secret-host');
  });

  it('limits the rate of each key separately', async () => {
    const rateLimits = { ...fixture.service.rateLimits, key: new RateLimiter({ perMinute: 3 }) };
    const app = createApplication({ ...fixture.service, rateLimits }, IMPLEMENTATIONS, ROUTES);
    const [key, other] = [await fixture.key(['protect']), await fixture.key(['protect'])];
    const status = async (apiKey: string) => {
      const response = await app.request(rawUrl('/validate'), { headers: { 'X-API-KEY': apiKey } });
      return { status: response.status, wait: response.headers.get('retry-after'), body: await response.json() };
    };
    for (let request = 0; request < 3; request += 1)
      expect(await status(key)).toMatchObject({ status: 200, wait: null });
    expect(await status(key)).toEqual({
      status: 429,
      wait: expect.stringMatching(/^[1-9]\d*$/),
      body: { message: 'Too many requests', code: 'TOO_MANY_REQUESTS', issues: [] },
    });
    expect(await status(other)).toMatchObject({ status: 200 });
  });

  it('never logs a key', async () => {
    const key = await fixture.key(['protect']);
    fixture.log.length = 0;
    await fixture.call(OPERATIONS.validate, {}, { key });
    expect(fixture.log.join('')).toContain('"status":200');
    expect(fixture.log.join('')).not.toContain(key);
  });

  it('stores only hashes of keys', async () => {
    const key = await fixture.key(['protect']);
    const stored = JSON.stringify(await fixture.opened.database.select().from(apiKeys));
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(key.slice(5, 20));
    expect(stored.length).toBeGreaterThan(100);
  });
});
