import { blocklistRows } from './blocklist.ts';
import { browserRows } from './browser.ts';
import { peerRows } from './peers.ts';
import { printRows, type Row } from './row.ts';
import { trafficRows } from './traffic.ts';
import { urlCheckRows } from './url-check.ts';

/** What `npm run bench` measures, in order; `npm run bench -- NAME …` measures only those. */
const GROUPS: Record<string, () => Promise<readonly Row[]>> = {
  blocklist: blocklistRows,
  peers: peerRows,
  url: urlCheckRows,
  traffic: trafficRows,
  browser: browserRows,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`Unknown group ${unknown.join(', ')}: use ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}
for (const [name, rows] of Object.entries(GROUPS)) {
  if (asked.length === 0 || asked.includes(name)) printRows(await rows());
}
