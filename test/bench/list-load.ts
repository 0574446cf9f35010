import { ALGO_VERSION } from '../../src/asset/index.ts';
import { type LoadMeasure, type LoadRequest, load } from './load.ts';
import type { Row } from './row.ts';
import { hostOf } from './service-data.ts';

const CONNECTIONS = 16;
const SECONDS = 10;
const BARE = 'bare Hono route';

export type Address = { readonly hostname: string; readonly port: string };
export type LoadTarget = {
  readonly service: Address;
  /** The bare route. */
  readonly bare: Address;
  readonly key: string;
  /** How many hosts are listed. */
  readonly entries: number;
};

/** Version, confirmation and check under as much load as one process takes, beside a route that does nothing. */
export async function listRows({ service, bare, key, entries }: LoadTarget): Promise<Row[]> {
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
  const kinds: Record<string, (index: number) => LoadRequest> = {
    [BARE]: () => ({ options: { ...bare, path: '/' } }),
    version: () => ({ options: { ...service, path: '/api/v2/asset/blocklist/version', headers } }),
    'confirm, one bucket': (index) => {
      const prefixes = [((index * 40_503) % 65_536).toString(16).padStart(4, '0')];
      return post('/asset/blocklist/confirm', { algoVersion: ALGO_VERSION, prefixes });
    },
    'check, blocked': (index) => post('/asset/check', { content: `https://${hostOf(nth(index))}/claim` }),
    'check, unknown': (index) => post('/asset/check', { content: `https://other-${index}.example/` }),
  };
  const group = `Service: one process on PostgreSQL, ${entries.toLocaleString('en')} entries, ${CONNECTIONS} connections`;
  const rows: Row[] = [];
  let best = 0;
  for (const [name, next] of Object.entries(kinds)) {
    const measured = await load({ connections: CONNECTIONS, seconds: SECONDS, next });
    if (name === BARE) best = measured.perSecond;
    rows.push(...rowsOfMeasure(group, name, measured, best));
  }
  return rows;
}

function rowsOfMeasure(group: string, name: string, measured: LoadMeasure, best: number): Row[] {
  const { perSecond, ...percentiles } = measured;
  const beside = name === BARE ? {} : { against: BARE, ratio: perSecond / best };
  return [
    { group, name, value: perSecond, unit: 'requests/s', ...beside },
    ...Object.entries(percentiles).map(([share, value]) => ({ group, name: `  ${share}`, value, unit: 'ms' })),
  ];
}
