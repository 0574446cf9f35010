import { requireReadable } from '../../database/migration.ts';
import type { Service } from '../../service.ts';
import type { ServiceApp } from '../journal.ts';

const TIMEOUT_MS = 2_000;

/**
 * For what watches the process: `/healthz` says that it runs, `/readyz` whether requests should be sent to it. It should not be
 * when the database does not answer or a newer service has brought it to a schema that this one cannot work with, and when it is
 * about to stop. Neither wants a key, and neither says why.
 */
export function healthRoutes(app: ServiceApp, service: Pick<Service, 'database' | 'readiness' | 'log'>): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const ready = service.readiness.accepting && (await answers(service));
    return context.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503);
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
