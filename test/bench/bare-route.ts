import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A route that does nothing, in a process of its own: what the same framework, runtime and machine give at best. */
const app = new Hono();
app.get('/', (context) => context.json({ status: 'ok' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }));
