import { cors } from 'hono/cors';
import { readOrganizationFile } from '../../publisher/organization-file.ts';
import { LIST_PATH, TOKEN_PATTERN } from '../../publisher/store/list-path.ts';
import { LIST_FILE_HEADERS } from '../../publisher/store/list-store.ts';
import type { Service } from '../../service.ts';
import { Failure } from '../failure.ts';
import type { ServiceApp } from '../journal.ts';

/**
 * The files of the published list, for anyone: they are what a CDN holds, and name nothing but what everybody is protected from. Those of
 * an organization have a token that only its keys are told.
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
  if (!bytes) throw new Failure('NOT_FOUND', { issues: ['There is no list file of this token any more'] });
  return new Response(Uint8Array.from(bytes), {
    headers: {
      ...LIST_FILE_HEADERS,
      'Content-Length': String(bytes.byteLength),
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
