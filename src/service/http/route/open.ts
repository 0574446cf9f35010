import { cors } from 'hono/cors';
import { AWAY_MS, orFromMemory } from '../../database/away.ts';
import { isCurrent, SchemaRefused } from '../../database/migration.ts';
import { issue } from '../../database/refused.ts';
import { Together } from '../../database/together.ts';
import { LIST_FILE_HEADERS, LIST_PATH, TOKEN_PATTERN } from '../../publisher/store/list-store.ts';
import { Failure } from '../failure.ts';
import type { ServiceApp } from '../log/request-log.ts';
import type { Service } from '../service.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

/**
 * Health checks, without a key: `/healthz` says that the process runs, `/readyz` whether it should get requests. It
 * should not when the database has a schema that this version cannot read or has been away for {@link AWAY_MS}, or when the process is
 * about to stop. `degraded`: the database is away; lists and confirmations are answered from memory, all else fails.
 */
export function healthRoutes(app: ServiceApp, service: Pick<Service, 'database' | 'readiness' | 'log'>): void {
  let answeredAt = Number.NEGATIVE_INFINITY;
  const asking = new Together();
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NOT_KEPT));
  app.get('/readyz', async (context) => {
    const answer = service.readiness.accepting ? await asking.run('database', () => answerOf(service)) : 'refused';
    if (answer === 'ready') answeredAt = performance.now();
    const isRemembered = answer === 'away' && performance.now() - answeredAt < AWAY_MS;
    const status = answer === 'ready' ? answer : isRemembered ? 'degraded' : 'unavailable';
    return context.json({ status }, status === 'unavailable' ? 503 : 200, NOT_KEPT);
  });
}

async function answerOf({ database, log }: Pick<Service, 'database' | 'log'>): Promise<'ready' | 'away' | 'refused'> {
  const asked = isCurrent(database).then(() => 'ready' as const);
  return orFromMemory<'ready' | 'away' | 'refused'>(asked, (error) => {
    log.error('database cannot be used', error);
    return error instanceof SchemaRefused ? 'refused' : 'away';
  });
}

/** The files of the published list, as in a CDN; an organization's have a token that only its keys receive. */
export function listFileRoutes(app: ServiceApp, { publisher }: Pick<Service, 'publisher'>): void {
  app.use(`${LIST_PATH}/*`, cors({ origin: '*', maxAge: 86_400 }));
  app.get(`${LIST_PATH}/:file{${TOKEN_PATTERN}\\.bin}`, async (context) => {
    const token = context.req.param('file').slice(0, -'.bin'.length);
    return fileResponse(await publisher.file(token));
  });
  app.get(`${LIST_PATH}/:token{${TOKEN_PATTERN}}/from/:file{${TOKEN_PATTERN}\\.bin}`, async (context) =>
    fileResponse(
      await publisher.changes(context.req.param('file').slice(0, -'.bin'.length), context.req.param('token')),
    ),
  );
}

function fileResponse(bytes: Uint8Array | null): Response {
  if (!bytes) throw new Failure('NOT_FOUND', issue('listFileGone'));
  return new Response(Uint8Array.from(bytes), {
    headers: {
      ...LIST_FILE_HEADERS,
      'Content-Length': String(bytes.byteLength),
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
