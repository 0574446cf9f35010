import { call, type Endpoint } from '../api/client.ts';
import { type AssetError, ERRORS } from '../api/error.ts';
import { disputeCreate } from '../api/report/dispute.ts';
import { reportCreate } from '../api/report/report.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/service-error.ts';
import type { OutboxEntry } from './entry.ts';
import { disputeBody, reportBody } from './request.ts';

/**
 * What came of one attempt. `wait` with scope `service` means that no other entry would fare better now: no connection,
 * no valid key, too many requests. `retryAfterMs` is what the service asked for.
 */
export type Delivery =
  | { readonly kind: 'sent'; readonly reference: number; readonly receipt?: string }
  | { readonly kind: 'refused'; readonly problem: string; readonly details: string[] }
  | {
      readonly kind: 'wait';
      readonly problem: string;
      readonly scope: 'entry' | 'service';
      readonly retryAfterMs?: number | undefined;
    };

const TIMEOUT_MS = 20_000;

export const NO_KEY: Delivery = {
  kind: 'wait',
  scope: 'service',
  problem: 'There is no API key yet. Enter one in the settings; this is sent then.',
};

/** Sends one entry with its id as the idempotency key. Never throws: every failure is an outcome with its words. */
export async function deliver(entry: OutboxEntry, endpoint: Endpoint): Promise<Delivery> {
  const options = { idempotencyKey: entry.id, timeoutMs: TIMEOUT_MS };
  try {
    const { item } = entry;
    const answer =
      item.kind === 'report'
        ? await call(endpoint, reportCreate, { body: reportBody(item.draft) }, options)
        : await call(endpoint, disputeCreate, { body: disputeBody(item.draft) }, options);
    if (answer.status === 200) {
      const { id: reference, receipt } = answer.data;
      return { kind: 'sent', reference, ...(receipt === undefined ? {} : { receipt }) };
    }
    return { kind: 'wait', scope: 'entry', problem: 'The service gave an empty answer.' };
  } catch (error) {
    if (error instanceof ServiceRefusal) return refusalOutcome(error);
    if (error instanceof ServiceUnreachable) return unreachableOutcome(error);
    return { kind: 'wait', scope: 'entry', problem: `Sending failed: ${(error as Error).message}` };
  }
}

function unreachableOutcome({ kind }: ServiceUnreachable): Delivery {
  if (kind === 'offline')
    return { kind: 'wait', scope: 'service', problem: 'The service could not be reached. It is tried again.' };
  if (kind === 'timeout')
    return { kind: 'wait', scope: 'entry', problem: 'The service did not answer in time. It is tried again.' };
  return { kind: 'wait', scope: 'entry', problem: 'The service gave an unreadable answer. It is tried again.' };
}

function refusalOutcome(refusal: ServiceRefusal): Delivery {
  const { status, message, issues, retryAfterMs } = refusal;
  if (status === 403 && issues.length > 0)
    return {
      kind: 'wait',
      scope: 'entry',
      problem: `The service does not take this now: ${issues.join(' ')}. It is kept here and tried again.`,
      retryAfterMs,
    };
  if (status === 401 || status === 403)
    return {
      kind: 'wait',
      scope: 'service',
      problem: `The service does not accept the API key (${message}). Check it in the settings; this is sent then.`,
      retryAfterMs,
    };
  if (status === 429)
    return { kind: 'wait', scope: 'service', problem: 'The service asks to send more slowly.', retryAfterMs };
  if (refusal.transient || retryAfterMs !== undefined)
    return { kind: 'wait', scope: 'entry', problem: `The service has a problem (${message}).`, retryAfterMs };
  if (!isVerdict(refusal))
    return {
      kind: 'wait',
      scope: 'entry',
      problem: `The address of the service answers, but not as the service does (${status}). Check it in the settings.`,
    };
  return { kind: 'refused', problem: message, details: [...refusal.issues, ...refusal.assetErrors.map(assetWords)] };
}

/** True where the service judged the item itself, and not a stranger at its address (a proxy's or a host's own 404). */
const isVerdict = ({ status, code }: ServiceRefusal): boolean =>
  Object.hasOwn(ERRORS, code) || [400, 409, 413, 422].includes(status);

const WORDS: Record<string, string> = {
  DUPLICATE_ASSETS: 'is listed twice',
  INVALID_FORMAT: 'is not written in a form the service knows',
  ASSET_NOT_FOUND: 'is not known to the service',
  ASSET_ALREADY_CORRECT: 'has this status already',
  ALREADY_PENDING_REVIEW: 'is being reviewed already',
  REPORT_ALREADY_EXISTS: 'was reported already',
  PROCESSING_FAILED: 'could not be processed',
  DOMAIN_NOT_ALLOWED: 'belongs to a site that cannot be reported',
  VALIDATION_ERROR: 'is not valid',
};

/** One asset's error as a sentence: what it is about, what is wrong, what the service says and suggests. */
function assetWords({ asset, errorType, message, suggestion }: AssetError): string {
  const reason = WORDS[errorType] ?? 'was refused';
  return [`${asset} ${reason}.`, message, suggestion ?? ''].filter((part) => part.trim() !== '').join(' ');
}
