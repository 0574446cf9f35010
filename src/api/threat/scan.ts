import * as z from 'zod/mini';
import { content } from '../asset/asset.ts';
import { known, slug, webAddress } from '../field.ts';
import { operation } from '../operation.ts';

export const SCAN_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
const ENRICHMENT_STATUSES = ['COMPLETED', 'FAILED', 'SKIPPED'] as const;
const CHECK_RESULTS = ['PASS', 'WARN', 'FAIL', 'SKIPPED'] as const;

const score = z.number().check(z.minimum(0), z.maximum(1));

/**
 * Results of a scan. Enrichments are facts about the content, checks judge it, labels summarize. Scores range from 0
 * (no sign of harm) to 1.
 */
const findings = {
  enrichments: z.array(
    z.object({ type: z.string(), status: known(ENRICHMENT_STATUSES), output: z.record(z.string(), z.unknown()) }),
  ),
  checks: z.array(z.object({ name: z.string(), result: known(CHECK_RESULTS), score })),
  labels: z.array(z.object({ name: z.string(), score })),
};
const scanFindings = z.object(findings);
export type ScanFindings = z.infer<typeof scanFindings>;

const scanId = z.uuid();

/**
 * Starts a scan in the background. Poll `scanResult`, or pass a `callbackUrl` on the public Internet, which receives
 * the same answer as a POST request.
 */
export const assetScan = operation({
  id: 'assetScan',
  group: 'Assets',
  summary: 'Start the scan of an asset',
  method: 'POST',
  path: '/asset/scan',
  access: 'read',
  service: 'protection',
  idempotent: true,
  body: z.object({
    content,
    organizationSlug: slug,
    callbackUrl: z.optional(webAddress(2_048)),
  }),
  response: z.object({ scanId: z.string() }),
  errors: [409],
});

/** The findings are empty until the scan ends. */
export const scanResult = operation({
  id: 'scanResult',
  group: 'Assets',
  summary: 'State and findings of a scan',
  method: 'POST',
  path: '/scan/result',
  access: 'read',
  body: z.object({ scanId }),
  response: z.object({ id: z.string(), status: known(SCAN_STATUSES), ...findings }),
  errors: [404],
});
export type ScanResult = z.infer<typeof scanResult.response>;
