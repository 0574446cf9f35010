import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Publisher } from '../publisher/publisher.ts';

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is read where it stands at the moment of asking. */
export type Readings = {
  /** Deliveries to webhooks that wait, of all processes. */
  readonly pendingDeliveries: () => Promise<number>;
  /** Scheduled imports whose last run failed, and seconds since the last success of the one that waits longest; null: there is none. */
  readonly importHealth: () => Promise<{ readonly failing: number; readonly oldestSeconds: number | null }>;
  readonly publisher: Pick<Publisher, 'failingSince' | 'list'>;
};

/** What one process counts about itself. Values of labels are few and never what a caller wrote. */
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
   * Adds what is read at the moment of asking, and what the process says of itself.
   * @param onError is told of a value that cannot be read, which is left out
   */
  readAlso({ pendingDeliveries, importHealth, publisher }: Readings, onError: (error: unknown) => void): void {
    const read = (name: string, help: string, value: () => number | null | Promise<number | null>) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [this.registry],
        collect: async () => {
          try {
            const now = await value();
            if (now !== null) return gauge.set(now);
          } catch (error) {
            onError(error);
          }
          gauge.remove();
        },
      });
    };
    read('wary_webhook_deliveries_pending', 'Deliveries that wait, of all processes.', pendingDeliveries);
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
    read('wary_list_entries', 'Prefixes of the published list.', () => {
      const { snapshot, recent } = publisher.list;
      return snapshot.count + recent.count;
    });
    collectDefaultMetrics({ register: this.registry });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
