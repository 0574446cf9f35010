import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A value, or one for each of some labels; null where there is none. */
type Reading = number | null | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

type Readings = {
  /** Jobs that wait or run, and that failed for good, by kind. */
  readonly jobs: () => Promise<readonly { readonly kind: string; readonly waiting: number; readonly failed: number }[]>;
  /** Reports with a proposal that nobody has decided, and seconds since the oldest came; null without any. */
  readonly openReports: () => Promise<{ readonly count: number; readonly oldestSeconds: number | null }>;
  /** Scheduled imports whose last run failed, and seconds since the oldest last success; null without schedules. */
  readonly importHealth: () => Promise<{ readonly failing: number; readonly oldestSeconds: number | null }>;
  /** How many entries the newest import of each source took, skipped and did not understand. */
  readonly lastImports: () => Promise<
    readonly { readonly source: string; readonly counts: Readonly<Record<string, number>> }[]
  >;
  readonly databaseBytes: () => Promise<number>;
  /** Seconds since the last scheduled backup that restored; null without any. */
  readonly backupSeconds: () => Promise<number | null>;
  readonly publisher: {
    readonly failingSince: number | null;
    readonly list: Readonly<Record<'snapshot' | 'recent', { readonly count: number; readonly version: number }>>;
  };
};

/** The metrics of one process. Labels have few values, never text of a caller. */
export class ServiceMetrics {
  readonly registry = new Registry();
  readonly requests = this.#counter('wary_requests_total', 'Answered requests by method, route and status.', [
    'method',
    'route',
    'status',
  ]);
  readonly durations = new Histogram({
    name: 'wary_request_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers: [this.registry],
  });
  readonly inFlight = new Gauge({
    name: 'wary_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [this.registry],
  });
  readonly rateLimited = this.#counter('wary_rate_limited_total', 'Requests refused because there were too many.', [
    'by',
  ]);
  readonly webhookAttempts = this.#counter('wary_webhook_attempts_total', 'Attempts to deliver, by outcome.', [
    'outcome',
  ]);
  readonly publicationFailures = this.#counter(
    'wary_publication_failures_total',
    'Publications of the list that failed.',
  );
  readonly importRuns = this.#counter('wary_import_runs_total', 'Runs of scheduled imports, by outcome.', ['outcome']);

  /**
   * Adds metrics that are read on each fetch, and those of the Node process.
   * @param onError for a value that cannot be read, which is then left out
   */
  readAlso({ jobs, openReports, importHealth, publisher, ...more }: Readings, onError: (error: unknown) => void): void {
    const read = (name: string, help: string, value: () => Reading | Promise<Reading>, labelNames: string[] = []) => {
      const gauge: Gauge = new Gauge({
        ...{ name, help, labelNames, registers: [this.registry] },
        collect: async () => {
          let rows: Exclude<Reading, number | null> = [];
          try {
            const now = await value();
            rows = typeof now === 'number' ? [[{}, now]] : (now ?? []);
          } catch (error) {
            onError(error);
          }
          if (labelNames.length > 0) gauge.reset();
          else gauge.remove();
          for (const [labels, count] of rows) gauge.set(labels, count);
        },
      });
    };
    const readJobs = (state: 'waiting' | 'failed', help: string) =>
      read(`wary_jobs_${state}`, help, async () => (await jobs()).map((of) => [{ kind: of.kind }, of[state]]), [
        'kind',
      ]);
    readJobs('waiting', 'Jobs that wait, of all processes.');
    readJobs('failed', 'Jobs that failed for good in the last thirty days.');
    read('wary_open_reports', 'Reports that wait for a decision.', async () => (await openReports()).count);
    read(
      'wary_oldest_open_report_seconds',
      'Since the oldest report that waits for a decision came.',
      async () => (await openReports()).oldestSeconds,
    );
    read('wary_publication_failing_seconds', 'How long publications have been failing; 0 while they do not.', () =>
      publisher.failingSince === null ? 0 : (Date.now() - publisher.failingSince) / 1000,
    );
    read(
      'wary_imports_failing',
      'Scheduled imports whose last run failed, of all processes.',
      async () => (await importHealth()).failing,
    );
    read(
      'wary_import_age_seconds',
      'Since the last success of the scheduled import that waits longest.',
      async () => (await importHealth()).oldestSeconds,
    );
    read(
      'wary_import_entries',
      'Entries of the newest import of each source: taken, skipped, or not understood.',
      async () =>
        (await more.lastImports()).flatMap(({ source, counts }) =>
          Object.entries(counts).map(([state, count]) => [{ source, state }, count] as const),
        ),
      ['source', 'state'],
    );
    read('wary_database_bytes', 'Size of the database.', more.databaseBytes);
    read('wary_backup_age_seconds', 'Since the last scheduled backup that restored.', more.backupSeconds);
    read('wary_list_version', 'Version of the published list, in ms since epoch.', () =>
      Math.max(publisher.list.snapshot.version, publisher.list.recent.version),
    );
    read('wary_list_entries', 'Prefixes of the published list.', () => {
      const { snapshot, recent } = publisher.list;
      return snapshot.count + recent.count;
    });
    read('wary_list_age_seconds', 'Since the published list changed last.', () => {
      const { snapshot, recent } = publisher.list;
      return Math.max(0, Date.now() - Math.max(snapshot.version, recent.version)) / 1000;
    });
    collectDefaultMetrics({ register: this.registry });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}

export type MetricsServer = { readonly port: number; readonly close: () => Promise<void> };

export type MetricsAddress = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
};

/**
 * Serves the metrics at `/metrics` on a separate port, which clients cannot reach.
 * @param onError when they cannot be read, which is answered with 500
 * @throws Error when the address cannot be listened on
 */
export async function startMetrics(
  { host, port }: MetricsAddress,
  registry: Registry,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const page = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(page);
    } catch (error) {
      onError(error);
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
