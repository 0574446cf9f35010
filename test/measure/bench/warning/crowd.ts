import { Site } from '../../../e2e/harness/site.ts';
import { BareChromium, type BareTab } from '../browser/devtools.ts';
import { median, percentile, type Row } from '../row.ts';
import { LISTED_DOMAIN, writeBareExtension } from './bare-extension.ts';
import { CROWDS, serveCrowd } from './crowd-pages.ts';
import { ListedService } from './listed-service.ts';
import { type Side, START_HOST, START_PAGE, type VisitTimes, visit } from './visit.ts';

const ALONE = 'alone';
const COMPANY: Readonly<Record<string, readonly string[]>> = { [ALONE]: [], ...CROWDS };
/** Rounds at most, and the milliseconds after which none begins: on a busy machine every visit takes seconds. */
const ROUNDS = 10;
const TIME_MS = 400_000;
/** Visits in a row, alone or with a crowd. */
const VISITS = 3;
const VISITS_A_ROUND = VISITS * Object.keys(COMPANY).length;
const CROWD_HOSTS = 100;
/** A list of which each start, also on a busy machine, takes seconds: its length has no part in what is measured. */
const ENTRIES = 10_000;
/** Milliseconds in which the pages of the crowd come to full speed. */
const WARM_UP = 3_000;

type Taken = { readonly side: string; readonly company: string } & VisitTimes;

/**
 * How much later the warning in a fourth tab comes while three of the worst pages are open, beside the least extension that puts a
 * warning up: what the pages take of the machine and of the browser slows both.
 */
export async function crowdRows(): Promise<Row[]> {
  const visited = Array.from({ length: ROUNDS * VISITS_A_ROUND + 1 }, (_, at) => `v${at}.${LISTED_DOMAIN}`);
  const inCrowd = Array.from({ length: CROWD_HOSTS }, (_, at) => `c${at}.listed-crowd.test`);
  const site = new Site();
  await site.start();
  site.on(START_HOST, '/', START_PAGE);
  serveCrowd(site, inCrowd);
  const bare = writeBareExtension();
  const bareChromium = new BareChromium();
  let listed: ListedService | undefined;
  try {
    listed = await ListedService.open({ hosts: [...visited, ...inCrowd], fill: ENTRIES, sites: site.port });
    await bareChromium.start([
      `--disable-extensions-except=${bare.folder}`,
      `--load-extension=${bare.folder}`,
      `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`,
    ]);
    const { chromium, extensionId } = listed;
    const sides: Record<string, Side> = {
      'the bare method': { chromium: bareChromium, extensionId: bare.id, heading: 'h1' },
      Wary: { chromium, extensionId, heading: '.warning-words p' },
    };
    const taken: Taken[] = [];
    for (const side of Object.values(sides)) await visit(side, visited[0]!, 'warm worker', 'visit');
    const end = performance.now() + TIME_MS;
    for (let round = 0; round < ROUNDS && performance.now() < end; round += 1) {
      const hosts = visited.slice(1 + round * VISITS_A_ROUND);
      for (const [name, side] of Object.entries(sides)) taken.push(...(await takeRound(name, side, hosts)));
      console.log(
        `round ${round + 1}: ${taken
          .slice(-2 * VISITS_A_ROUND)
          .map(inWords)
          .join(', ')}`,
      );
    }
    return Object.keys(sides).flatMap((name) => rowsOf(name, taken));
  } finally {
    await listed?.close();
    await bareChromium.stop();
    bare.remove();
    await site.stop();
  }
}

/** Visits alone, then with each crowd. */
async function takeRound(name: string, side: Side, hosts: readonly string[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const [company, pages] of Object.entries(COMPANY)) {
    const crowd = await openCrowd(side.chromium, pages);
    for (let at = 0; at < VISITS; at += 1)
      taken.push({ side: name, company, ...(await visit(side, hosts[taken.length]!, 'warm worker', 'visit')) });
    for (const tab of crowd) await tab.close();
  }
  return taken;
}

const inWords = ({ side, company, painted, told }: Taken): string =>
  `${side}, ${company} ${painted.toFixed(0)}/${told.toFixed(0)} ms`;

async function openCrowd(chromium: BareChromium, pages: readonly string[]): Promise<BareTab[]> {
  const tabs: BareTab[] = [];
  for (const host of pages) {
    const tab = await chromium.tab('about:blank');
    // A page that loads its frames again and again is never complete.
    await tab.send('Page.navigate', { url: `http://${host}/` });
    tabs.push(tab);
  }
  if (tabs.length > 0) await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  return tabs;
}

function rowsOf(name: string, taken: readonly Taken[]): Row[] {
  const group = `Visit to warning while three pages that fight are open: median; at most 50 ms later at p95`;
  return (['painted', 'told'] as const).flatMap((kind) => {
    const what = kind === 'painted' ? 'first state of the warning' : 'verdict in the warning';
    const times = (company: string) =>
      taken.filter((each) => each.side === name && each.company === company).map((each) => each[kind]);
    const alone = times(ALONE);
    return Object.keys(COMPANY).map((company): Row => {
      const values = times(company);
      const later = percentile(values, 0.95) - percentile(alone, 0.95);
      const [p95, middle] = [later, median(values) - median(alone)].map((ms) => `${ms.toFixed(0)} ms`);
      return {
        group,
        name: `${name}, ${what}, ${company}`,
        value: median(values),
        p95: percentile(values, 0.95),
        unit: 'ms',
        detail: `${company === ALONE ? '' : `${middle} later, ${p95} at p95, `}${values.length} visits`,
      };
    });
  });
}
