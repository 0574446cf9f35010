import { existsSync, readFileSync } from 'node:fs';
import { openDatabase } from '../../../src/service/database/connection.ts';
import { decide } from '../../../src/service/feature/listing/decision.ts';
import { Publisher } from '../../../src/service/publisher/publisher.ts';
import { hostOf } from './service-data.ts';

/** What a process of its own measured. Milliseconds, and the largest resident memory until each moment, in bytes. */
export type PublicationMeasure = {
  readonly rebuildMs: number;
  readonly additionMs: readonly number[];
  readonly removalMs: readonly number[];
  readonly changesMs: number;
  readonly bytes: { readonly before: number; readonly rebuilt: number; readonly end: number };
  readonly count: number;
};

const RUNS = 5;
const STATUS = '/proc/self/status';

const { database, close } = await openDatabase({ kind: 'server', url: process.argv[2]! });
const failures: unknown[] = [];
// What waits for more changes to come is no part of the measure.
const pace = { prompt: Number.POSITIVE_INFINITY, stepMs: 0, urgentMs: 0 };
const timing = { debounceMs: 0, maxDelayMs: 0, pollIntervalMs: 3_600_000, pace };
const publisher = new Publisher({ database, timing, hotEntries: 0, onError: (error) => failures.push(error) });
const before = largest();
const rebuildMs = await timed(() => publisher.start());
const rebuilt = largest();
const additionMs: number[] = [];
const removalMs: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  additionMs.push(await publication(`new-${run}.bench.example`, 'BLOCKED'));
  removalMs.push(await publication(hostOf(run), 'UNKNOWN'));
}
const { snapshot, earlier } = publisher.list;
const changesMs = await timed(() => publisher.changes(earlier.at(-1)!.token, snapshot.token));
await publisher.stop();
await close();
const { count } = snapshot;
const bytes = { before, rebuilt, end: largest() };
process.send!({ rebuildMs, additionMs, removalMs, changesMs, bytes, count } satisfies PublicationMeasure);
process.disconnect();

/** The largest resident memory so far, in bytes. The system's own count of a child begins with that of its parent. */
function largest(): number {
  const kibibytes = existsSync(STATUS) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}

/** Milliseconds from a decision that is stored to the list that tells it. */
async function publication(content: string, status: 'BLOCKED' | 'UNKNOWN'): Promise<number> {
  const asset = { type: 'URL', content } as const;
  await decide(database, { asset, status, decidedBy: 'OPERATOR', source: 'bench', reason: null });
  const { recent } = publisher.list;
  return timed(async () => {
    publisher.notify();
    while (publisher.list.recent.token === recent.token) {
      if (failures.length > 0) throw failures[0];
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
