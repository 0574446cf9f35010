import { cors } from 'hono/cors';
import { requireReadable } from '../../database/migration.ts';
import { issue } from '../../database/refused.ts';
import { readOrganizationFile } from '../../publisher/organization-files.ts';
import { LIST_FILE_HEADERS, LIST_PATH, TOKEN_PATTERN } from '../../publisher/store/list-store.ts';
import { Failure } from '../failure.ts';
import type { ServiceApp } from '../log/request-log.ts';
import type { Service } from '../service.ts';

const TIMEOUT_MS = 2_000;
const NOT_KEPT = { 'Cache-Control': 'no-store' };

/**
 * Health checks, without a key: `/healthz` says that the process runs, `/readyz` whether it should get requests. It
 * should not while the database does not answer or has a schema that this version cannot read, or when the process is
 * about to stop.
 */
export function healthRoutes(app: ServiceApp, service: Pick<Service, 'database' | 'readiness' | 'log'>): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NOT_KEPT));
  app.get('/readyz', async (context) => {
    const ready = service.readiness.accepting && (await answers(service));
    return context.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503, NOT_KEPT);
  });
}

async function answers({ database, log }: Pick<Service, 'database' | 'log'>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    late = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const asked = requireReadable(database).then(
    () => true,
    (error) => {
      log.error('database cannot be used', error);
      return false;
    },
  );
  const answered = await Promise.race([asked, timeout]);
  clearTimeout(late);
  return answered;
}

/**
 * The files of the published list, without a key, under the same paths as in a CDN. An organization's files have a
 * token that only its keys receive.
 */
export function listFileRoutes(
  app: ServiceApp,
  { publisher, database }: Pick<Service, 'publisher' | 'database'>,
): void {
  app.use(`${LIST_PATH}/*`, cors({ origin: '*', maxAge: 86_400 }));
  app.get(`${LIST_PATH}/:file{${TOKEN_PATTERN}\\.bin}`, async (context) => {
    const token = context.req.param('file').slice(0, -'.bin'.length);
    return fileResponse((await publisher.file(token)) ?? (await readOrganizationFile(database, token)));
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
