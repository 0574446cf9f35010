import 'fake-indexeddb/auto';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import { SCOPES } from '../../../../src/api/operation.ts';
import { ALGO_VERSION } from '../../../../src/asset/index.ts';
import { Blocklist } from '../../../../src/blocklist/blocklist.ts';
import { BundledList } from '../../../../src/blocklist/store/bundled.ts';
import { ListStore } from '../../../../src/blocklist/store/store.ts';
import { ListSync } from '../../../../src/blocklist/sync/sync.ts';
import { startService } from '../../../../src/service/command/serve/running-service.ts';
import { openDatabase } from '../../../../src/service/database/connection.ts';
import { organizations } from '../../../../src/service/database/schema/index.ts';
import { decide } from '../../../../src/service/feature/listing/decision.ts';
import { createKey } from '../../../../src/service/http/access/api-key.ts';
import { lineLog } from '../../../../src/service/http/log/log.ts';
import { validPublicKeys } from '../../../../src/service/publisher/signing.ts';
import { freePort } from '../../../fixtures/local-server.ts';
import { Http2Fetch, Http2Front } from './http2-path.ts';

/** What Chrome sends with each request of a worker beside what our client sets, so that it is counted too. */
const BROWSER_HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-US,en;q=0.9',
  'sec-ch-ua': '"Chromium";v="156", "Not(A:Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
};

export type DayOptions = {
  readonly entries: number;
  /** Decisions in the whole day, of which three in seven lift a block. */
  readonly changes: number;
  /** Polls that are played, out of the 1,440 of a day. */
  readonly polls: number;
  /** How the client reaches the service: 2 through a front that speaks it, as a CDN does. */
  readonly http: 1 | 2;
};
export type Day = {
  /** Bytes of both directions, headers included, of one poll on average. */
  readonly bytesPerPoll: number;
  readonly requestsPerPoll: number;
  /** What a poll's bytes consist of on average; null over HTTP/1.1, where it is not told apart. */
  readonly composition: Composition | null;
  /** Bytes of a poll that finds nothing new. */
  readonly bytesUnchanged: number;
  /** Bytes of the poll after an import that made a 24th of the day's changes at once. */
  readonly bytesOfImport: number;
  /** Bytes of the whole snapshot. */
  readonly snapshotBytes: number;
  /** Milliseconds by the clock of the list that each lifted block waited to be published. */
  readonly liftWaitMs: readonly number[];
  /** Milliseconds of each publication, and of each poll that fetched it. */
  readonly publicationMs: readonly number[];
  readonly pollMs: readonly number[];
};

/** Bytes: what the client sends, what is headers and frames of the answers, and what is in them. */
export type Composition = { readonly sent: number; readonly headers: number; readonly bodies: number };

/**
 * Plays a part of a day between the real service and the real sync of the client, through a socket that counts. Between two polls as many sites are decided as would be in a minute; only the clock is ours, of the client and of what is published.
 */
export async function playDay({ entries, changes, polls, http }: DayOptions): Promise<Day> {
  const opened = await openDatabase({ kind: 'memory' });
  const { database } = opened;
  await database.execute(
    sql`insert into listed_expressions (hash, asset_id)
      select sha256(('filler' || n || '.example/')::bytea), -n from generate_series(1, ${entries}::int) as n`,
  );
  const [organization] = await database
    .insert(organizations)
    .values({ name: 'Bench', slug: 'bench', subscriptionStatus: 'ACTIVE' })
    .returning({ id: organizations.id });
  const { key } = await createKey(database, {
    kind: 'organization',
    scopes: SCOPES,
    label: 'bench',
    organizationIds: [organization!.id],
  });
  let now = Date.now();
  const decideSite = (content: string, status: 'BLOCKED' | 'UNKNOWN') =>
    decide(database, {
      asset: { type: 'URL', content },
      status,
      // Lists lift nearly all that is lifted, and wait for each other.
      decidedBy: 'LIST',
      source: 'bench',
      reason: null,
    });
  // What is lifted in the course of the day was blocked before it: its prefix is in the snapshot.
  const imported = Math.ceil(changes / 24);
  const total = Math.ceil((changes / 1_440) * polls) + imported;
  const old = Array.from({ length: Math.ceil((total * 3) / 7) }, (_, n) => `old${n}.example`);
  for (const content of old) await decideSite(content, 'BLOCKED');
  const port = await freePort();
  const front = http === 2 ? new Http2Front(port) : null;
  await front?.start();
  const meter = new Meter(front?.port ?? port);
  await meter.start();
  const service = await startService({
    database,
    log: lineLog((line) => {
      if (line.includes('rror')) console.error(line);
    }),
    host: '127.0.0.1',
    port,
    // What it tells clients to fetch goes through the meter too.
    publicUrl: `http://127.0.0.1:${meter.port}`,
    portalUrl: null,
    pollSeconds: 60,
    requestsPerMinute: 1_000_000,
    now: () => now,
  });
  const http2 = front && new Http2Fetch(`http://127.0.0.1:${meter.port}`);
  const plainFetch = globalThis.fetch;
  let requests = 0;
  globalThis.fetch = (input, init) => {
    requests += 1;
    const sent = { ...init, headers: { ...BROWSER_HEADERS, ...(init?.headers as object) } };
    return http2 ? http2.fetch(input, sent) : plainFetch(input, sent);
  };
  try {
    const publicKeys = await validPublicKeys(database);
    const store = new ListStore();
    const bundled = new BundledList(() => '', null);
    const blocklist = new Blocklist({ store, bundled, algoVersion: ALGO_VERSION });
    const sync = new ListSync({
      blocklist,
      store,
      endpoint: async () => ({ baseUrl: `http://127.0.0.1:${meter.port}`, apiKey: key }),
      trustOf: () => ({ publicKeys, listUrl: null }),
      now: () => now,
    });
    const poll = async (): Promise<void> => {
      now += 60_000;
      const { problem } = await sync.run('person');
      if (problem) throw new Error(`A poll failed: ${problem.kind}, ${problem.detail}`);
    };
    await poll();
    meter.bytes = 0;
    await poll();
    const bytesUnchanged = meter.bytes;
    [meter.bytes, meter.sent, requests] = [0, 0, 0];
    if (http2) http2.bodyBytes = 0;
    let decided = 0;
    let lifts: number[] = [];
    const liftWaitMs: number[] = [];
    const decideUntil = async (count: number): Promise<void> => {
      for (; decided < count; decided += 1) {
        const lifted = [2, 4, 6].includes(decided % 7) ? old.pop() : undefined;
        if (lifted) lifts.push(now);
        await (lifted ? decideSite(lifted, 'UNKNOWN') : decideSite(`new${decided}.example`, 'BLOCKED'));
      }
    };
    /** A snapshot that waited for its turn may be published while the client asks: then it holds what was told before. */
    const requireHeld = (told: typeof service.publisher.list): void => {
      const counts = [told, service.publisher.list].map(({ snapshot, recent }) => snapshot.count + recent.count);
      if (!counts.includes(blocklist.info?.entries ?? -1))
        throw new Error('The client does not hold what is published');
    };
    const publicationMs: number[] = [];
    const pollMs: number[] = [];
    for (let n = 1; n <= polls; n += 1) {
      const { token } = service.publisher.list.snapshot;
      await decideUntil((changes / 1_440) * n);
      publicationMs.push(await timed(() => published(service.publisher)));
      if (service.publisher.list.snapshot.token !== token) {
        liftWaitMs.push(...lifts.map((at) => now - at));
        lifts = [];
      }
      const told = service.publisher.list;
      pollMs.push(await timed(poll));
      requireHeld(told);
    }
    const played = { bytesPerPoll: meter.bytes / polls, requestsPerPoll: requests / polls };
    const composition = http2 && {
      sent: meter.sent / polls,
      headers: (meter.bytes - meter.sent - http2.bodyBytes) / polls,
      bodies: http2.bodyBytes / polls,
    };
    meter.bytes = 0;
    await service.publisher.holdWhile(() => decideUntil(decided + imported));
    await published(service.publisher);
    const told = service.publisher.list;
    await poll();
    requireHeld(told);
    return {
      ...played,
      composition,
      liftWaitMs,
      bytesUnchanged,
      bytesOfImport: meter.bytes,
      snapshotBytes: (await service.publisher.file(service.publisher.list.snapshot.token))?.byteLength ?? Number.NaN,
      publicationMs,
      pollMs,
    };
  } finally {
    globalThis.fetch = plainFetch;
    http2?.stop();
    meter.stop();
    front?.stop();
    await service.close();
    await opened.close();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Waits until what was decided is published. */
async function published(publisher: { notify(): void; list: { recent: { token: string } } }): Promise<void> {
  const before = publisher.list.recent.token;
  publisher.notify();
  const end = Date.now() + 60_000;
  while (publisher.list.recent.token === before) {
    if (Date.now() > end) throw new Error('Nothing was published within a minute');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A relay on a loopback port that counts the bytes of both directions. */
class Meter {
  bytes = 0;
  /** Those of them that the client sent. */
  sent = 0;
  readonly #server: Server;

  constructor(target: number) {
    this.#server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1');
      const count = (chunk: Buffer) => {
        this.bytes += chunk.length;
      };
      client.on('data', (chunk: Buffer) => {
        this.sent += chunk.length;
      });
      client.on('data', count).pipe(upstream);
      upstream.on('data', count).pipe(client);
      const end = () => {
        client.destroy();
        upstream.destroy();
      };
      client.on('error', end).on('close', end);
      upstream.on('error', end).on('close', end);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
}
