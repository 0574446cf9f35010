import { call, type Endpoint } from '../api/client.ts';
import { disputeRead } from '../api/report/dispute.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/service-error.ts';
import type { DisputeOutcome, OutboxEntry } from './entry.ts';

/** Least time between two questions about the same dispute, in ms. */
export const FOLLOW_INTERVAL_MS = 3_600_000;

/** When a sent dispute is to be asked about next (ms since epoch), or null where there is nothing left to ask. */
export function followAt({ item, state }: OutboxEntry): number | null {
  if (item.kind !== 'dispute' || state.kind !== 'sent') return null;
  // Sent before the service gave receipts: its number opens nothing.
  if (state.receipt === undefined) return null;
  if (state.dispute?.status === 'ACCEPTED' || state.dispute?.status === 'REJECTED') return null;
  return (state.dispute?.followedAt ?? state.at) + FOLLOW_INTERVAL_MS;
}

/**
 * Asks the service what became of the dispute with this receipt. A failed question answers `before`; `reached` is false
 * where asking about other disputes now would fail as well.
 */
export async function followDispute(
  receipt: string,
  endpoint: Endpoint,
  before: DisputeOutcome,
): Promise<{ readonly dispute: DisputeOutcome; readonly reached: boolean }> {
  try {
    const answer = await call(endpoint, disputeRead, { params: { receipt } });
    if (answer.status !== 200) return { dispute: before, reached: true };
    const { state, message, updatedAt } = answer.data;
    const { followedAt } = before;
    if (state !== 'ACCEPTED' && state !== 'REJECTED') return { dispute: { followedAt, status: 'OPEN' }, reached: true };
    const told = { status: state, decidedAt: updatedAt, ...(message ? { note: message } : {}) };
    return { dispute: { followedAt, ...told }, reached: true };
  } catch (error) {
    if (!(error instanceof ServiceRefusal || error instanceof ServiceUnreachable)) throw error;
    return { dispute: before, reached: error instanceof ServiceRefusal && error.status === 404 };
  }
}
