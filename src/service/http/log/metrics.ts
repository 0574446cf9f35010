import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A value, or one for each of some labels; null where there is none. */
type Reading = number | null | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

export type ReadMetric = readonly [
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  labels?: string[],
];

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

  /** Adds metrics that are read on each fetch, and those of Node. @param onError for a value that is then left out */
  readAlso(all: readonly ReadMetric[], onError: (error: unknown) => void): void {
    for (const [name, help, read, labelNames = []] of all) {
      const gauge: Gauge = new Gauge({
        ...{ name, help, labelNames, registers: [this.registry] },
        collect: async () => {
          let rows: Exclude<Reading, number | null> = [];
          try {
            const now = await read();
            rows = typeof now === 'number' ? [[{}, now]] : (now ?? []);
          } catch (error) {
            onError(error);
          }
          if (labelNames.length > 0) gauge.reset();
          else gauge.remove();
          for (const [labels, count] of rows) gauge.set(labels, count);
        },
      });
    }
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
 * Serves the metrics at `/metrics` on a separate port. @param onError when they cannot be read
 * @throws Error for the address
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
