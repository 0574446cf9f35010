import type { Database } from '../database/database.ts';
import type { OrganizationFiles } from '../publisher/organization-files.ts';
import type { Publisher } from '../publisher/publisher.ts';
import type { CallerLookup } from './access/api-key.ts';
import type { ErrorPages } from './failure.ts';
import type { Log } from './log/log.ts';
import type { ServiceMetrics } from './log/metrics.ts';
import type { OutboundPolicy } from './outgoing.ts';
import type { CursorCipher } from './request/cursor.ts';
import type { Semaphore } from './request/semaphore.ts';
import type { ClientAddress, ClientCountry } from './sender/client-address.ts';
import type { Quotas } from './sender/quota.ts';
import type { RateLimiter } from './sender/rate-limit.ts';
import type { Room } from './sender/room.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/** The texts of the TXT records of a name, each in the parts that it was sent in. @throws Error where there are none */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** The content of a bucket, as it is written into answers. */
export type BucketContent = {
  /** Full hashes in hexadecimal, in their order, one after the other: one text takes a quarter of the memory of many. */
  readonly hashes: string;
  /** The details of each asset, in JSON. */
  readonly details: readonly string[];
};

export type Service = {
  readonly database: Database;
  readonly publisher: Publisher;
  readonly organizationFiles: OrganizationFiles;
  /** Runs waiting scans; `notify` makes it look for one at once. */
  readonly scanner: { notify(): void };
  /** Records which key received the list published at a time, in ms since epoch. */
  readonly consumptions: { record(database: Database, apiKeyId: number, publishedAt: number): Promise<void> };
  readonly callers: CallerLookup;
  /** The contents of buckets by their names, at least as recent as an edit of the list. */
  readonly buckets: { of(names: readonly string[], edit: number): Promise<ReadonlyMap<string, BucketContent>> };
  /** Requests of one network, and of one key. */
  readonly rateLimits: { readonly address: RateLimiter; readonly key: RateLimiter };
  /** Room for the bodies of running requests, and for answers that are not read yet. */
  readonly rooms: { readonly bodies: Room; readonly answers: Room };
  /** What one address and one key may do in an hour. */
  readonly quotas: Quotas;
  /** The turns of upload transactions, and the most bytes that all stored files may have. */
  readonly uploads: { readonly semaphore: Semaphore; readonly spaceBytes: number };
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
  /** With whose accounts people may sign in at the desk; null: with their keys only. */
  readonly signInProvider: SignInProvider | null;
  /** Seconds between two polls of a client. */
  readonly pollSeconds: number;
  /** Looks up TXT records, which prove whose a host is. */
  readonly resolveTxt: ResolveTxt;
  readonly outbound: OutboundPolicy;
};
