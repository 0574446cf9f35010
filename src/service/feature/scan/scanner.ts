import type { Database } from '../../database/database.ts';
import type { Log } from '../../http/log/log.ts';
import { type OutboundPolicy, sendOutbound } from '../../http/outgoing.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
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
  /** How often the queues are polled, in ms. Default 1,000. */
  readonly pollIntervalMs?: number;
  /** The examination of a content; replaced in tests. */
  readonly examine?: typeof examine;
};

const MAX_SCANS = 4;
const MAX_CALLBACKS = 4;

/** Runs waiting scans and sends their callbacks. Several processes can do so at once. */
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

  /** Looks for scans at once, because one was ordered. */
  notify(): void {
    this.#scans.notify();
  }

  /** Claims nothing more, and resolves once the running work has ended. */
  async stop(): Promise<void> {
    await this.#scans.stop();
    await this.#callbacks.stop();
  }

  async #scan(scan: ClaimedScan): Promise<void> {
    const { database, log, fetchPages, examine: examination = examine } = this.#options;
    // Earlier attempts may have crashed their processes.
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
