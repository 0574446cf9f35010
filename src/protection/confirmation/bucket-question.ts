import { blocklistConfirm } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceUnreachable } from '../../api/error.ts';
import { ALGO_VERSION } from '../../asset/hash.ts';
import type { Detail } from './bucket-cache.ts';

/** Milliseconds after which an unanswered question counts as failed (design: "Time limit 2 s"). */
const TIME_LIMIT = 2_000;

/** Asks the service what one bucket holds. `isPrivate` settles with whether a private window wants to know. */
export type BucketQuestion = (
  endpoint: Endpoint,
  bucket: string,
  isPrivate?: Promise<boolean>,
) => Promise<{ hashes: readonly string[]; details: Readonly<Record<string, Detail>>; ttlSeconds: number }>;

/** Sends one bucket through the contract's operation: hex characters of a prefix, never an expression or a URL. */
export const askService: BucketQuestion = async (endpoint, bucket, isPrivate) => {
  const body = { algoVersion: ALGO_VERSION, prefixes: [bucket] };
  const answer = await call(
    endpoint,
    blocklistConfirm,
    { body },
    { timeoutMs: TIME_LIMIT, ...(isPrivate ? { isPrivate } : {}) },
  );
  if (answer.status !== 200) throw new ServiceUnreachable('malformed', 'The service answered without a body');
  const { matches, details, ttlSeconds } = answer.data;
  return { hashes: matches.flatMap(({ hashes }) => hashes), details: details ?? {}, ttlSeconds };
};
