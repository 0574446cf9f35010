import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/catalogue.ts';
import { operationUrl } from '../../../api/client.ts';
import { type Operation, SCOPES } from '../../../api/operation.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';
import { type Breach, breachesOf, type Place, type Sample, sampleOf } from './sample.fixture.ts';
import { possessionsOf, requestIn, SECRET, SECRET_HOST, seedWorld } from './world.fixture.ts';

/** Uploads of files are not JSON; they have their own tests. */
const operations = Object.values<Operation>(OPERATIONS).filter(({ encoding }) => encoding !== 'multipart');
const PLACES: readonly Place[] = ['params', 'query', 'body'];

const send = (to: ServiceFixture, operation: Operation, { params, query, body }: Sample, key?: string) =>
  to.send(
    operation,
    operationUrl(ORIGIN, operation, params, query),
    body === undefined ? {} : { body: JSON.stringify(body) },
    key === undefined ? {} : { key },
  );

/** An operation may answer a valid request with one of these if there is nothing to do. */
const FOUND_NOTHING_TO_DO = [404, 409, 422];

describe('a right request', () => {
  let fixture: ServiceFixture;
  let world: Awaited<ReturnType<typeof seedWorld>>;
  let key: string;
  beforeAll(async () => {
    fixture = await ServiceFixture.open();
    world = await seedWorld(fixture);
    key = await fixture.key(SCOPES);
  }, 60_000);
  afterAll(() => fixture.close());

  it.each(operations)('is answered by $id', async (operation) => {
    for (const amount of ['least', 'most'] as const) {
      const received = await send(fixture, operation, requestIn(world, operation, amount));
      const allowed = [200, ...FOUND_NOTHING_TO_DO.filter((status) => operation.errors?.some((one) => one === status))];
      expect(allowed, JSON.stringify(received.body)).toContain(received.status);
      if (!operation.deprecated) continue;
      expect(received.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(Date.parse(received.headers.get('sunset')!)).toBeGreaterThan(0);
    }
  });

  it.each(operations.filter(({ access }) => access !== 'any'))('needs the scope of $id', async (operation) => {
    // The scope read carries out all that changes nothing.
    const lacking = await fixture.key(SCOPES.filter((scope) => scope !== operation.access && scope !== 'read'));
    expect((await send(fixture, operation, requestIn(world, operation), lacking)).status).toBe(403);
  });

  it.each(operations)('needs a key for $id', async (operation) => {
    expect((await send(fixture, operation, sampleOf(operation), 'wary_wrong')).status).toBe(401);
    expect(key).not.toBe('wary_wrong');
  });
});

describe('a wrong field', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await ServiceFixture.open();
  }, 60_000);
  afterAll(() => fixture.close());

  const cases = operations.flatMap((operation) =>
    PLACES.flatMap((place) =>
      breachesOf(operation, place).map((breach) => ({ id: operation.id, operation, place, ...breach })),
    ),
  );

  it('is tested for every operation with fields', () => {
    const covered = new Set(cases.map(({ id }) => id));
    const takesFields = operations.filter(({ params, query, body }) => params ?? query ?? body);
    expect(takesFields.filter(({ id }) => !covered.has(id)).map(({ id }) => id)).toEqual([]);
    expect(cases.length).toBeGreaterThan(operations.length * 5);
  });

  it.each(groupedBy(cases))('of %s is refused by its name', async (_, group) => {
    for (const { operation, place, field, what, value } of group) {
      const received = await send(fixture, operation, { ...sampleOf(operation, 'most'), [place]: value });
      const told = `${operation.id}, ${field}: ${what}: ${JSON.stringify(received.body)}`;
      expect(received.status, told).toBe(400);
      const { code, issues } = ServiceFixture.error(received);
      expect(code).toBe('BAD_REQUEST');
      expect(issues!.map(({ message }) => message).join('\n'), told).toContain(field);
    }
  });
});

describe('an organization that has nothing', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await ServiceFixture.open();
  }, 60_000);
  afterAll(() => fixture.close());

  const reading = operations.filter(
    ({ query, body, access }) => access === 'read' && (hasPages(query) || hasPages(body)),
  );

  it('is tested for every operation with pages', () => {
    expect(reading.length).toBeGreaterThan(3);
  });

  it.each(reading)('gets an empty page from $id, and no next one', async (operation) => {
    const received = await send(fixture, operation, sampleOf(operation));
    expect(received.status).toBe(200);
    const lists = Object.values(received.body as object).filter(Array.isArray);
    expect(lists).toEqual([[]]);
    for (const name of ['next_page', 'cursor', 'nextCursor']) expect(received.body).not.toHaveProperty(name);
  });

  it.each(reading)('may ask $id for the largest page and for no larger one', async (operation) => {
    const place = operation.query ? 'query' : 'body';
    const name = hasPages(operation[place])!;
    const tooLarge = breachesOf(operation, place).find(({ field, what }) => field === name && what === 'too large');
    const most = (tooLarge!.value[name] as number) - 1;
    const whole = sampleOf(operation);
    const page = await send(fixture, operation, { ...whole, [place]: { ...whole[place], [name]: most } });
    expect(page.status).toBe(200);
    expect((await send(fixture, operation, { ...whole, [place]: tooLarge!.value })).status).toBe(400);
  });

  it.each(reading)('cannot make a cursor for $id', async (operation) => {
    const place = operation.query ? 'query' : 'body';
    const field = hasPages(operation[place]) === 'per_page' ? 'next_page' : 'cursor';
    const whole = sampleOf(operation);
    for (const token of ['x', Buffer.from('{"offset":20}').toString('base64url'), 'A'.repeat(200), '20']) {
      const received = await send(fixture, operation, { ...whole, [place]: { ...whole[place], [field]: token } });
      expect(received.status).toBe(400);
      expect(JSON.stringify(received.body)).toContain(field);
    }
  });
});

describe('a foreign key', () => {
  let fixture: ServiceFixture;
  let world: Awaited<ReturnType<typeof seedWorld>>;
  beforeAll(async () => {
    fixture = await ServiceFixture.open();
    world = await seedWorld(fixture);
  }, 60_000);
  afterAll(() => fixture.close());

  const foreign = (operation: Operation, amount: 'least' | 'most'): Sample => {
    const { params, query, body } = requestIn(world, operation, amount);
    const part = (value: Sample[Place]) =>
      value &&
      Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== 'slug' && name !== 'organizationSlug')
          .map(([name, one]) => [name, name === 'content' ? SECRET_HOST : one]),
      );
    return {
      // A receipt belongs to its holder; others can only count ids.
      ...(params ? { params: 'receipt' in params ? { receipt: '1' } : params } : {}),
      ...(query ? { query: part(query)! } : {}),
      ...(body ? { body: part(body)! } : {}),
    };
  };

  it('reads and changes nothing of another organization with any operation', async () => {
    const before = await possessionsOf(fixture, fixture.acme);
    expect(before).toContain(SECRET);
    const key = await fixture.key(SCOPES, [fixture.foreign], 'user');
    for (const operation of operations)
      for (const amount of ['least', 'most'] as const) {
        const received = await send(fixture, operation, foreign(operation, amount), key);
        expect(received.status, operation.id).not.toBe(500);
        expect(JSON.stringify(received.body ?? ''), operation.id).not.toContain(SECRET);
      }
    expect(await possessionsOf(fixture, fixture.acme)).toBe(before);
  });

  it('cannot act for another organization by its slug', async () => {
    const key = await fixture.key(SCOPES, [fixture.foreign]);
    for (const operation of operations)
      for (const place of ['query', 'body'] as const) {
        const request = requestIn(world, operation, 'most');
        const name = ['slug', 'organizationSlug'].find((field) => field in (request[place] ?? {}));
        if (name === undefined) continue;
        const existing = await send(fixture, operation, request, key);
        const missing = { ...request, [place]: { ...request[place], [name]: 'nobody' } };
        expect(existing.status, operation.id).toBe(401);
        expect((existing.body as { code: string }).code).toBe('UNAUTHORIZED');
        const { status, body } = await send(fixture, operation, missing, key);
        // The answer does not reveal whether such an organization exists.
        expect([status, JSON.stringify(body)], operation.id).toEqual([
          existing.status,
          JSON.stringify(existing.body).replace('acme', 'nobody'),
        ]);
      }
  });

  it('gets no information from the path of an organization', async () => {
    const key = await fixture.key(SCOPES, [fixture.foreign]);
    const read = (slug: string) => fixture.call(OPERATIONS.userOrg, { params: { slug } }, { key });
    const [existing, missing] = [await read('acme'), await read('nobody')];
    expect([existing.status, missing.status]).toEqual([401, 401]);
    expect(JSON.stringify(missing.body)).toBe(JSON.stringify(existing.body).replace('acme', 'nobody'));
  });

  it('of no organization is refused by every operation', async () => {
    const key = await fixture.key(SCOPES, []);
    for (const operation of operations) {
      const received = await send(fixture, operation, foreign(operation, 'least'), key);
      expect(received.status, operation.id).toBe(401);
      expect((received.body as { code: string }).code).toBe('UNAUTHORIZED');
    }
  });
});

/** The name of the page size field; undefined if there are no pages. */
function hasPages(schema: Operation['body']): string | undefined {
  const names = schema ? Object.keys((schema as unknown as { shape?: object }).shape ?? {}) : [];
  return names.includes('next_page') ? 'per_page' : names.includes('cursor') ? 'limit' : undefined;
}

type Case = Breach & { readonly id: string; readonly operation: Operation; readonly place: Place };

function groupedBy(cases: readonly Case[]): [string, readonly Case[]][] {
  const ids = [...new Set(cases.map(({ id }) => id))];
  return ids.map((id) => [id, cases.filter((one) => one.id === id)]);
}
