import { and, eq, sql } from 'drizzle-orm';
import { retryDelay } from '../../../storage/back-off.ts';
import type { Database } from '../../database/database.ts';
import { scanCallbacks, scans } from '../../database/schema/scan.ts';
import { outboundProblem } from '../../http/outgoing.ts';
import type { Send } from './page.ts';
import { resultOf } from './queue.ts';

export type ClaimedCallback = Awaited<ReturnType<typeof claimCallbacks>>[number];

const CLAIM_SECONDS = 60;
const TIMEOUT_MS = 10_000;
/** The first attempt and three retries. */
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 10_000;
const GROWTH = 6;

/** Claims callbacks that are due. */
export const claimCallbacks = (database: Database, most: number) =>
  database
    .update(scanCallbacks)
    .set({
      attempts: sql`${scanCallbacks.attempts} + 1`,
      heldUntil: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
    })
    .where(
      sql`${scanCallbacks.scanId} in (
        select scan_id from scan_callbacks
        where status = 'PENDING' and next_attempt_at <= now() and (held_until is null or held_until <= now())
        order by next_attempt_at limit ${most} for update skip locked)`,
    )
    .returning({ scanId: scanCallbacks.scanId, url: scanCallbacks.url, attempts: scanCallbacks.attempts });

/** Sends the result of a scan to its callback. Anything but a 2xx answer is retried three times with growing pauses. */
export async function deliverCallback(database: Database, send: Send, callback: ClaimedCallback): Promise<void> {
  const [scan] = await database.select().from(scans).where(eq(scans.id, callback.scanId));
  const problem = await problemOf(send, callback.url, JSON.stringify(resultOf(scan!)));
  const isOver = problem === null || callback.attempts >= MAX_ATTEMPTS;
  const waitSeconds = retryDelay(callback.attempts, RETRY_DELAY_MS, Math.random(), GROWTH) / 1_000;
  await database
    .update(scanCallbacks)
    .set({
      status: problem === null ? 'DELIVERED' : isOver ? 'FAILED' : 'PENDING',
      problem,
      heldUntil: null,
      nextAttemptAt: sql`now() + make_interval(secs => ${waitSeconds})`,
      ...(isOver ? { finishedAt: new Date() } : {}),
    })
    .where(and(eq(scanCallbacks.scanId, callback.scanId), eq(scanCallbacks.attempts, callback.attempts)));
}

/** Why a delivery failed; null when it did not. Without the address, which may hold a secret of its owner. */
async function problemOf(send: Send, url: string, body: string): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const { status } = await send({ url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, maxBytes: 1 });
    return status >= 200 && status < 300 ? null : `Answered with status ${status}`;
  } catch (error) {
    return outboundProblem(error);
  }
}
