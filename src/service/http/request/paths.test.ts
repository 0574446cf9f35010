import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { mountPortal } from '../../portal/app.ts';
import { createApplication } from '../application.ts';
import type { ServiceApp } from '../log/request-log.ts';
import { RateLimiter } from '../sender/rate-limit.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';

let fixture: ServiceFixture;
let app: ServiceApp;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  app = createApplication(fixture.service, IMPLEMENTATIONS, ROUTES, mountPortal(fixture.service));
}, 60_000);
afterAll(() => fixture.close());

/**
 * Hostile path segments: NUL, half a surrogate pair, bytes that are not UTF-8, an escaped escape, an excessive length.
 */
const PARTS = ['%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%2500', '%252e', '..%2f..', "'", 'x'.repeat(5_000)];

/** The path of a route with every parameter replaced; a parameter with a fixed suffix keeps it. */
const filled = (path: string, part: string): string =>
  path
    .replace(/:\w+\{(?:[^{}]|\{[^{}]*\})*\}|:\w+\??/g, (name) => (name.includes('.bin') ? `${part}.bin` : part))
    .replaceAll('*', part);

describe('a malformed path', () => {
  const routes = () => [...new Map(app.routes.map((route) => [`${route.method} ${route.path}`, route])).values()];

  it('is tried on every route', () => {
    expect(routes().map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/:slug/:tab?', '/api/v2/dispute/:receipt']),
    );
  });

  it.each(PARTS)('%s never causes an internal error', async (part) => {
    fixture.log.length = 0;
    const key = await fixture.key(['protect', 'report', 'read', 'manage']);
    for (const { method, path } of routes()) {
      const url = ORIGIN + filled(path, part);
      const response = await app.request(url, {
        method: method === 'ALL' ? 'GET' : method,
        headers: { 'X-API-KEY': key },
      });
      expect(response.status, `${method} ${url}`).toBeLessThan(500);
    }
    expect(fixture.log.filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('is no list file', async () => {
    for (const path of ['/lists/%00.bin', '/lists/x/from/%00.bin', '/lists/%00/from/x.bin'])
      expect((await app.request(ORIGIN + path)).status).toBe(404);
  });
});

describe('the answer for an unknown path', () => {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await app.request(`${ORIGIN}${path}`, init);
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      type: type.split(';')[0],
      text: await response.text(),
      headers: response.headers,
    };
  };

  it('is a page for people', async () => {
    for (const [path, method] of [
      ['/nobody', 'GET'],
      ['/acme/report/more/and/more', 'GET'],
      ['/acme', 'PUT'],
      ['/favicon.ico', 'GET'],
      ['/nobody/report', 'POST'],
    ] as const) {
      const { status, type, text, headers } = await ask(path, { method });
      expect([path, status, type]).toEqual([path, 404, 'text/html']);
      expect(text).toContain('There’s no portal at this address');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(await ask('/')).toMatchObject({ status: 200, type: 'text/html' });
  });

  it('is the error body for programs', async () => {
    for (const path of ['/api', '/api/v2/nope', '/lists/x'])
      expect(await ask(path)).toMatchObject({ status: 404, type: 'application/json' });
  });

  it('has the same form over the rate limit', async () => {
    const rateLimits = { ...fixture.service.rateLimits, address: new RateLimiter({ perMinute: 1 }) };
    const limited = createApplication(
      { ...fixture.service, rateLimits },
      IMPLEMENTATIONS,
      ROUTES,
      mountPortal(fixture.service),
    );
    const again = async (path: string) => {
      const response = await limited.request(ORIGIN + path);
      return [response.status, response.headers.get('content-type'), response.headers.get('retry-after')];
    };
    await again('/acme');
    expect(await again('/acme')).toEqual([429, expect.stringMatching(/^text\/html/), expect.stringMatching(/^\d+$/)]);
    expect(await again('/api/v2/validate')).toEqual([429, 'application/json', expect.stringMatching(/^\d+$/)]);
    expect(await (await limited.request(`${ORIGIN}/acme`)).text()).toContain(
      'Too many requests came from your network',
    );
  });
});
