import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import type { BareChromium } from './bench/browser/devtools.ts';
import { idOfPackage, ListedBrowser } from './bench/browser/listed-browser.ts';
import { RealisticPages } from './bench/browser/realistic-pages.ts';
import { Display } from './display.ts';

/** Minutes without input after which the browser calls itself idle for the extension, and a reserve. */
const UNTIL_IDLE_MINUTES = 6;
const VISIBLE_TABS = 3;
const HIDDEN_TABS = 12;
/** Milliseconds between two looks at the processes: a worker lives for half a minute at least. */
const LOOK_INTERVAL_MS = 500;

const minutes = Number(process.argv[2] ?? 20);
if (!(minutes > 0)) {
  console.error('Use `npm run measure -- rest [MINUTES]` (20).');
  process.exit(2);
}
await build();
const pages = await new RealisticPages().start();
const display = new Display();
const screen = Display.isInstalled ? await display.start() : undefined;
if (screen === undefined)
  console.log('nobody there: not tried, because Xvfb is not installed and nothing else tells idle time');
const results = await Promise.all([
  ...(screen === undefined ? [] : [watch('nobody there', VISIBLE_TABS, HIDDEN_TABS, 0, screen)]),
  watch('browsing', 1, 0, 4_000),
]);
await display.stop();
await pages.stop();
for (const line of results) console.log(line);
process.exit(0);

/**
 * Watches the extension for so many minutes beside open pages, attached to nothing but the pages.
 * @param visible tabs in windows of their own
 * @param hidden tabs behind the last of them
 * @param pause milliseconds between two movements of the pointer; 0 moves nothing and waits until the browser is idle
 */
async function watch(name: string, visible: number, hidden: number, pause: number, display?: string): Promise<string> {
  const listed = await ListedBrowser.open({
    folder: EXTENSION,
    entries: 100_000,
    sites: pages.port,
    pollSeconds: 60,
    display,
  });
  const browser = listed.chromium;
  for (let tab = 0; tab < hidden; tab += 1) await browser.tab(address(tab));
  const shown = [];
  for (let tab = 0; tab < visible; tab += 1) shown.push(await browser.tab(address(tab), true));
  if (pause === 0) await wait(UNTIL_IDLE_MINUTES * 60_000);
  const end = Date.now() + minutes * 60_000;
  const requestsBefore = listed.requests;
  const seen = new Map<number, { cpuTicks: number; megabytes: number }>();
  const atFirst = new Set(browser.extensionProcesses);
  let [alive, looks, writes] = [0, 0, 0];
  let written = lastWrite(browser);
  let movedAt = 0;
  while (Date.now() < end) {
    if (pause > 0 && Date.now() - movedAt >= pause) {
      movedAt = Date.now();
      const [x, y] = [100 + (looks % 9) * 40, 100 + (looks % 7) * 50];
      await shown[0]?.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    }
    await wait(LOOK_INTERVAL_MS);
    looks += 1;
    const processes = browser.extensionProcesses.flatMap((pid) => statusOf(pid) ?? []);
    if (processes.length > 0) alive += 1;
    for (const { pid, ...status } of processes) seen.set(pid, status);
    const now = lastWrite(browser);
    if (now > written) writes += 1;
    written = now;
  }
  const requests = listed.requests - requestsBefore;
  await listed.close();
  const starts = [...seen.keys()].filter((pid) => !atFirst.has(pid)).length;
  const cpu = [...seen.values()].reduce((sum, { cpuTicks }) => sum + cpuTicks, 0) / 100;
  const memory = Math.max(0, ...[...seen.values()].map(({ megabytes }) => megabytes));
  return `${name}, ${minutes} min: ${starts} worker starts, ${requests} requests, ${writes} looks with a write to its storage, alive ${((alive / looks) * 100).toFixed(0)} % of the time, ${cpu.toFixed(2)} s of CPU, at most ${memory.toFixed(0)} MB`;
}

function address(tab: number): string {
  return `http://${RealisticPages.NAMES[tab % RealisticPages.NAMES.length]}.bench.test/?tab=${tab}`;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** When anything in the storage of the extension was last written, in ms since epoch. */
function lastWrite({ profile }: BareChromium): number {
  const folders = ['Local Extension Settings', 'IndexedDB'].map((name) => join(profile, 'Default', name));
  const files = folders.flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes(idOfPackage(EXTENSION)))
        .map((name) => join(folder, name));
    } catch (error) {
      // It is made with the first write.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
  return Math.max(0, ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** CPU in hundredths of a second and resident memory of a process (proc(5)); null once it has ended. */
function statusOf(pid: number): { pid: number; cpuTicks: number; megabytes: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, cpuTicks: Number(fields[11]) + Number(fields[12]), megabytes: (Number(fields[21]) * 4_096) / 1e6 };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
