import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetList } from '../../../src/api/asset/asset-listing.ts';
import { call } from '../../../src/api/client.ts';
import { uint32Source } from '../../fixtures/blocklist/random.ts';
import { LocalServer } from '../../fixtures/local-server.ts';
import { ServiceProcess } from './process.ts';

const HOSTS = 3_000;
const SUFFIX = '.corrected.example';
/** Of a list, what leaves it and what comes to it in each cycle. */
const CHANGED = 0.1;
/** What a person decides in each cycle, either way. */
const DECIDED = 3;
/** Every so many cycles the last import is taken back. */
const UNDO_EVERY = 4;

export type CorrectionResult = {
  readonly cycles: number;
  readonly undone: number;
  /** Hosts that were blocked and should not be, or should be and were not, with their cycle. */
  readonly wrong: readonly string[];
};

/**
 * Imports two lists over and over, one by its schedule from a server and one from a file, corrects both in between, decides about some
 * of their hosts as a person, takes imports back, and compares all that is blocked with what must follow from that.
 */
export async function correctLists(folder: string, cycles: number, seed: number): Promise<CorrectionResult> {
  const numbers = uint32Source(seed);
  const random = () => numbers() / 2 ** 32;
  const all = Array.from({ length: HOSTS }, (_, n) => `host-${n}${SUFFIX}`);
  const some = (share: number) => all.filter(() => random() < share);
  const lists = { scheduled: new Set(some(0.4)), file: new Set(some(0.4)) };
  const decided = new Map<string, boolean>();
  const isBlocked = (host: string) => decided.get(host) ?? (lists.scheduled.has(host) || lists.file.has(host));
  const server = new LocalServer((_, response) => response.end(`${[...lists.scheduled].join('\n')}\n`));
  await server.start();
  const service = await ServiceProcess.start({ folder, databaseUrl: null, name: 'corrections' });
  const wrong: string[] = [];
  let undone = 0;
  try {
    const address = `${server.baseUrl}/scheduled.txt`;
    const added = await service.command('imports', 'add', address, '--every', '1d', '--format', 'hosts');
    const schedule = /Schedule (\d+)/.exec(added)![1]!;
    const file = join(folder, 'file.txt');
    let before = new Set(lists.scheduled);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const output = await runSchedule(service, schedule);
      await writeFile(file, `${[...lists.file].join('\n')}\n`);
      await service.command('import', file, '--format', 'hosts');
      for (let n = 0; n < DECIDED; n += 1)
        await decide(service, all[Math.floor(random() * HOSTS)]!, isBlocked, decided);
      if (cycle % UNDO_EVERY === UNDO_EVERY - 1) {
        const id = /imports undo (\d+)/.exec(output)![1]!;
        await service.command('imports', 'undo', id);
        lists.scheduled = before;
        undone += 1;
      }
      const blocked = await blockedHosts(service);
      for (const host of all) if (blocked.has(host) !== isBlocked(host)) wrong.push(`cycle ${cycle}: ${host}`);
      before = new Set(lists.scheduled);
      for (const name of ['scheduled', 'file'] as const)
        lists[name] = new Set(all.filter((host) => (random() < CHANGED ? random() < 0.4 : lists[name].has(host))));
    }
    return { cycles, undone, wrong };
  } finally {
    await service.stop();
    await server.stop();
  }
}

/** The service may run it at the same moment by itself, as it does with a schedule that is new. */
async function runSchedule(service: ServiceProcess, id: string): Promise<string> {
  for (;;) {
    try {
      return await service.command('imports', 'run', id);
    } catch (error) {
      if (!/is being run now/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function decide(
  service: ServiceProcess,
  host: string,
  isBlocked: (host: string) => boolean,
  decided: Map<string, boolean>,
): Promise<void> {
  const becomes = !isBlocked(host);
  await service.command(becomes ? 'block' : 'unblock', host);
  decided.set(host, becomes);
}

async function blockedHosts({ endpoint }: ServiceProcess): Promise<Set<string>> {
  const found = new Set<string>();
  let page: string | undefined;
  do {
    const body = { type: 'URL', status: 'BLOCKED', per_page: 10_000, ...(page ? { next_page: page } : {}) } as const;
    const answer = await call(endpoint, assetList, { body });
    if (answer.status !== 200) throw new Error(`The list of what is blocked answered ${answer.status}`);
    for (const { content } of answer.data.assets) if (content.endsWith(SUFFIX)) found.add(content);
    page = answer.data.next_page;
  } while (page !== undefined);
  return found;
}
