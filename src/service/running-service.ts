import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve as listen, type ServerType } from '@hono/node-server';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { RateLimiter } from './access/rate-limit.ts';
import type { Database } from './database/connection.ts';
import { createApplication } from './http/application.ts';
import type { Log } from './log.ts';
import { mountPortal } from './portal/mount.ts';
import { Publisher } from './publisher/publisher.ts';
import type { Service } from './service.ts';

export type ServiceOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly publicUrl: string | null;
  readonly portalUrl: string | null;
  readonly pollSeconds: number;
  readonly requestsPerMinute: number;
  /** Secret Ed25519 key (hex) that signs the list; without one, the key in the database does. */
  readonly signingKey?: string | null;
  /** The most entries of the hot tier; 0 publishes none. Default: as many as it may have. */
  readonly hotEntries?: number;
};

export type RunningService = {
  readonly port: number;
  readonly publisher: Publisher;
  /** Takes no more requests, lets the running ones end, and publishes no more. */
  readonly close: () => Promise<void>;
};

/** How long requests may take to end when the service is stopped. */
const FAREWELL_MS = 10_000;

/** The parts of a service on an open database, with its list published. */
export async function assembleService(options: Omit<ServiceOptions, 'host' | 'port'>): Promise<Service> {
  // Without a locale every issue of a request would only say "Invalid input".
  z.config(en());
  const { database, log, publicUrl, portalUrl, pollSeconds, requestsPerMinute } = options;
  const publisher = new Publisher({
    database,
    fileKey: options.signingKey ?? null,
    ...(options.hotEntries === undefined ? {} : { hotEntries: options.hotEntries }),
    onError: (error) => log.error('publication failed', error),
  });
  await publisher.start();
  const rateLimiter = new RateLimiter({ perMinute: requestsPerMinute });
  return { database, publisher, rateLimiter, log, publicUrl, portalUrl, pollSeconds };
}

/** Starts the service and answers once it takes requests. @throws Error when the address cannot be listened on */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const service = await assembleService(options);
  const app = createApplication(service, mountPortal(service));
  const server = listen({ fetch: app.fetch, hostname: options.host, port: options.port });
  try {
    await once(server, 'listening');
  } catch (error) {
    await service.publisher.stop();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    publisher: service.publisher,
    close: async () => {
      await closed(server);
      await service.publisher.stop();
    },
  };
}

async function closed(server: ServerType): Promise<void> {
  const end = new Promise<void>((resolve) => server.close(() => resolve()));
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const late = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, FAREWELL_MS);
  await end;
  clearTimeout(late);
}
