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
      readonly problem: string;
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
export const SWITCHED_OFF =
  'Your organization has switched reports and disputes off. This is kept here, and sent once they are on again.';

type Wait = Extract<Delivery, { readonly kind: 'wait' }>;

/** The entry waits and is tried again; with scope `service` every other one waits as well. */
const waits = (
  cause: WaitCause,
  problem: string,
  more: Partial<Omit<Wait, 'kind' | 'cause' | 'problem'>> = {},
): Wait => ({
  kind: 'wait',
  scope: 'entry',
  cause,
  problem,
  ...more,
});

/** The service answered without what it was asked for. */
export const EMPTY_ANSWER = waits('unreadable', 'The service gave an empty answer.');

export const NO_KEY = waits('noKey', 'There is no API key yet. Enter one in the settings; this is sent then.', {
  scope: 'service',
});

/** Whether a request about an entry is for a private window. */
export const isPrivate = async (entry: Pick<OutboxEntry, 'isPrivate'>): Promise<boolean> => entry.isPrivate === true;

/**
 * Sends one entry with its id as the idempotency key. Never throws: every failure is an outcome with a message.
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
  return waits('trouble', `Sending failed: ${(error as Error).message}`);
}

function unreachableOutcome({ kind }: ServiceUnreachable): Failure {
  if (kind === 'offline')
    return waits('offline', 'The service could not be reached. It is tried again.', { scope: 'service' });
  if (kind === 'timeout') return waits('late', 'The service did not answer in time. It is tried again.');
  return waits('unreadable', 'The service gave an unreadable answer. It is tried again.');
}

function refusalOutcome(refusal: ServiceRefusal): Failure {
  const { status, message, issues, retryAfterMs } = refusal;
  if (status === 400 && issues.some((issue) => issue.startsWith('attachmentUrls')))
    return waits('filesGone', 'The service no longer has the files. They are sent again.', { filesGone: true });
  if (status === 403 && issues.length > 0) {
    const problem = `The service does not take this now: ${issues.join(' ')}. It is kept here and tried again.`;
    return waits('closed', problem, { retryAfterMs });
  }
  if (status === 401 || status === 403) {
    const problem = `The service does not accept the API key (${message}). Check it in the settings; this is sent then.`;
    return waits('keyRefused', problem, { scope: 'service', retryAfterMs });
  }
  if (status === 429) return waits('busy', 'The service asks to send more slowly.', { scope: 'service', retryAfterMs });
  if (refusal.transient || retryAfterMs !== undefined)
    return waits('trouble', `The service has a problem (${message}).`, { retryAfterMs });
  if (!isOfService(refusal)) {
    const problem = `The address of the service answers, but not as the service does (${status}). Check it in the settings.`;
    return waits('stranger', problem);
  }
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
