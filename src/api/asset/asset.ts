import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known } from '../field.ts';
import { operation } from '../operation.ts';
import { SCAM_KINDS } from '../report/scam-kind.ts';

export const ASSET_STATUSES = ['UNKNOWN', 'ALLOWED', 'BLOCKED'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];
export const WATCH_STATUSES = ['NOT_WATCHED', 'WATCHED'] as const;
export const CHECK_REASONS = [
  'reported',
  'not-found',
  'unsupported-type',
  'parent-domain',
  'hosting-domain',
  'source-error',
] as const;

/** Content as a person wrote it: a URL, an address, an account name. 1 to 4,096 characters. */
export const content = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(4096)));

export const assetCheck = operation({
  id: 'assetCheck',
  group: 'Assets',
  summary: 'Whether an asset is allowed or blocked',
  method: 'POST',
  path: '/asset/check',
  access: 'protect',
  service: 'protection',
  body: z.lazy(() => z.object({ content })),
  response: z.lazy(() =>
    z.object({
      status: known(ASSET_STATUSES),
      source: z.optional(z.string()),
      /** The name shown for the source; the people who keep the list have none. */
      sourceName: z.optional(z.string()),
      /** What the stated reason speaks of. */
      kind: z.optional(known(SCAM_KINDS)),
      sources: z._default(z.array(z.object({ source: z.string(), status: known(ASSET_STATUSES) })), []),
      reason: z.optional(known(CHECK_REASONS)),
      message: z.optional(z.string()),
      code: z.optional(z.string()),
    }),
  ),
});

const parsed = z.lazy(() => z.object({ content: z.string(), type: known(ASSET_TYPES) }));

export const assetParse = operation({
  id: 'assetParse',
  group: 'Assets',
  summary: 'Asset types and canonical contents found in raw text',
  method: 'POST',
  path: '/asset/parse',
  access: 'protect',
  quota: 'parsing',
  body: z.lazy(() => z.object({ content: z.string().check(z.minLength(1), z.maxLength(65_536)) })),
  response: z.lazy(() =>
    z.nullable(
      z.object({
        content: z.string(),
        submittedContent: z.string(),
        type: known(ASSET_TYPES),
        assets: z.optional(z.array(parsed)),
      }),
    ),
  ),
});
