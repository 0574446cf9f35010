import { call } from '../../../src/api/client.ts';
import { organizationReports } from '../../../src/api/report/report-list.ts';
import { median, percentile, type Row } from '../bench/row.ts';

const PAGES = 1_000;
const PAGE = 20;
const ROUNDS = 300;
const WARM_UP = 30;
const BY_KEY = '20 reports by primary key, a bare Hono route';
const FIRST = 'first page';

export type PageTarget = {
  /** Of the service. */
  readonly url: string;
  readonly key: string;
  /** Of the route that fetches reports by their ids. */
  readonly bareUrl: string;
  readonly reports: number;
};

/**
 * The first page of an organization's reports against the 1,000th one, and against fetching the rows of the first by primary key.
 * The three take turns, so that whatever else the machine does slows all of them.
 * @throws Error when a page skips or repeats a report
 */
export async function pageRows({ url, key, bareUrl, reports }: PageTarget): Promise<Row[]> {
  const read = async (cursor: string | undefined) => {
    const answer = await call({ baseUrl: url, apiKey: key }, organizationReports, { query: { limit: PAGE, cursor } });
    if (answer.status !== 200) throw new Error(`The reports answered ${answer.status}`);
    return answer.data;
  };
  const { ids, cursor } = await walk(read, reports);
  const rows = async () => {
    const response = await fetch(`${bareUrl}/reports?ids=${ids.slice(0, PAGE)}`);
    if (((await response.json()) as unknown[]).length !== PAGE)
      throw new Error('The bare route does not know the reports');
  };
  const kinds = { [BY_KEY]: rows, [FIRST]: () => read(undefined), [`page ${PAGES}`]: () => read(cursor) };
  const times = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(kinds)) {
      const start = performance.now();
      await work();
      if (round >= 0) times.get(name)!.push(performance.now() - start);
    }
  }
  const group = `Reports of one organization, ${reports.toLocaleString('en')} of them, pages of ${PAGE}, one request at a time`;
  return [...times].flatMap(([name, measured]): Row[] => {
    const against = { [FIRST]: BY_KEY, [`page ${PAGES}`]: FIRST }[name];
    const value = median(measured);
    const beside = against === undefined ? {} : { against, ratio: value / median(times.get(against)!) };
    return [
      { group, name: `${name}, median`, value, unit: 'ms', ...beside },
      { group, name: '  p95', value: percentile(measured, 0.95), unit: 'ms' },
    ];
  });
}

type Page = { readonly reports: readonly { readonly id: number }[]; readonly cursor?: string | undefined };

/** Turns the pages before the last one that is measured. @returns every id on them, and the cursor of the next page */
async function walk(
  read: (cursor: string | undefined) => Promise<Page & { readonly totalCount: number }>,
  reports: number,
) {
  const ids: number[] = [];
  let cursor: string | undefined;
  for (let page = 1; page < PAGES; page += 1) {
    const { reports: records, totalCount, cursor: next } = await read(cursor);
    if (totalCount !== reports) throw new Error(`There are said to be ${totalCount} reports, not ${reports}`);
    ids.push(...records.map(({ id }) => id));
    cursor = next;
  }
  const isInOrder = ids.every((id, index) => index === 0 || id === ids[index - 1]! - 1);
  if (!isInOrder || ids.length !== (PAGES - 1) * PAGE || cursor === undefined)
    throw new Error('The pages skip or repeat reports');
  return { ids, cursor };
}
