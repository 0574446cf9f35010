import type { CallerLookup } from '../access/api-key.ts';
import type { Quotas } from '../access/quota.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { Database } from '../database/database.ts';
import type { ConsumptionLog } from '../feature/asset/consumption.ts';
import type { BucketCache } from '../feature/blocklist/bucket-cache.ts';
import type { ResolveTxt } from '../feature/organization/asset/ownership.ts';
import type { Scanner } from '../feature/scan/scanner.ts';
import type { ClientAddress, ClientCountry } from '../http/address.ts';
import type { CursorCipher } from '../http/cursor.ts';
import type { ErrorPages } from '../http/failure.ts';
import type { Log } from '../observability/log.ts';
import type { ServiceMetrics } from '../observability/metrics.ts';
import type { OutboundPolicy } from '../outbound/request.ts';
import type { OrganizationFiles } from '../publisher/organization-files.ts';
import type { Publisher } from '../publisher/publisher.ts';

/** The parts of a running service. */
export type Service = {
  readonly database: Database;
  readonly publisher: Publisher;
  readonly organizationFiles: OrganizationFiles;
  readonly scanner: Scanner;
  readonly consumptions: ConsumptionLog;
  readonly callers: CallerLookup;
  readonly buckets: BucketCache;
  /** Requests of one network, and of one key. */
  readonly rateLimits: { readonly address: RateLimiter; readonly key: RateLimiter };
  /** What one address and one key may do in an hour. */
  readonly quotas: Quotas;
  readonly clientAddress: ClientAddress;
  readonly clientCountry: ClientCountry;
  readonly metrics: ServiceMetrics;
  /** Whether the process takes requests: false once it stops. */
  readonly readiness: { accepting: boolean };
  readonly cursors: CursorCipher;
  readonly log: Log;
  readonly errorPages: ErrorPages;
  /** Origin under which clients reach the service; null: the address at which it listens. */
  readonly publicUrl: string | null;
  /** Origin under which clients reach the list files; null: the service's. */
  readonly listUrl: string | null;
  /** Origin of the portal; null: the same as the service's. */
  readonly portalUrl: string | null;
  /** Seconds between two polls of a client. */
  readonly pollSeconds: number;
  /** Looks up TXT records, which prove whose a host is. */
  readonly resolveTxt: ResolveTxt;
  /** Where callbacks, webhooks and scans may go. */
  readonly outbound: OutboundPolicy;
};
