import type { Database } from '../../database/database.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import type { Log } from '../../log.ts';
import { type OutboundPolicy, sendOutbound } from '../../outbound/request.ts';
import { type ClaimedCallback, claimCallbacks, deliverCallback } from './callback.ts';
import { examine } from './examination.ts';
import type { Send } from './page.ts';
import { type ClaimedScan, claimScans, endScan, MAX_ATTEMPTS, putBack } from './queue.ts';

export type ScannerOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly outbound: OutboundPolicy;
  /** Whether scans fetch the pages that they are about. */
  readonly fetchPages: boolean;
  /** How often the queues are looked at, in ms. Default 1,000. */
  readonly pollIntervalMs?: number;
  /** How a content is examined; a test may have it fail. */
  readonly examine?: typeof examine;
};

const MAX_SCANS = 4;
const MAX_CALLBACKS = 4;

/** Carries out the scans that are waiting and tells those who asked to be told, beside other processes that do the same. */
export class Scanner {
  readonly #options: ScannerOptions;
  readonly #send: Send;
  readonly #scans: WorkLoop<ClaimedScan>;
  readonly #callbacks: WorkLoop<ClaimedCallback>;

  constructor(options: ScannerOptions) {
    const { database, log, outbound, pollIntervalMs = 1_000 } = options;
    this.#options = options;
    this.#send = (request) => sendOutbound(request, outbound);
    this.#scans = new WorkLoop({
      pollIntervalMs,
      maxConcurrent: MAX_SCANS,
      claim: (most) => claimScans(database, most),
      work: (scan) => this.#scan(scan),
      onError: (error) => log.error('scan queue failed', error),
    });
    this.#callbacks = new WorkLoop({
      pollIntervalMs,
      maxConcurrent: MAX_CALLBACKS,
      claim: (most) => claimCallbacks(database, most),
      work: (callback) => deliverCallback(database, this.#send, callback),
      onError: (error) => log.error('callback queue failed', error),
    });
  }

  start(): void {
    this.#scans.start();
    this.#callbacks.start();
  }

  /** Tells that a scan was ordered. */
  notify(): void {
    this.#scans.notify();
  }

  /** Takes nothing more out of the queues and ends once the running work has ended. */
  async stop(): Promise<void> {
    await this.#scans.stop();
    await this.#callbacks.stop();
  }

  async #scan(scan: ClaimedScan): Promise<void> {
    const { database, log, fetchPages, examine: examination = examine } = this.#options;
    // More attempts than that were begun by processes that died of them.
    if (scan.attempts > MAX_ATTEMPTS) {
      await endScan(database, scan, null);
      return;
    }
    try {
      const findings = await examination(database, scan, fetchPages ? this.#send : null);
      await endScan(database, scan, findings);
    } catch (error) {
      log.error('scan failed', error, { scan: scan.id, attempt: scan.attempts });
      if (scan.attempts < MAX_ATTEMPTS) await putBack(database, scan);
      else await endScan(database, scan, null);
    }
    this.#callbacks.notify();
  }
}
