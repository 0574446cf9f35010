import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { userOrgs } from '../../../api/organization/organization.ts';
import { Failure } from '../failure.ts';
import { readRequest } from './part.ts';

/** What the operation reads of a body; the issues where it refuses it. */
async function read(body: string): Promise<unknown> {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof Failure) return context.json(error.body, error.status);
    throw error;
  });
  app.post('/', async (context) => context.json(await readRequest(context, userOrgs)));
  const response = await app.request('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
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
