import build from '../e2e/harness/build.ts';
import { blocklistRows } from './blocklist.ts';
import { pageCostRows } from './page-cost.ts';
import { peerRows } from './peers.ts';
import { printRows, type Row } from './row.ts';
import { trafficRows } from './traffic.ts';
import { urlCheckRows } from './url-check.ts';
import { warningRows } from './warning/rows.ts';

type Group = { readonly rows: () => Promise<readonly Row[]>; readonly needsExtension?: true };

/** What `npm run bench` measures, in order; `npm run bench -- NAME …` measures only those. */
const GROUPS: Readonly<Record<string, Group>> = {
  blocklist: { rows: blocklistRows },
  peers: { rows: peerRows },
  url: { rows: urlCheckRows },
  traffic: { rows: trafficRows },
  warning: { rows: warningRows, needsExtension: true },
  browser: { rows: pageCostRows, needsExtension: true },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`Unknown group ${unknown.join(', ')}: use ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}
const groups = Object.entries(GROUPS).filter(([name]) => asked.length === 0 || asked.includes(name));
if (groups.some(([, { needsExtension }]) => needsExtension)) await build();
for (const [, { rows }] of groups) printRows(await rows());
