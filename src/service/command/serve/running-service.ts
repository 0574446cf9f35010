import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve as listen, type ServerType } from '@hono/node-server';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { recognizeText } from '../../../asset/index.ts';
import { MAX_HOT } from '../../../blocklist/codec/artifact.ts';
import type { Database } from '../../database/database.ts';
import type { Backup } from '../../database/folder/data-folder.ts';
import { backUpInto } from '../../database/folder/scheduled-backup.ts';
import { Refused } from '../../database/refused.ts';
import { mountDesk } from '../../desk/mount.ts';
import { ConsumptionLog } from '../../feature/asset/record/consumption.ts';
import { BucketCache } from '../../feature/blocklist/bucket-cache.ts';
import { detectionSchedule } from '../../feature/detection/run.ts';
import { importLoop } from '../../feature/import/source/run.ts';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { ERASURE_MS, eraseDue } from '../../feature/receipt/retention.ts';
import { Scanner } from '../../feature/scan/scanner.ts';
import { type DeliveryTiming, TIMING, webhookDeliverer } from '../../feature/webhook/deliverer.ts';
import { callerLookup, holderOf } from '../../http/access/api-key.ts';
import { createApplication } from '../../http/application.ts';
import type { ErrorPages } from '../../http/failure.ts';
import type { Log } from '../../http/log/log.ts';
import { type MetricsAddress, type MetricsServer, ServiceMetrics, startMetrics } from '../../http/log/metrics.ts';
import { networksOf } from '../../http/networks.ts';
import { type OutboundPolicy, PUBLIC_ONLY } from '../../http/outgoing.ts';
import { CursorCipher } from '../../http/request/cursor.ts';
import { answerInTurns, refuseMisencoded } from '../../http/request/front.ts';
import { Semaphore } from '../../http/request/semaphore.ts';
import { type CountryDatabase, clientAddressBehind, clientCountryFrom } from '../../http/sender/client-address.ts';
import { Quotas } from '../../http/sender/quota.ts';
import { RateLimiter } from '../../http/sender/rate-limit.ts';
import { Room } from '../../http/sender/room.ts';
import type { ResolveTxt, Service } from '../../http/service.ts';
import type { ProviderSettings } from '../../http/sign-in-provider.ts';
import { standingWorker } from '../../jobs/worker.ts';
import { wordsFor } from '../../page/language.ts';
import { errorPage } from '../../page/layout.ts';
import { type Status, sendPage } from '../../page/response.ts';
import type { Blanks } from '../../page/words.ts';
import { mountPortal } from '../../portal/app.ts';
import { OrganizationFiles } from '../../publisher/organization-files.ts';
import { Publisher } from '../../publisher/publisher.ts';
import type { ListStore } from '../../publisher/store/list-store.ts';
import { readMetrics } from './read-metrics.ts';

/** What a service is started with, as the options of `serve` describe it. */
export type ServiceOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
  readonly portalUrl: string | null;
  readonly listUrl: string | null;
  readonly listStore: ListStore | null;
  readonly pollSeconds: number;
  readonly requestsPerMinute: number;
  readonly keyRequestsPerMinute: number;
  readonly quotas: { readonly addressPerHour: number; readonly keyPerHour: number };
  readonly sharedNetworks: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly countryHeader: string | null;
  readonly countries: CountryDatabase | null;
  readonly metrics: MetricsAddress | null;
  readonly outbound: OutboundPolicy;
  readonly fetchPages: boolean;
  readonly signInProvider: ProviderSettings | null;
  readonly signingKey: string | null;
  readonly contactDays: number;
  readonly fileSpaceGiB: number;
  readonly hotEntries: number;
  readonly backup: {
    readonly write: Backup;
    readonly folder: string;
    readonly everyMs: number;
    readonly keep: number;
  } | null;
  readonly deliveryTiming: DeliveryTiming;
  readonly resolveTxt: ResolveTxt;
  /** The clock that the list's publications go by, in ms since epoch. */
  readonly now: () => number;
};

const resolver = new Resolver({ timeout: 3_000, tries: 2 });

/** What a service has where nothing else is given. */
export const DEFAULTS = {
  publicUrl: null,
  portalUrl: null,
  listUrl: null,
  listStore: null,
  pollSeconds: 60,
  requestsPerMinute: 6_000,
  // 10,000 a second, more than one process answers: everyone who has a build shares its key.
  keyRequestsPerMinute: 600_000,
  quotas: { addressPerHour: 60, keyPerHour: 60_000 },
  sharedNetworks: [],
  trustedProxies: [],
  countryHeader: null,
  countries: null,
  metrics: null,
  outbound: PUBLIC_ONLY,
  fetchPages: false,
  signInProvider: null,
  signingKey: null,
  backup: null,
  contactDays: 180,
  fileSpaceGiB: 16,
  hotEntries: MAX_HOT,
  deliveryTiming: TIMING,
  now: Date.now,
  resolveTxt: (name: string) => resolver.resolveTxt(name),
} satisfies Partial<ServiceOptions>;

type Given = Omit<ServiceOptions, keyof typeof DEFAULTS> & Partial<ServiceOptions>;

export type RunningService = {
  readonly port: number;
  /** Null where no metrics are served. */
  readonly metricsPort: number | null;
  readonly publisher: Publisher;
  readonly outbound: OutboundPolicy;
  /** Empties the cache of keys, because one was revoked or changed. */
  readonly forgetKeys: () => void;
  /** Stops taking requests, waits for running requests and deliveries, and stops publishing. */
  readonly close: () => Promise<void>;
};

/** Upload transactions at a time, of ten connections to the database. */
const MAX_UPLOADS = 3;
/** Bytes of all bodies that are in memory, and of all answers that wait for those who asked to read them. */
const [MAX_OF_BODIES, MAX_OF_ANSWERS] = [960 * 2 ** 20, 512 * 2 ** 20];
const SHUTDOWN_TIMEOUT_MS = 10_000;
const SERVER_OPTIONS = {
  /** A client that sends slowly occupies a connection; in ms. A request may hold ten files of the largest size, over a slow line. */
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  /** Bytes of a body that wait to be read. Each may be a chunk of its own, and reading 65,536 of these takes a tenth of a second. */
  highWaterMark: 4 * 1024,
} as const;
/** Requests of one connection. Thousands that a client sends at once are all taken up in one turn of the event loop: ending the connection is faster than refusing each. */
const MAX_REQUESTS_PER_SOCKET = 100;

type Assembled = Service & { readonly scanner: Scanner; readonly buckets: BucketCache };

/** Makes the parts of a service on an open database and publishes its list. */
export async function assembleService(given: Omit<Given, 'host' | 'port'>): Promise<Assembled> {
  // Without a locale, zod describes every issue as "Invalid input".
  z.config(en());
  const options = { ...DEFAULTS, ...given };
  const { database, log, publicUrl, portalUrl, listUrl, pollSeconds, outbound, resolveTxt, signInProvider } = options;
  const metrics = new ServiceMetrics();
  const callers = callerLookup((key) => holderOf(database, key));
  const publisher = new Publisher({
    database,
    fileKey: options.signingKey,
    store: options.listStore,
    hotEntries: options.hotEntries,
    now: options.now,
    onError: (error, work) => {
      if (work === 'publication') metrics.publicationFailures.inc();
      log.error(`${work} failed`, error);
    },
    onNotify: () => callers.forget(),
  });
  await publisher.start();
  const proxies = networksOf(options.trustedProxies);
  return {
    database,
    log,
    publicUrl,
    portalUrl,
    listUrl,
    pollSeconds,
    outbound,
    resolveTxt,
    metrics,
    callers,
    publisher,
    organizationFiles: new OrganizationFiles(database, options.signingKey),
    scanner: new Scanner({ database, log, outbound, fetchPages: options.fetchPages }),
    consumptions: new ConsumptionLog((error) => log.error('consumption not recorded', error)),
    buckets: new BucketCache(database),
    rateLimits: {
      address: new RateLimiter({ perMinute: options.requestsPerMinute }),
      key: new RateLimiter({ perMinute: options.keyRequestsPerMinute }),
    },
    rooms: { bodies: new Room(MAX_OF_BODIES), answers: new Room(MAX_OF_ANSWERS) },
    quotas: new Quotas({ ...options.quotas, sharedNetworks: networksOf(options.sharedNetworks) }),
    uploads: { semaphore: new Semaphore(MAX_UPLOADS), spaceBytes: options.fileSpaceGiB * 2 ** 30 },
    clientAddress: clientAddressBehind(proxies),
    clientCountry: clientCountryFrom({ header: options.countryHeader, proxies, database: options.countries }),
    cursors: await CursorCipher.open(database),
    readiness: { accepting: true },
    errorPages: ERROR_PAGES,
    signInProvider:
      signInProvider && new (await import('../../http/sign-in-provider.ts')).SignInProvider(signInProvider),
  };
}

const sendError = (context: Context, status: Status, what: Parameters<typeof errorPage>[1], blanks?: Blanks) => {
  const words = wordsFor(context);
  return sendPage(context, words, errorPage(words, what, blanks), status);
};

const ERROR_PAGES: ErrorPages = {
  notFound: (context) => sendError(context, 404, 'notFound'),
  tooManyRequests: (context, count) => sendError(context, 429, 'tooMany', { count }),
  failed: (context, number) => sendError(context, 500, 'failure', { number }),
};

/** Starts the service; resolves once it takes requests. @throws Refused when an address cannot be listened on */
export async function startService(given: Given): Promise<RunningService> {
  // Loads the tables of names in other scripts, which would hold up the first request that has one.
  recognizeText('ä.example ä.eth');
  const options = { ...DEFAULTS, ...given };
  const service = await assembleService(options);
  const { database, publisher, log, metrics, outbound, readiness } = service;
  const app = createApplication(service, IMPLEMENTATIONS, ROUTES, (outer) => {
    mountDesk(service)(outer);
    mountPortal(service)(outer);
  });
  const { host: hostname, port } = options;
  const server = listen({
    fetch: refuseMisencoded(answerInTurns(app.fetch)),
    hostname,
    port,
    serverOptions: SERVER_OPTIONS,
  });
  if ('maxRequestsPerSocket' in server) {
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
    server.on('dropRequest', (_, socket) => socket.destroy());
  }
  let metricsServer: MetricsServer | null = null;
  try {
    await once(server, 'listening');
    if (options.metrics) {
      const onError = (error: unknown) => log.error('metric failed', error);
      metrics.readAlso(readMetrics(service, options.backup?.folder), onError);
      metricsServer = await startMetrics(options.metrics, metrics.registry, onError);
    }
  } catch (error) {
    server.close();
    await publisher.stop();
    throw listenRefusal(error) ?? error;
  }
  const onAttempt = (outcome: string) => metrics.webhookAttempts.inc({ outcome });
  const deliverer = webhookDeliverer({ database, log, outbound, onAttempt, timing: options.deliveryTiming });
  const onRun = (outcome: string) => metrics.importRuns.inc({ outcome });
  const imports = importLoop({ database, publisher, outbound, log, onRun });
  const erasure = standingWorker(database, {
    kind: 'erasure',
    everyMs: ERASURE_MS,
    work: () => eraseDue(database, options.contactDays, log),
    onError: (error) => log.error('erasure failed', error),
  });
  const { backup } = options;
  const backups =
    backup &&
    standingWorker(database, {
      kind: 'backup',
      everyMs: backup.everyMs,
      work: () => backUpInto(backup.folder, backup.write, backup.keep),
      onError: (error) => log.error('backup failed', error),
    });
  const loops = [
    deliverer,
    service.scanner,
    detectionSchedule(database, log),
    imports,
    erasure,
    ...(backups ? [backups] : []),
  ];
  for (const loop of loops) loop.start();
  service.buckets.start((error) => log.error('reading the list ahead failed', error));
  return {
    port: (server.address() as AddressInfo).port,
    metricsPort: metricsServer?.port ?? null,
    publisher,
    outbound,
    forgetKeys: () => service.callers.forget(),
    close: async () => {
      readiness.accepting = false;
      await Promise.all([closed(server), ...[...loops, service.buckets].map((loop) => loop.stop())]);
      await publisher.stop();
      await metricsServer?.close();
    },
  };
}

function listenRefusal(error: unknown): Refused | null {
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return new Refused(`Port ${port} at ${address} is in use: stop its process, or choose another port`);
  if (code === 'EACCES') return new Refused(`Port ${port} at ${address} needs more rights: choose one above 1023`);
  return code === 'EADDRNOTAVAIL' ? new Refused(`This machine has no address ${address}: choose another host`) : null;
}

async function closed(server: ServerType): Promise<void> {
  const end = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection may become idle after the server has closed.
  const idle = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 50);
  const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await end;
  clearInterval(idle);
  clearTimeout(late);
}
