import * as z from 'zod/mini';
import { content } from '../asset/asset.ts';
import { operation } from '../operation.ts';
import { slug } from '../page.ts';
import { pathNumber } from '../query.ts';
import { listFile } from './blocklist.ts';

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
