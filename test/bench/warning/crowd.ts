import { Site } from '../../e2e/harness/site.ts';
import { BareChromium, type BareTab } from '../browser/devtools.ts';
import { median, percentile, type Row } from '../row.ts';
import { LISTED_DOMAIN, writeBareExtension } from './bare-extension.ts';
import { CROWD, serveCrowd } from './crowd-pages.ts';
import { ListedService } from './listed-service.ts';
import { type Side, START_HOST, START_PAGE, type VisitTimes, visit } from './visit.ts';

/** Rounds at most, and the milliseconds after which none begins: on a busy machine every visit takes seconds. */
const ROUNDS = 7;
const TIME_MS = 190_000;
/** Visits in a row, with or without the crowd. */
const VISITS = 3;
const CROWD_HOSTS = 100;
/** A list of which each start, also on a busy machine, takes seconds: its length has no part in what is measured. */
const ENTRIES = 10_000;
/** Milliseconds in which the pages of the crowd come to full speed. */
const WARM_UP = 3_000;

type Taken = { readonly side: string; readonly isCrowded: boolean } & VisitTimes;

/**
 * How much later the warning in a fourth tab comes while three of the worst pages are open, beside the least extension that puts a
 * warning up: what the pages take of the machine slows both.
 */
export async function crowdRows(): Promise<Row[]> {
  const visited = Array.from({ length: ROUNDS * VISITS * 2 + 1 }, (_, at) => `v${at}.${LISTED_DOMAIN}`);
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
      const hosts = visited.slice(1 + round * 2 * VISITS);
      for (const [name, side] of Object.entries(sides)) taken.push(...(await takeRound(name, side, hosts)));
      console.log(
        `round ${round + 1}: ${taken
          .slice(-4 * VISITS)
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

/** Visits without the crowd, then with it. */
async function takeRound(name: string, side: Side, hosts: readonly string[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const isCrowded of [false, true]) {
    const crowd = isCrowded ? await openCrowd(side.chromium) : [];
    for (let at = 0; at < VISITS; at += 1)
      taken.push({ side: name, isCrowded, ...(await visit(side, hosts[taken.length]!, 'warm worker', 'visit')) });
    for (const tab of crowd) await tab.close();
  }
  return taken;
}

const inWords = ({ side, isCrowded, painted, told }: Taken): string =>
  `${side}${isCrowded ? ' with them' : ''} ${painted.toFixed(0)}/${told.toFixed(0)} ms`;

async function openCrowd(chromium: BareChromium): Promise<BareTab[]> {
  const tabs: BareTab[] = [];
  for (const host of CROWD) {
    const tab = await chromium.tab('about:blank');
    // A page that loads its frames again and again is never complete.
    await tab.send('Page.navigate', { url: `http://${host}/` });
    tabs.push(tab);
  }
  await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  return tabs;
}

function rowsOf(name: string, taken: readonly Taken[]): Row[] {
  const group = `Visit to warning while three pages that fight are open: median; at most 50 ms later at p95`;
  return (['painted', 'told'] as const).flatMap((kind) => {
    const times = (isCrowded: boolean) =>
      taken.filter((each) => each.side === name && each.isCrowded === isCrowded).map((each) => each[kind]);
    const what = kind === 'painted' ? 'first state of the warning' : 'verdict in the warning';
    const [alone, crowded] = [times(false), times(true)];
    const visits = `${alone.length} and ${crowded.length} visits`;
    const later = percentile(crowded, 0.95) - percentile(alone, 0.95);
    const row = (beside: string, values: readonly number[], more: Partial<Row> = {}): Row => ({
      group,
      name: `${name}, ${what}, ${beside}`,
      value: median(values),
      p95: percentile(values, 0.95),
      unit: 'ms',
      ...more,
    });
    return [
      row('alone', alone),
      row('with them', crowded, { detail: `${later.toFixed(0)} ms later at p95, ${visits}` }),
    ];
  });
}
