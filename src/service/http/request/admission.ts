import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Operation } from '../../../api/operation.ts';
import { MAX_ATTACHMENTS, MAX_UPLOAD_BYTES } from '../../../api/report/attachment.ts';
import { issue } from '../../database/refused.ts';
import type { Caller } from '../access/api-key.ts';
import { activeReach, requireReach } from '../access/reach.ts';
import { Failure } from '../failure.ts';
import { networkOf } from '../sender/rate-limit.ts';
import type { Service } from '../service.ts';

/** The most that is in memory of one body: ten files of the largest size. */
const MAX_OF_BODY = MAX_ATTACHMENTS * MAX_UPLOAD_BYTES;
/** A smaller body needs no room: what protects people is asked in a few kilobytes, whatever others send. */
const MIN_COUNTED = 16 * 1024;

/** Header that carries the key. */
export const KEY_HEADER = 'X-API-KEY';

/**
 * Answers a request within the rate limit of its network, and with room for the body, before any key is looked up.
 * @param most bytes that are read of the body @throws Failure TOO_MANY_REQUESTS
 */
export async function answerNetwork<T>(
  { rateLimits, rooms, metrics, clientAddress }: Service,
  context: Context,
  most: number,
  answer: () => Promise<T>,
): Promise<T> {
  const address = clientAddress(context);
  const waitSeconds = rateLimits.address.takeFrom('requests', address);
  const bytes = Math.min(most, bodySize(context), MAX_OF_BODY);
  const roomFor = () =>
    bytes < MIN_COUNTED ? () => undefined : rooms.bodies.take(networkOf(address), bytes, endOf(context));
  const giveBack = waitSeconds > 0 ? null : roomFor();
  if (giveBack === null) {
    metrics.rateLimited.inc({ by: waitSeconds > 0 ? 'address' : 'room for bodies' });
    throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds || CROWDED_RETRY_SECONDS });
  }
  try {
    return await answer();
  } finally {
    giveBack();
  }
}

const endOf = (context: Context) => () => {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  if (!incoming || incoming.complete) return false;
  incoming.socket.destroy();
  return true;
};

/** As declared (RFC 9112 section 6.3); infinite for one in chunks. */
function bodySize({ req }: Context): number {
  if (req.header('transfer-encoding') !== undefined) return Number.POSITIVE_INFINITY;
  return Number(req.header('content-length') ?? 0);
}

/**
 * Authenticates a request of an operation.
 * @throws Failure UNAUTHORIZED without a valid key that reaches an organization, TOO_MANY_REQUESTS, FORBIDDEN for a key whose
 * organizations are all INACTIVE, unless the operation protects
 */
export async function admit(
  service: Service,
  operation: Pick<Operation, 'protects' | 'takesFormerKeys'>,
  key: string | undefined,
): Promise<Caller> {
  const holder = key ? await service.callers.of(key) : null;
  const caller = holder?.isFormer && !operation.takesFormerKeys ? null : holder;
  if (!caller) throw new Failure('UNAUTHORIZED', issue(key ? 'keyUnknown' : 'keyMissing', { header: KEY_HEADER }));
  const retryAfterSeconds = service.rateLimits.key.take(
    String(caller.keyId),
    caller.requestsPerMinute === null ? undefined : { perMinute: caller.requestsPerMinute },
  );
  if (retryAfterSeconds > 0) {
    service.metrics.rateLimited.inc({ by: 'key' });
    throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
  requireReach(caller);
  return operation.protects ? caller : activeReach(caller);
}

/**
 * Counts a request against the quota of its operation; one with a public key waits for its turn.
 * @param bytes of the body @throws Failure TOO_MANY_REQUESTS
 */
export async function admitQuota(
  { quotas, metrics }: Pick<Service, 'quotas' | 'metrics'>,
  { quota }: Pick<Operation, 'quota'>,
  { keyId, scopes }: Pick<Caller, 'keyId' | 'scopes'>,
  address: string,
  bytes: number,
): Promise<void> {
  if (!quota) return;
  const out = quotas.take(quota, keyId, address, bytes);
  if (out !== null) {
    metrics.rateLimited.inc({ by: `quota of ${out.by}` });
    throw new Failure('TOO_MANY_REQUESTS', {
      issues: [issue(out.by === 'key' ? 'quotaOfKey' : 'quotaOfAddress')],
      retryAfterSeconds: out.retryAfterSeconds,
    });
  }
  const turn = scopes.includes('read') ? 0 : quotas.turn(quota, keyId, bytes);
  if (turn === null) {
    metrics.rateLimited.inc({ by: 'pace of key' });
    throw new Failure('TOO_MANY_REQUESTS', {
      issues: [issue('crowded')],
      retryAfterSeconds: CROWDED_RETRY_SECONDS,
    });
  }
  if (turn > 0) await wait(turn);
}

const CROWDED_RETRY_SECONDS = 10;
/** Minimum delay of a 429, because a client that repeats its request at once would keep the process busy. */
const REFUSAL_DELAY_MS = 1_000;
const MAX_DELAYED = 1_000;
let delayed = 0;

/** Delays a 429, unless {@link MAX_DELAYED} are delayed already. */
export async function delayRefusal(): Promise<void> {
  if (delayed >= MAX_DELAYED) return;
  delayed += 1;
  try {
    // Random, so that clients refused together do not repeat together.
    await wait(REFUSAL_DELAY_MS * (1 + Math.random()));
  } finally {
    delayed -= 1;
  }
}
