import { Site } from '../../../e2e/harness/site.ts';
import { BareChromium, type BareTab } from '../browser/devtools.ts';
import { median, percentile, type Row } from '../row.ts';
import { LISTED_DOMAIN, writeBareExtension } from './bare-extension.ts';
import { ListedService } from './listed-service.ts';
import {
  BEGINNINGS,
  type Beginning,
  keepProcess,
  type Side,
  START_HOST,
  START_PAGE,
  STATES,
  type State,
  type VisitTimes,
  visit,
} from './visit.ts';

const VISITS = 15;
const ENTRIES = 100_000;
const BARE = 'the bare method';
const WARY = 'Wary';
const TITLES: Record<Beginning, string> = {
  press: 'Press to warning: mouse pressed on a link (and kept down 80 ms)',
  visit: 'Visit to warning: a script of the page before sets location.href',
};

type Name = typeof BARE | typeof WARY;
type Taken = { readonly name: Name; readonly state: State; readonly beginning: Beginning } & VisitTimes;

/**
 * From what a person does to what they see instead of a listed page, beside the least extension that does it. Visits of both take
 * turns; each is to a host that was never confirmed before, whose server answers at once, and the service confirms it.
 * The mouse is pressed as soon as it stands on the link: a person takes longer, and gives Wary that time.
 */
export async function warningRows(): Promise<Row[]> {
  const rounds = VISITS + 1;
  const hosts = Array.from(
    { length: STATES.length * BEGINNINGS.length * rounds },
    (_, at) => `h${at}.${LISTED_DOMAIN}`,
  );
  const site = new Site();
  await site.start();
  site.on(START_HOST, '/', START_PAGE);
  const bare = writeBareExtension();
  const bareChromium = new BareChromium();
  let listed: ListedService | undefined;
  try {
    listed = await ListedService.open({ hosts, fill: ENTRIES, sites: site.port });
    await bareChromium.start([
      `--disable-extensions-except=${bare.folder}`,
      `--load-extension=${bare.folder}`,
      `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`,
    ]);
    const sides: [Name, Side][] = [
      [BARE, { chromium: bareChromium, extensionId: bare.id, heading: 'h1' }],
      [
        WARY,
        {
          chromium: listed.chromium,
          extensionId: listed.extensionId,
          heading: '.warning-words p',
        },
      ],
    ];
    const taken: Taken[] = [];
    for (const state of STATES) {
      const kept: BareTab[] = [];
      if (state === 'cold worker') for (const [, side] of sides) kept.push(await keepProcess(side));
      for (let round = 0; round < rounds; round += 1)
        for (const beginning of BEGINNINGS) {
          const host = hosts.pop()!;
          for (const [name, side] of round % 2 ? sides : sides.toReversed()) {
            const times = await visit(side, host, state, beginning);
            if (round > 0) taken.push({ name, state, beginning, ...times });
          }
        }
      for (const tab of kept) await tab.close();
    }
    return BEGINNINGS.flatMap((beginning) => rowsOf(beginning, taken));
  } finally {
    await listed?.close();
    await bareChromium.stop();
    bare.remove();
    await site.stop();
  }
}

function rowsOf(beginning: Beginning, taken: readonly Taken[]): Row[] {
  const group = `${TITLES[beginning]}, ${VISITS} visits, ${ENTRIES.toLocaleString('en')} entries: median; at most 1.5 × ${BARE}`;
  return STATES.flatMap((state) => {
    const timesOf = (name: Name, kind: keyof VisitTimes) =>
      taken
        .filter((each) => each.name === name && each.state === state && each.beginning === beginning)
        .map((each) => each[kind]);
    const least = timesOf(BARE, 'painted');
    const row = (name: string, times: readonly number[], beside: Partial<Row> = {}): Row => ({
      group,
      name: `${state}: ${name}`,
      value: median(times),
      p95: percentile(times, 0.95),
      unit: 'ms',
      ...beside,
    });
    const waryRow = (what: string, kind: keyof VisitTimes) => {
      const times = timesOf(WARY, kind);
      return row(`${WARY}, ${what}`, times, { against: BARE, ratio: median(times) / median(least) });
    };
    return [
      row(BARE, least),
      waryRow('first state of the warning', 'painted'),
      waryRow('verdict in the warning', 'told'),
    ];
  });
}
