import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '../database/connection.ts';
import { scheduleHealth } from '../feature/import/schedule/store.ts';
import { countPending } from '../feature/webhook/queue.ts';
import type { Publisher } from '../publisher/publisher.ts';
import { Counter, Gauge, Histogram, type Metric } from './exposition.ts';

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** What one process counts about itself. */
export class ServiceMetrics {
  readonly requests = new Counter('wary_requests_total', 'Answered requests by method, route and status.');
  readonly durations = new Histogram('wary_request_seconds', 'Time until a request was answered.', DURATIONS);
  readonly rateLimited = new Counter('wary_rate_limited_total', 'Requests refused because there were too many.');
  readonly webhookAttempts = new Counter('wary_webhook_attempts_total', 'Attempts to deliver, by outcome.');
  readonly publicationFailures = new Counter(
    'wary_publication_failures_total',
    'Publications of the list that failed.',
  );
  readonly importRuns = new Counter('wary_import_runs_total', 'Runs of scheduled imports, by outcome.');
  /** Requests that are being answered. */
  inFlight = 0;

  /** Everything there is to tell, with what is read from the database at the moment of asking. */
  all(database: Database, publisher: Publisher): Metric[] {
    const loop = monitorEventLoopDelay({ resolution: 20 });
    loop.enable();
    return [
      this.requests,
      this.durations,
      new Gauge('wary_requests_in_flight', 'Requests that are being answered.', () => this.inFlight),
      this.rateLimited,
      this.webhookAttempts,
      new Gauge('wary_webhook_deliveries_pending', 'Deliveries that wait, of all processes.', () =>
        countPending(database),
      ),
      this.publicationFailures,
      new Gauge(
        'wary_publication_failing_seconds',
        'How long publications have been failing; 0 while they do not.',
        () => (publisher.failingSince === null ? 0 : (Date.now() - publisher.failingSince) / 1000),
      ),
      this.importRuns,
      new Gauge(
        'wary_imports_failing',
        'Scheduled imports whose last run failed, of all processes.',
        async () => (await scheduleHealth(database)).failing,
      ),
      new Gauge(
        'wary_import_age_seconds',
        'Since the last success of the scheduled import that waits longest.',
        async () => (await scheduleHealth(database)).oldestSeconds,
      ),
      new Gauge('wary_list_entries', 'Prefixes of the published list.', () => {
        const { snapshot, recent } = publisher.list;
        return snapshot.count + recent.count;
      }),
      new Gauge('process_cpu_seconds_total', 'Processor time of this process.', cpuSeconds, 'counter'),
      new Gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss()),
      new Gauge('process_start_time_seconds', 'Start of this process.', () => startedAt),
      new Gauge('nodejs_eventloop_lag_seconds', 'Mean delay of the event loop since the last reading.', () => {
        const mean = loop.mean / 1e9;
        loop.reset();
        return Number.isFinite(mean) ? mean : null;
      }),
    ];
  }
}

const startedAt = Math.round(Date.now() / 1000 - process.uptime());

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
