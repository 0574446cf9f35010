import * as z from 'zod/mini';
import { operation } from '../operation.ts';

const hex = (least: number, most: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${least},${most}}$`)));

/** One file of the list: a token names its version for ever, `url` is absolute, `sha256` is over its sorted entries, big-endian. */
export const listFile = () =>
  z.object({
    token: z.string().check(z.minLength(1), z.maxLength(128)),
    count: z.int().check(z.nonnegative()),
    url: z.url(),
    sha256: z.optional(hex(64, 64)),
    /** Grows with every file of this kind that the service publishes. Another operator's word for something else is not read. */
    version: z.catch(z.optional(z.int().check(z.nonnegative())), undefined),
    /** Ed25519 in lower-case hex, over all of the above but `url`, with `algoVersion` and what the file is. */
    signature: z.catch(z.optional(z.string()), undefined),
  });

/** A file of prefixes. */
export const artifact = z.lazy(() =>
  z.extend(listFile(), {
    /** Set by an operator who means it: accept this list though it holds less than half of the one before. */
    replace: z.optional(z.boolean()),
    changes: z._default(z.array(z.object({ fromToken: z.string(), url: z.url() })), []),
  }),
);

export const blocklistVersion = operation({
  id: 'blocklistVersion',
  group: 'Blocklist sync',
  summary: 'Current snapshot, recent additions and algorithm version of the blocklist',
  method: 'GET',
  path: '/asset/blocklist/version',
  access: 'protect',
  response: z.lazy(() =>
    z.object({
      algoVersion: z.string(),
      snapshot: artifact,
      recent: artifact,
      /**
       * The full hashes of the at most 5,000 entries that people are likeliest to meet, with what is said about them: a hit
       * there needs no confirmation. `sha256` is over the file.
       */
      hot: z.catch(z.optional(listFile()), undefined),
      /** Hex characters of the prefix that the service wants in a confirm request. */
      confirmPrefixLength: z._default(z.int().check(z.minimum(4), z.maximum(8)), 8),
      /**
       * Set where the service answers `updatePath`: 8 hex characters for all that this document says beside its two lists, and an
       * update does not repeat. An update that carries others asks to read this document.
       */
      updates: z.catch(z.optional(hex(8, 8)), undefined),
      /** Seconds between two polls. */
      pollSeconds: z._default(z.int().check(z.minimum(1), z.maximum(86_400)), 60),
    }),
  ),
  errors: [304],
});

/**
 * Where, below `{base_url}/api/v2` and before the token of the additions that somebody holds, the service tells what was published since,
 * as `encodeUpdate` of the blocklist writes it: one small answer in place of the version document and the files that it
 * names. It takes the key as operations do. The token is the one that everyone was told who asked at that time.
 */
export const UPDATE_PATH = '/asset/blocklist/update';

/** What the service tells about one listed full hash. Times are ISO 8601 in UTC. */
export const matchDetail = z.lazy(() =>
  z.object({
    type: z.string(),
    reason: z.optional(z.string()),
    listedAt: z.optional(z.string()),
    source: z.optional(z.string()),
  }),
);

export const blocklistConfirm = operation({
  id: 'blocklistConfirm',
  group: 'Blocklist sync',
  summary: 'Full hashes behind prefixes that hit locally',
  method: 'POST',
  path: '/asset/blocklist/confirm',
  access: 'protect',
  body: z.lazy(() =>
    z.object({
      algoVersion: z.string().check(z.minLength(1), z.maxLength(16)),
      prefixes: z.array(hex(4, 8)).check(z.minLength(1), z.maxLength(100)),
    }),
  ),
  response: z.lazy(() =>
    z.object({
      matches: z.array(z.object({ prefix: z.string(), hashes: z.array(z.string()) })),
      /** How long the whole answer holds, also for hashes that it does not contain. Seconds. */
      ttlSeconds: z._default(z.int().check(z.nonnegative()), 300),
      details: z.optional(z.record(z.string(), matchDetail)),
    }),
  ),
});
