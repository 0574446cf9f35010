import { ALGO_VERSION } from '../../src/asset/index.ts';
import { type LoadMeasure, type LoadRequest, load } from './load.ts';
import type { Row } from './row.ts';
import { hostOf } from './service-data.ts';

const CONNECTIONS = 16;
const BARE = 'bare Hono route';

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
  const rows: Row[] = [];
  let best = 0;
  for (const [name, next] of Object.entries(kinds)) {
    const measured = await load({ connections: CONNECTIONS, seconds, next });
    if (name === BARE) best = measured.perSecond;
    rows.push(...rowsOfMeasure(group, name, measured, best));
  }
  const [measured, published] = await whilePublishing(block, () =>
    load({ connections: CONNECTIONS, seconds, next: confirm }),
  );
  rows.push(...rowsOfMeasure(group, `confirm, random buckets, ${published} publications meanwhile`, measured, best));
  return rows;
}

/** Lists one more host every second while something is measured. @returns the measure, and how many were listed */
async function whilePublishing<T>(block: LoadTarget['block'], measure: () => Promise<T>): Promise<[T, number]> {
  let published = 0;
  let publishing = Promise.resolve();
  const timer = setInterval(() => {
    publishing = publishing.then(async () => {
      await block(`published-${published}.bench.example`);
      published += 1;
    });
    // It is awaited, and thrown on, once the measure has ended.
    publishing.catch(() => undefined);
  }, 1_000);
  try {
    const measured = await measure();
    clearInterval(timer);
    await publishing;
    return [measured, published];
  } finally {
    clearInterval(timer);
  }
}

function rowsOfMeasure(group: string, name: string, measured: LoadMeasure, best: number): Row[] {
  const { perSecond, ...percentiles } = measured;
  const beside = name === BARE ? {} : { against: BARE, ratio: perSecond / best };
  return [
    { group, name, value: perSecond, unit: 'requests/s', ...beside },
    ...Object.entries(percentiles).map(([share, value]) => ({ group, name: `  ${share}`, value, unit: 'ms' })),
  ];
}
