import * as z from 'zod/mini';
import { content } from './asset/asset.ts';
import { pathNumber, slug } from './field.ts';
import { operation } from './operation.ts';

const hex = (least: number, most: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${least},${most}}$`)));

/**
 * A list file. The content of a token never changes, `url` is absolute, `sha256` covers the sorted big-endian entries.
 */
export const listFile = () =>
  z.object({
    token: z.string().check(z.minLength(1), z.maxLength(128)),
    count: z.int().check(z.nonnegative()),
    url: z.url(),
    sha256: z.optional(hex(64, 64)),
    /** Increases with every file of this kind. A value of another form, from another operator's service, is ignored. */
    version: z.catch(z.optional(z.int().check(z.nonnegative())), undefined),
    /** Ed25519 in lower-case hex, over all fields above except `url`, and `algoVersion` and the kind of file. */
    signature: z.catch(z.optional(z.string()), undefined),
  });

/** A file of prefixes. */
export const artifact = z.lazy(() =>
  z.extend(listFile(), {
    /** Set by an operator on purpose: accept this list although it has less than half the entries of the last one. */
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
  protects: true,
  response: z.lazy(() =>
    z.object({
      algoVersion: z.string(),
      snapshot: artifact,
      recent: artifact,
      /**
       * Full hashes and details of at most 5,000 entries that people are most likely to meet: a hit there needs no
       * confirmation. `sha256` covers the file.
       */
      hot: z.catch(z.optional(listFile()), undefined),
      /** Hex characters of a prefix in a confirm request. */
      confirmPrefixLength: z._default(z.int().check(z.minimum(4), z.maximum(8)), 8),
      /**
       * Set by a service that supports {@link UPDATE_PATH}: 8 hex characters, a hash of everything here except the two
       * lists. If an update has another value, the client must read this document again.
       */
      updates: z.catch(z.optional(hex(8, 8)), undefined),
      /** Seconds between two polls. */
      pollSeconds: z._default(z.int().check(z.minimum(1), z.maximum(86_400)), 60),
    }),
  ),
  errors: [304],
});

/**
 * Path of updates below `{base_url}/api/v2`, followed by the token of the recent file that the client has. An update
 * (`encodeUpdate`) is one small answer instead of the version document and its files. The key is sent as for
 * operations. Clients that polled at the same time share a token.
 */
export const UPDATE_PATH = '/asset/blocklist/update';

const lenientText = z.catch(z.optional(z.string()), undefined);

/**
 * Details of one listed full hash; one that cannot be read is absent. Times are ISO 8601 in UTC. `kind` is the kind of scam
 * that the reason speaks of, `sourceName` the name shown for the source; the people who keep the list have none.
 */
export const matchDetail = z.lazy(() =>
  z.object({
    type: z.string(),
    reason: lenientText,
    kind: lenientText,
    listedAt: lenientText,
    source: lenientText,
    sourceName: lenientText,
  }),
);

export const blocklistConfirm = operation({
  id: 'blocklistConfirm',
  group: 'Blocklist sync',
  summary: 'Full hashes behind prefixes that hit locally',
  method: 'POST',
  path: '/asset/blocklist/confirm',
  access: 'protect',
  protects: true,
  body: z.lazy(() =>
    z.object({
      algoVersion: z.string().check(z.minLength(1), z.maxLength(16)),
      prefixes: z.array(hex(4, 8)).check(z.minLength(1), z.maxLength(100)),
    }),
  ),
  response: z.lazy(() =>
    z.object({
      matches: z.array(z.object({ prefix: z.string(), hashes: z.array(z.string()) })),
      /** How long the whole answer is valid, also for hashes that it does not contain. */
      ttlSeconds: z._default(z.int().check(z.nonnegative()), 300),
      details: z.optional(z.record(z.string(), matchDetail)),
    }),
  ),
});

/** Hex characters of a key's SHA-256 that are used in URLs. */
export const KEY_DIGEST_LENGTH = 32;

/**
 * The successor of the requesting key. The Ed25519 signature covers it, `version` and the digest of the requesting key.
 */
const nextKey = z.object({
  apiKey: z.string().check(z.minLength(1), z.maxLength(512), z.regex(/^[\x21-\x7e]+$/)),
  /** Increases with every rotation. */
  version: z.int().check(z.nonnegative()),
  signature: z.string(),
});
export type NextKey = z.infer<typeof nextKey>;

/**
 * The files of the organization of the requesting key: what it blocks for its own people (`list`), and its proven
 * assets (`official`). Both have the format of a hot tier; null before their first entry. `nextKey` replaces the
 * requesting key, also a revoked one. The URL contains the key's digest, so that a cache never mixes up organizations.
 */
export const organizationLists = operation({
  id: 'organizationLists',
  group: 'Blocklist sync',
  summary: 'What an organization blocks for its own people, and what is officially its own',
  method: 'GET',
  path: '/asset/blocklist/organization/{keyDigest}',
  access: 'protect',
  protects: true,
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
  service: 'protection',
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
