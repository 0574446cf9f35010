import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox } from '../../src/development/firefox.ts';
import type { Leaks } from '../matrix/cell.ts';
import { MATRIX_HOSTS } from '../matrix/hosts.ts';
import { leakTable } from '../matrix/table.ts';
import { WAYS } from '../matrix/ways.ts';
import build from './build.ts';
import { FIREFOX_STATES, measure } from './cell.ts';
import { startRig } from './test.ts';

const TABLE = join(import.meta.dirname, 'leaks.md');
const HEAD = `# What leaks of a listed page in Firefox

Written by \`npm run matrix:firefox\`, as \`test/matrix/leaks.md\` is for Chromium: one visit a cell, to a host that the browser has not
met before unless the state says so, with a server that answers at once. The background is ended as the browser does it for
want of work. A cell says what was counted:

- **r** requests for pages that reached the listed site, **s** scripts of it that ran,
- **P** pictures, taken one after another, in which it was seen, **K** keys that reached it, typed between the pictures,
- **open** where no warning stood in its place in the end.

A dot says that nothing leaked. No cell may hold anything else; the command fails where one does.
`;

if (!findFirefox()) {
  console.error('No Firefox was found: set FIREFOX_PATH to one, or install firefox-esr.');
  process.exit(1);
}
await build();
const { rig, stop } = await startRig();
const measured: Record<string, Record<string, Leaks>> = {};
let next = 0;
let broken = 0;
for (const way of WAYS)
  for (const state of FIREFOX_STATES) {
    const leaks = await measure(rig, way, state, MATRIX_HOSTS[next++]!);
    measured[way.name] = { ...measured[way.name], [state]: leaks };
    const { request, script, pixel, key, stopped } = leaks;
    if (request + script + pixel + key > 0 || !(stopped || way.bare)) broken += 1;
    console.log(`${way.name}, ${state}: ${JSON.stringify(leaks)}`);
  }
await stop();
writeFileSync(TABLE, leakTable(WAYS, { Wary: FIREFOX_STATES }, new Map([['Wary', measured]]), HEAD));
console.log(`Wrote ${TABLE}`);
process.exit(broken > 0 ? 1 : 0);
