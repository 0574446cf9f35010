import { Agent } from 'node:http';
import { ALGO_VERSION } from '../../../src/asset/index.ts';
import { median, type Row } from '../bench/row.ts';
import { type LoadMeasure, type LoadRequest, load, send } from './load.ts';
import { hostOf } from './service-data.ts';

const CONNECTIONS = 16;
const ROUNDS = 5;
/** Prefixes of one confirmation. */
const MAX_PREFIXES = 100;
const BARE = 'bare Hono route';
const PUBLISHING = 'confirm, random buckets, a publication every second';

export type Address = { readonly hostname: string; readonly port: string };
export type LoadTarget = {
  readonly service: Address;
  /** The bare route. */
  readonly bare: Address;
  readonly key: string;
  /** How many hosts are listed. */
  readonly entries: number;
  readonly seconds: number;
  /** Lists one more host, which the service publishes at once. */
  readonly block: (host: string) => Promise<unknown>;
};

/** Version, confirmation and check under as much load as one process takes, beside a route that does nothing. */
export async function listRows({ service, bare, key, entries, seconds, block }: LoadTarget): Promise<Row[]> {
  const headers = { 'X-API-KEY': key, 'content-type': 'application/json' };
  const post = (path: string, value: unknown): LoadRequest => {
    const body = JSON.stringify(value);
    const length = { 'content-length': Buffer.byteLength(body) };
    return {
      options: { ...service, path: `/api/v2${path}`, method: 'POST', headers: { ...headers, ...length } },
      body,
    };
  };
  const nth = (index: number) => (index * 7_919) % entries;
  const confirm = (index: number) => {
    const prefixes = [((index * 40_503) % 65_536).toString(16).padStart(4, '0')];
    return post('/asset/blocklist/confirm', { algoVersion: ALGO_VERSION, prefixes });
  };
  const kinds: Record<string, (index: number) => LoadRequest> = {
    [BARE]: () => ({ options: { ...bare, path: '/' } }),
    version: () => ({ options: { ...service, path: '/api/v2/asset/blocklist/version', headers } }),
    'confirm, random buckets': confirm,
    'check, blocked': (index) => post('/asset/check', { content: `https://${hostOf(nth(index))}/claim` }),
    'check, unknown': (index) => post('/asset/check', { content: `https://other-${index}.example/` }),
  };
  const group = `Service: one process on PostgreSQL, ${entries.toLocaleString('en')} entries, ${CONNECTIONS} connections`;
  const measures = new Map<string, LoadMeasure[]>();
  const measure = async (name: string, next: (index: number) => LoadRequest) => {
    const measured = await load({ connections: CONNECTIONS, seconds: seconds / ROUNDS, next });
    measures.set(name, [...(measures.get(name) ?? []), measured]);
  };
  await askAll(post);
  let published = 0;
  // In turn, so that what slows the machine meanwhile slows all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, next] of Object.entries(kinds)) await measure(name, next);
    published += await whilePublishing(
      (number) => block(`published-${round}-${number}.bench.example`),
      () => measure(PUBLISHING, confirm),
    );
  }
  const best = measures.get(BARE)!;
  return [
    ...[...measures].flatMap(([name, measured]) => rowsOfMeasure(group, name, measured, best)),
    { group, name: 'publications meanwhile', value: published, unit: '' },
  ];
}

/** Asks for every bucket once: a service reads them ahead, and is measured as it is once it has. */
async function askAll(post: (path: string, value: unknown) => LoadRequest): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const names = Array.from({ length: 65_536 }, (_, bucket) => bucket.toString(16).padStart(4, '0'));
  for (let from = 0; from < names.length; from += MAX_PREFIXES) {
    const prefixes = names.slice(from, from + MAX_PREFIXES);
    await send(agent, post('/asset/blocklist/confirm', { algoVersion: ALGO_VERSION, prefixes }));
  }
  agent.destroy();
}

/** Publishes every second while something is measured. @returns how often */
async function whilePublishing(
  publish: (number: number) => Promise<unknown>,
  measure: () => Promise<void>,
): Promise<number> {
  let published = 0;
  let publishing = Promise.resolve();
  const timer = setInterval(() => {
    publishing = publishing.then(async () => {
      await publish(published);
      published += 1;
    });
    // It is awaited, and thrown on, once the measure has ended.
    publishing.catch(() => undefined);
  }, 1_000);
  try {
    await measure();
  } finally {
    clearInterval(timer);
  }
  await publishing;
  return published;
}

/** The middle of the rounds; a ratio is the middle of what each round had beside its own bare route. */
function rowsOfMeasure(
  group: string,
  name: string,
  rounds: readonly LoadMeasure[],
  best: readonly LoadMeasure[],
): Row[] {
  const of = (key: keyof LoadMeasure) => median(rounds.map((round) => round[key]));
  const ratio = median(rounds.map(({ perSecond }, round) => perSecond / best[round]!.perSecond));
  const beside = name === BARE ? {} : { against: BARE, ratio };
  return [
    { group, name, value: of('perSecond'), unit: 'requests/s', ...beside },
    ...(['p50', 'p95', 'p99'] as const).map((share) => ({ group, name: `  ${share}`, value: of(share), unit: 'ms' })),
  ];
}
