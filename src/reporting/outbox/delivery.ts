import { call, type Endpoint } from '../../api/client.ts';
import { type AssetError, ERRORS, ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { disputeCreate } from '../../api/report/dispute.ts';
import { reportCreate } from '../../api/report/report.ts';
import { disputeBody, reportBody } from '../draft/request.ts';
import type { OutboxEntry, SentState, WaitCause } from '../entry.ts';

/**
 * The outcome of one attempt. `wait` with scope `service` means that every other entry would fail as well: no
 * connection, no valid key, too many requests. `retryAfterMs` is what the service asked for.
 */
export type Delivery =
  | Pick<SentState, 'kind' | 'reference' | 'receipt' | 'isAddition'>
  | Omit<Extract<OutboxEntry['state'], { kind: 'refused' }>, 'at'>
  | {
      readonly kind: 'wait';
      readonly cause: WaitCause;
      readonly scope: 'entry' | 'service';
      readonly retryAfterMs?: number | undefined;
      /** The service no longer has the uploaded files. */
      readonly filesGone?: true;
    };

type Failure = Exclude<Delivery, { readonly kind: 'sent' }>;

const TIMEOUT_MS = 20_000;

/** Time between two checks whether the organization allows sending again, in ms. */
export const SWITCHED_OFF_RECHECK_INTERVAL_MS = 3_600_000;

type Wait = Extract<Delivery, { readonly kind: 'wait' }>;

/** The entry waits and is tried again; with scope `service` every other one waits as well. */
const waits = (cause: WaitCause, more: Partial<Omit<Wait, 'kind' | 'cause'>> = {}): Wait => ({
  kind: 'wait',
  scope: 'entry',
  cause,
  ...more,
});

/** The service answered without what it was asked for. */
export const EMPTY_ANSWER = waits('unreadable');

export const NO_KEY = waits('noKey', { scope: 'service' });

/** Whether a request about an entry is for a private window. */
export const isPrivate = async (entry: Pick<OutboxEntry, 'isPrivate'>): Promise<boolean> => entry.isPrivate === true;

/**
 * Sends one entry with its id as the idempotency key. Never throws: every failure is an outcome.
 * @param attachmentUrls where the service stores the files of a report
 */
export async function deliver(
  entry: OutboxEntry,
  endpoint: Endpoint,
  attachmentUrls: readonly string[],
): Promise<Delivery> {
  const options = { idempotencyKey: entry.id, timeoutMs: TIMEOUT_MS, isPrivate: isPrivate(entry) };
  try {
    const { item } = entry;
    const answer =
      item.kind === 'report'
        ? await call(endpoint, reportCreate, { body: reportBody(item.draft, attachmentUrls) }, options)
        : await call(endpoint, disputeCreate, { body: disputeBody(item.draft) }, options);
    if (answer.status === 200) {
      const { id: reference, receipt } = answer.data;
      const isAddition = 'isAddition' in answer.data && answer.data.isAddition === true;
      return {
        ...{ kind: 'sent', reference },
        ...(receipt === undefined ? {} : { receipt }),
        ...(isAddition ? { isAddition } : {}),
      };
    }
    return EMPTY_ANSWER;
  } catch (error) {
    return failureOf(error);
  }
}

/** The outcome of an attempt that threw `error`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceRefusal) return refusalOutcome(error);
  if (error instanceof ServiceUnreachable) return unreachableOutcome(error);
  return waits('trouble');
}

function unreachableOutcome({ kind }: ServiceUnreachable): Failure {
  if (kind === 'offline') return waits('offline', { scope: 'service' });
  return waits(kind === 'timeout' ? 'late' : 'unreadable');
}

function refusalOutcome(refusal: ServiceRefusal): Failure {
  const { status, message, issues, retryAfterMs } = refusal;
  if (status === 400 && issues.some((issue) => issue.startsWith('attachmentUrls')))
    return waits('filesGone', { filesGone: true });
  if (status === 403 && issues.length > 0) return waits('closed', { retryAfterMs });
  if (status === 401 || status === 403) return waits('keyRefused', { scope: 'service', retryAfterMs });
  if (status === 429) return waits('busy', { scope: 'service', retryAfterMs });
  if (refusal.transient || retryAfterMs !== undefined) return waits('trouble', { retryAfterMs });
  if (!isOfService(refusal)) return waits('stranger');
  const { assetErrors } = refusal;
  const isKnown = assetErrors.length > 0 && assetErrors.every(({ errorType }) => KNOWN.has(errorType));
  return {
    kind: 'refused',
    problem: message,
    details: [...refusal.issues, ...assetErrors.map(assetWords)],
    ...(assetErrors.length > 0
      ? { assetErrors: assetErrors.map(({ asset, errorType }) => ({ asset, errorType })) }
      : {}),
    ...(isKnown ? { isKnown } : {}),
  };
}

/** True where the service itself refused the item. A 404 may also come from a proxy or another host at its address. */
const isOfService = ({ status, code }: ServiceRefusal): boolean =>
  Object.hasOwn(ERRORS, code) || [400, 409, 413, 422].includes(status);

/** Errors that are not the person's mistake: somebody else reported it first. */
const KNOWN: ReadonlySet<string> = new Set([
  'ASSET_ALREADY_CORRECT',
  'ALREADY_PENDING_REVIEW',
  'REPORT_ALREADY_EXISTS',
]);

/** One asset's error as text: the asset, what the service says about it, and what it suggests. */
function assetWords({ asset, errorType, message, suggestion = '' }: AssetError): string {
  return `${asset}: ${message || errorType} ${suggestion}`.trim();
}

/** What the organization allows to be sent. */
export type MaySend = {
  /** Reports, disputes and answers. While false, waiting ones are kept. */
  readonly reports: boolean;
  /** Contact details. While false, they are removed from waiting entries. */
  readonly contact: boolean;
};
