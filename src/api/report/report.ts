import * as z from 'zod/mini';
import { ASSET_STATUSES, content } from '../asset/asset.ts';
import { webAddress } from '../field.ts';
import { type BodyOf, operation } from '../operation.ts';
import { receiptOperations } from './receipt.ts';
import { SCAM_KINDS } from './scam-kind.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const httpUrl = z.lazy(() => webAddress(4_096));

/**
 * From a key without the scope `read`, a duplicate report is not an error: it is merged into the one under review (`id`)
 * and gets its own receipt. What is blocked already is none either: it is stored with its text for the reviewers, without a proposal.
 */
export const reportCreate = operation({
  id: 'reportCreate',
  group: 'Reports',
  summary: 'Report one or more assets',
  method: 'POST',
  path: '/report/create',
  access: 'report',
  service: 'reporting',
  quota: 'reports',
  idempotent: true,
  changes: 'own',
  body: z.lazy(() =>
    z.object({
      assets: z
        .array(
          z.object({
            content,
            status: z._default(z.enum(ASSET_STATUSES), 'BLOCKED'),
            /** The kind of scam, as the reporter sees it. */
            kind: z.optional(z.enum(SCAM_KINDS)),
            brandSlug: z.optional(text(255)),
            screenshot: z.optional(z.object({ url: httpUrl, takenBy: text(255) })),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
      title: z.optional(z.string().check(z.minLength(3), z.maxLength(255))),
      description: z.optional(text(10_000)),
      organizationSlug: z.optional(text(255)),
      contactInfo: z.optional(text(1_000)),
      attachmentUrls: z.optional(z.array(httpUrl).check(z.maxLength(10))),
      externalReporter: z.optional(
        z.object({
          platform: text(64),
          platformIdentifier: text(255),
          displayName: text(255),
          avatarUrl: z.optional(httpUrl),
        }),
      ),
      userAgent: z.optional(text(1_000)),
      referrer: z.optional(text(4_096)),
    }),
  ),
  response: z.lazy(() =>
    z.object({
      id: z.int(),
      createdAt: z.string(),
      organization: z.nullable(z.object({ id: z.int(), slug: z.string(), name: z.string() })),
      receipt: z.optional(z.string()),
      /** Everything that it names is blocked already: it is an addition to the listing. */
      isAddition: z.optional(z.boolean()),
    }),
  ),
  errors: [409, 413, 422],
});

export type ReportBody = BodyOf<typeof reportCreate>;

const ofReceipt = receiptOperations(
  'report',
  'Reports',
  'Erase the texts, the contact data and the files of a report; which assets it named stays',
);
export const reportRead = ofReceipt.read;
export const reportAnswer = ofReceipt.answer;
export const reportErase = ofReceipt.erase;
