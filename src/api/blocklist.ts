import * as z from 'zod/mini';
import { content } from './asset/asset.ts';
import { pathNumber, slug } from './field.ts';
import { operation } from './operation.ts';

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

/** Hex characters of the SHA-256 of a key that name it in an address. */
export const KEY_DIGEST_LENGTH = 32;

/** The key that follows the one that asks. Signed with Ed25519 over itself, `version` and the digest of the key that it follows. */
const nextKey = z.object({
  apiKey: z.string().check(z.minLength(1), z.maxLength(512), z.regex(/^[\x21-\x7e]+$/)),
  /** Grows with every rotation. */
  version: z.int().check(z.nonnegative()),
  signature: z.string(),
});
export type NextKey = z.infer<typeof nextKey>;

/**
 * The files of the organization whose key asks: what it blocks for its own people alone (`list`), and what it has proven to be its own
 * (`official`). Both have the form of a hot tier; null where there was never anything in one. `nextKey` is what builds
 * with this key are to use in its place; a revoked key is told it too. The address names the key, so that a
 * cache never gives one organization what is another's.
 */
export const organizationLists = operation({
  id: 'organizationLists',
  group: 'Blocklist sync',
  summary: 'What an organization blocks for its own people, and what is officially its own',
  method: 'GET',
  path: '/asset/blocklist/organization/{keyDigest}',
  access: 'protect',
  takesFormerKeys: true,
  params: z.lazy(() =>
    z.object({ keyDigest: z.string().check(z.regex(new RegExp(`^[0-9a-f]{${KEY_DIGEST_LENGTH}}$`))) }),
  ),
  response: z.lazy(() =>
    z.object({
      algoVersion: z.string(),
      list: z.nullable(listFile()),
      official: z.nullable(listFile()),
      nextKey: z._default(z.nullable(nextKey), null),
    }),
  ),
  errors: [304, 404],
});

const reason = z.string().check(z.minLength(1), z.maxLength(200));
const organizationBlock = z.lazy(() =>
  z.object({
    assetId: z.int(),
    type: z.string(),
    content: z.string(),
    reason: z.nullable(z.string()),
    createdAt: z.string(),
  }),
);
const shared = { group: 'Organization blocks', path: '/organization/blocks' } as const;

export const organizationBlockList = operation({
  ...shared,
  id: 'organizationBlockList',
  summary: 'What an organization blocks for its own people alone, newest first',
  method: 'GET',
  access: 'read',
  query: z.lazy(() => z.object({ slug })),
  response: z.lazy(() => z.object({ blocks: z.array(organizationBlock) })),
});

export const organizationBlockCreate = operation({
  ...shared,
  id: 'organizationBlockCreate',
  summary: 'Block something for the own people of an organization alone',
  method: 'POST',
  access: 'manage',
  idempotent: true,
  body: z.lazy(() => z.object({ slug, content, reason: z.optional(reason) })),
  response: organizationBlock,
  errors: [409],
});

export const organizationBlockDelete = operation({
  ...shared,
  path: '/organization/blocks/{assetId}',
  id: 'organizationBlockDelete',
  summary: 'Block something for the own people of an organization no more',
  method: 'DELETE',
  access: 'manage',
  params: z.lazy(() => z.object({ assetId: pathNumber(Number.MAX_SAFE_INTEGER) })),
  query: z.lazy(() => z.object({ slug })),
  response: z.lazy(() => z.object({ success: z.literal(true), id: z.int() })),
  errors: [404],
});
