import { parseArgs } from 'node:util';
import build from '../e2e/harness/build.ts';
import { addressRows } from './addresses.ts';
import { blocklistRows } from './blocklist.ts';
import { Archive } from './history/archive.ts';
import { lookalikeRows } from './lookalike.ts';
import { pageCostRows } from './page-cost.ts';
import { peerRows } from './peers.ts';
import { printRows, type Row } from './row.ts';
import { textRows } from './text.ts';
import { trafficRows } from './traffic.ts';
import { urlCheckRows } from './url-check.ts';
import { crowdRows } from './warning/crowd.ts';
import { guessRows } from './warning/guess.ts';
import { warningRows } from './warning/rows.ts';

type Group = { readonly rows: () => Promise<readonly Row[]>; readonly needsExtension?: true };

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
  browser: { rows: pageCostRows, needsExtension: true },
};
const USE = `Use \`npm run bench -- [--save] [GROUP …]\`; groups are ${Object.keys(GROUPS).join(', ')}.`;

const { save, names } = request();
const archive = save ? new Archive() : null;
const groups = Object.entries(GROUPS).filter(([name]) => names.length === 0 || names.includes(name));
if (groups.some(([, { needsExtension }]) => needsExtension)) await build();
for (const [name, { rows }] of groups) {
  const measured = await rows();
  printRows(measured);
  if (archive) console.log(`\nSaved in ${archive.save(name, measured)}.`);
}

function request(): { save: boolean; names: string[] } {
  try {
    const { values, positionals } = parseArgs({ options: { save: { type: 'boolean' } }, allowPositionals: true });
    const unknown = positionals.filter((name) => !Object.hasOwn(GROUPS, name));
    if (unknown.length > 0) throw new Error(`Unknown group ${unknown.join(', ')}.`);
    return { save: values.save ?? false, names: positionals };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USE);
    process.exit(2);
  }
}
