import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashExpression, prefixOf } from '../../../src/asset/hash.ts';
import { ALGO_VERSION } from '../../../src/asset/index.ts';
import { Blocklist } from '../../../src/blocklist/blocklist.ts';
import { BundledList } from '../../../src/blocklist/store/bundled.ts';
import { type Poll, poll } from '../../../src/blocklist/sync/poll.ts';
import { pollDelay } from '../../../src/blocklist/sync/sync.ts';
import { NO_TRUST } from '../../../src/blocklist/trust/list-trust.ts';
import { NO_STORAGE } from '../../fixtures/blocklist/no-storage.ts';
import { ServiceProcess } from './process.ts';

const CLIENTS = 40;
/** Lifts that went before the first one that is timed. */
const EARLIER = 60;
const OTHERS = 2_000;
const POLL_SECONDS = 60;
const LIMITS = { versionMs: 10_000, artifactMs: 60_000 };
/** A lift that is nowhere after this long is lost. */
const MAX_DELAY_MS = 3 * POLL_SECONDS * 1_000;

export type LiftResult = {
  readonly lifts: number;
  readonly clients: number;
  /** From the command to the list of a client; seconds. */
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  /** Lifts that a client never learnt of. */
  readonly lost: number;
};

type Lift = { readonly prefix: number; readonly at: number };

/**
 * Lifts one host after the other, many more in an hour than the publisher's pace has without delay, and measures when
 * clients that poll as browsers do have them off their lists.
 * @param count how many are timed, one every `everyMs`
 */
export async function timeLifts(folder: string, count: number, everyMs: number): Promise<LiftResult> {
  const service = await ServiceProcess.start({ folder, databaseUrl: null, name: 'lifts' });
  try {
    const file = join(folder, 'lifts.txt');
    await writeFile(
      file,
      `${hosts('other', OTHERS).concat(hosts('early', EARLIER), hosts('lift', count)).join('\n')}\n`,
    );
    await service.command('import', file, '--format', 'hosts');
    const lifts: Lift[] = [];
    const delays: number[] = [];
    const stopping = new AbortController();
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      browse(service, { lifts, delays, signal: stopping.signal, firstMs: (n / CLIENTS) * POLL_SECONDS * 1_000 }),
    );
    for (const host of hosts('early', EARLIER)) await service.command('unblock', host);
    await pause(POLL_SECONDS * 1_000);
    for (const host of hosts('lift', count)) {
      await service.command('unblock', host);
      lifts.push({ prefix: prefixOf(hashExpression(`${host}/`)), at: Date.now() });
      await pause(everyMs);
    }
    const end = Date.now() + MAX_DELAY_MS;
    while (delays.length < count * CLIENTS && Date.now() < end) await pause(1_000);
    stopping.abort();
    await Promise.all(clients);
    delays.sort((one, other) => one - other);
    const quantile = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))]! / 1_000;
    const lost = count * CLIENTS - delays.length;
    return { lifts: count, clients: CLIENTS, p50: quantile(0.5), p95: quantile(0.95), longest: quantile(1), lost };
  } finally {
    await service.stop();
  }
}

const hosts = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}.lifts.example`);

type Browsing = {
  readonly lifts: readonly Lift[];
  readonly delays: number[];
  readonly signal: AbortSignal;
  readonly firstMs: number;
};

/** A client that polls at a browser's times with a browser's code, from a list of its own. */
async function browse({ endpoint }: ServiceProcess, { lifts, delays, signal, firstMs }: Browsing): Promise<void> {
  const bundled = new BundledList(() => '', null);
  const blocklist = new Blocklist({ store: NO_STORAGE, bundled, algoVersion: ALGO_VERSION });
  await blocklist.ready;
  const awaited = new Set<Lift>();
  let held: Poll['held'] = null;
  let organization: Poll['organization'] = null;
  let seen = 0;
  let waitMs = firstMs;
  for (;;) {
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const polled = await poll({
      blocklist,
      endpoint,
      limits: LIMITS,
      trust: NO_TRUST,
      held,
      organization,
      pollsFiles: true,
      at: Date.now(),
    });
    ({ current: held, organization } = polled);
    for (; seen < lifts.length; seen += 1) awaited.add(lifts[seen]!);
    for (const lift of awaited) {
      if (blocklist.has(lift.prefix)) continue;
      delays.push(Date.now() - lift.at);
      awaited.delete(lift);
    }
    waitMs = pollDelay(polled.pollSeconds ?? POLL_SECONDS, Math.random());
  }
}
