import { eq } from 'drizzle-orm';
import type { ScanFindings } from '../../../api/threat/scan.ts';
import { retryDelay } from '../../../storage/back-off.ts';
import type { Database } from '../../database/database.ts';
import { scans } from '../../database/schema/scan.ts';
import type { Log } from '../../http/log/log.ts';
import { type OutboundPolicy, outboundProblem, sendOutbound } from '../../http/outgoing.ts';
import { type Job, releaseJob } from '../../jobs/queue.ts';
import type { WorkLoop } from '../../jobs/work-loop.ts';
import { type Attempt, jobWorker } from '../../jobs/worker.ts';
import { examine } from './examination.ts';
import type { Send } from './page.ts';
import { resultOf } from './scan.ts';

export type ScannerOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly outbound: OutboundPolicy;
  readonly fetchPages: boolean;
  /** How often the queues are polled, in ms. Default 1,000. */
  readonly pollIntervalMs?: number;
  /** The examination of a content; replaced in tests. */
  readonly examine?: typeof examine;
};

const MAX_CONCURRENT = 4;
const SCAN = { maxAttempts: 3, claimMs: 120_000, retryMs: (attempt: number) => 5_000 * attempt ** 2 } as const;
const CALLBACK_TIMEOUT_MS = 10_000;
/** The first attempt and three retries, after 10 to 20 seconds, one to two minutes, and six to twelve minutes. */
const CALLBACK = {
  maxAttempts: 4,
  claimMs: 60_000,
  retryMs: (attempt: number) => retryDelay(attempt, 10_000, Math.random(), 6),
} as const;

/** Runs waiting scans and sends their callbacks. Several processes can do so at once. */
export class Scanner {
  readonly #scans: WorkLoop;
  readonly #callbacks: WorkLoop;

  constructor({
    database,
    log,
    outbound,
    fetchPages,
    pollIntervalMs = 1_000,
    examine: examination = examine,
  }: ScannerOptions) {
    const send: Send = (request) => sendOutbound(request, outbound);
    const common = { pollIntervalMs, maxConcurrent: MAX_CONCURRENT };
    this.#scans = jobWorker<ScanFindings>(database, {
      ...common,
      ...SCAN,
      kind: 'scan',
      attempt: async ({ subject }) => {
        const [scan] = await database
          .update(scans)
          .set({ status: 'IN_PROGRESS' })
          .where(eq(scans.id, subject))
          .returning();
        return { problem: null, result: await examination(database, scan!, fetchPages ? send : null) };
      },
      record: async (transaction, { subject }, outcome, findings) => {
        const end = { status: outcome === 'DONE' ? 'COMPLETED' : 'FAILED', findings, finishedAt: new Date() } as const;
        await transaction
          .update(scans)
          .set(outcome === 'AGAIN' ? { status: 'PENDING' } : end)
          .where(eq(scans.id, subject));
        if (outcome !== 'AGAIN') await releaseJob(transaction, 'callback', subject);
      },
      onEnd: () => this.#callbacks.notify(),
      onError: (error, job) => log.error('scan failed', error, job ? { scan: job.subject, attempt: job.attempts } : {}),
    });
    this.#callbacks = jobWorker<null>(database, {
      ...common,
      ...CALLBACK,
      kind: 'callback',
      attempt: (job) => callBack(database, send, job),
      onError: (error, job) => log.error('callback failed', error, job ? { scan: job.subject } : {}),
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
}

/** Sends the result of a scan. Problems are without the address, which may hold a secret of its owner. */
async function callBack(database: Database, send: Send, { subject, payload }: Job): Promise<Attempt<null>> {
  const [scan] = await database.select().from(scans).where(eq(scans.id, subject));
  const body = JSON.stringify(resultOf(scan!));
  const headers = { 'content-type': 'application/json' };
  try {
    const request = {
      url: payload!,
      method: 'POST',
      headers,
      body,
      timeoutMs: CALLBACK_TIMEOUT_MS,
      maxBytes: 1,
    } as const;
    const { status } = await send(request);
    return { problem: status >= 200 && status < 300 ? null : `Answered with status ${status}`, result: null };
  } catch (error) {
    return { problem: outboundProblem(error), result: null };
  }
}
