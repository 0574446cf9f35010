import { readFileSync } from 'node:fs';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { ListedBrowser } from './bench/browser/listed-browser.ts';
import { RealisticPages } from './bench/browser/realistic-pages.ts';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) {
  console.error('Use `npm run measure -- warmth [MINUTES]` (10).');
  process.exit(2);
}
await build();
const pages = new RealisticPages();
await pages.start();
const results = await Promise.all([watch('idle', 0), watch('browsing', 4_000)]);
await pages.stop();
for (const line of results) console.log(line);
process.exit(0);

/**
 * Watches the extension's process for so many minutes beside an open page, attached to nothing but the page.
 * @param pause milliseconds between two movements of the pointer; 0 moves nothing
 */
async function watch(name: string, pause: number): Promise<string> {
  const listed = await ListedBrowser.open({ folder: EXTENSION, entries: 100_000, sites: pages.port });
  const browser = listed.chromium;
  const tab = await browser.tab('http://article.bench.test/');
  await tab.send('Page.bringToFront');
  const seconds = Math.round(minutes * 60);
  const ticks = new Map<number, number>();
  let alive = 0;
  let memory = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (pause > 0 && (second * 1_000) % pause === 0)
      await tab.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        x: 100 + (second % 9) * 40,
        y: 100 + (second % 7) * 50,
      });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const processes = browser.extensionProcesses.flatMap((pid) => statusOf(pid) ?? []);
    if (processes.length > 0) alive += 1;
    for (const { pid, cpuTicks, megabytes } of processes) {
      ticks.set(pid, cpuTicks);
      memory = Math.max(memory, megabytes);
    }
  }
  await listed.close();
  const cpu = [...ticks.values()].reduce((sum, each) => sum + each, 0) / 100;
  return `${name}: alive ${alive} of ${seconds} s in ${ticks.size} processes, ${cpu.toFixed(2)} s of CPU, at most ${memory.toFixed(0)} MB`;
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
