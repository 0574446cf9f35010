import { parseArgs } from 'node:util';
import build from '../e2e/harness/build.ts';
import { blocklistRows } from './blocklist.ts';
import { extensionCostRows } from './browser/extension-cost.ts';
import { heavyPageRows } from './browser/heavy-pages.ts';
import { pageCostRows } from './browser/page-cost.ts';
import { popupRows } from './browser/popup.ts';
import { speedometerRows } from './browser/speedometer.ts';
import { Archive } from './history/archive.ts';
import { peerRows } from './peers.ts';
import { addressRows } from './recognition/addresses.ts';
import { lookalikeRows } from './recognition/lookalike.ts';
import { textRows } from './recognition/text.ts';
import { urlCheckRows } from './recognition/url-check.ts';
import { printRows, type Row } from './row.ts';
import { trafficRows } from './traffic/traffic.ts';
import { crowdRows } from './warning/crowd.ts';
import { guessRows } from './warning/guess.ts';
import { warningRows } from './warning/rows.ts';

type Options = {
  readonly from?: string | undefined;
  readonly pairs: number;
  readonly iterations: number;
  readonly isWholeOnly: boolean;
};
type Group = {
  readonly rows: (options: Options) => Promise<readonly Row[]>;
  readonly needsExtension?: true;
  /** Runs only where it is named: it needs a folder that the repository does not hold, and hours. */
  readonly isNamedOnly?: true;
};

/** What `npm run bench` measures, in order; `npm run bench -- NAME …` measures only those. */
const GROUPS: Readonly<Record<string, Group>> = {
  blocklist: { rows: blocklistRows },
  peers: { rows: peerRows },
  url: { rows: urlCheckRows },
  lookalike: { rows: lookalikeRows },
  text: { rows: textRows },
  addresses: { rows: addressRows },
  traffic: { rows: trafficRows },
  warning: { rows: warningRows, needsExtension: true },
  crowd: { rows: crowdRows, needsExtension: true },
  guess: { rows: guessRows, needsExtension: true },
  popup: { rows: popupRows, needsExtension: true },
  browser: { rows: pageCostRows, needsExtension: true },
  load: { rows: extensionCostRows, needsExtension: true },
  heavy: { rows: heavyPageRows, needsExtension: true },
  speedometer: { rows: speedometerOf, needsExtension: true, isNamedOnly: true },
};
const USE = `Use \`npm run bench -- [--save] [GROUP …]\`; groups are ${Object.keys(GROUPS).join(', ')}.
speedometer takes --from DIR with the files of WebKit/Speedometer, --pairs N (iterations of each browser, default 30), --iterations N (those
in one tab, default 10), and --whole to leave out single scripts.`;

const { save, names, options } = request();
const archive = save ? new Archive() : null;
const groups = Object.entries(GROUPS).filter(([name]) =>
  names.length === 0 ? !GROUPS[name]!.isNamedOnly : names.includes(name),
);
if (groups.some(([, { needsExtension }]) => needsExtension)) await build();
for (const [name, { rows }] of groups) {
  const measured = await rows(options);
  printRows(measured);
  if (archive) console.log(`\nSaved in ${archive.save(name, measured)}.`);
}

function speedometerOf({ from, ...options }: Options): Promise<Row[]> {
  if (from === undefined) throw new Error('Say with --from DIR where the files of WebKit/Speedometer are.');
  return speedometerRows({ from, ...options });
}

function request(): { save: boolean; names: string[]; options: Options } {
  try {
    const { values, positionals } = parseArgs({
      options: {
        save: { type: 'boolean' },
        from: { type: 'string' },
        pairs: { type: 'string', default: '30' },
        iterations: { type: 'string', default: '10' },
        whole: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const pairs = Number(values.pairs);
    if (!Number.isInteger(pairs) || pairs < 3) throw new Error('--pairs takes a whole number from 3.');
    const iterations = Number(values.iterations);
    if (!Number.isInteger(iterations) || iterations < 1) throw new Error('--iterations takes a whole number from 1.');
    const unknown = positionals.filter((name) => !Object.hasOwn(GROUPS, name));
    if (unknown.length > 0) throw new Error(`Unknown group ${unknown.join(', ')}.`);
    const options = { from: values.from, pairs, iterations, isWholeOnly: values.whole };
    return { save: values.save ?? false, names: positionals, options };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USE);
    process.exit(2);
  }
}
