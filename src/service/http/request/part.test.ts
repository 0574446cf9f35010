import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { userOrgs } from '../../../api/organization/organization.ts';
import { Failure } from '../failure.ts';
import { limitBody, readRequest } from './part.ts';

const MAX_BODY = 2_000_000;

/** What the operation reads of a body; the issues where it refuses it. */
async function read(body: string | ReadableStream): Promise<unknown> {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof Failure) return context.json(error.body, error.status);
    throw error;
  });
  app.use(limitBody(MAX_BODY));
  app.post('/', async (context) => context.json(await readRequest(context, userOrgs)));
  const headers = { 'content-type': 'application/json' };
  const response = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return response.json();
}

const refused = { code: 'BAD_REQUEST', issues: [{ message: 'The body must have at most 10000 values' }] };

it.each([
  ['keys', `{${Array.from({ length: 90_000 }, (_, index) => `"${index}":0`).join()}}`],
  ['wrong values', `{"subscriptionStatus":[${Array(300_000).fill('1').join()}]}`],
  ['brackets', `{"query":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
])('refuses a body with more %s than any operation takes before it reads them', async (_, body) => {
  expect(await read(body)).toMatchObject(refused);
});

it('counts no commas and brackets of a text', async () => {
  expect(await read(JSON.stringify({ text: '\\",[{'.repeat(20_000) }))).toHaveProperty('body');
});

/** A body of so many chunks of so many bytes each, after so much. */
const chunked = (count: number, bytes: number, before = '') =>
  new ReadableStream({
    start(controller) {
      for (const text of [`{"text":"${before}`, ...Array<string>(count).fill('a'.repeat(bytes)), '"}'])
        controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

it('refuses a body in thousands of tiny chunks, and takes one in as many larger ones', async () => {
  const issue = { message: 'At most 1000 chunks of a body may have less than 64 bytes' };
  for (const before of [0, MAX_BODY / 2, MAX_BODY])
    expect(await read(chunked(2_000, 1, 'a'.repeat(before)))).toMatchObject({ issues: [issue] });
  expect(await read(chunked(2_000, 100))).not.toMatchObject({ issues: [issue] });
  expect(await read(chunked(900, 1))).toHaveProperty('body');
});

it('reads each of the long bodies that arrive together in a turn of the event loop of its own', async () => {
  let turns = 0;
  const tick = () => {
    turns += 1;
    ticks = setImmediate(tick);
  };
  let ticks = setImmediate(tick);
  const long = JSON.stringify({ text: 'a'.repeat(100_000) });
  const ends = await Promise.all(Array.from({ length: 20 }, () => read(long).then(() => turns)));
  clearImmediate(ticks);
  expect(new Set(ends).size).toBe(20);
});
