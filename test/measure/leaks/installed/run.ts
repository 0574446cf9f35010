import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service } from '../../../e2e/harness/service.ts';
import { Site } from '../../../e2e/harness/site.ts';
import type { Visit } from '../table/cell.ts';
import { Display } from './display.ts';
import { FIRST_TABS, install, startAgain } from './first-tab.ts';
import { type Installation, packExtension } from './installation.ts';

/** A kind of first tab, by the installation and the window of its browser. */
export type Start = { readonly way: string; readonly method: string; readonly state: string };

/**
 * Installs the packed extension in every way by which a machine does, and starts the browser. Needs the right to write where Chromium
 * looks for policies and extensions; takes its files back, also when it is interrupted.
 * @param take told each start with the visits of so many runs
 */
export async function measureInstalled(
  isWanted: (start: Start) => boolean,
  runs: number,
  take: (start: Start, visits: readonly Visit[]) => void,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'wary-installed-'));
  let installed: Installation | undefined;
  const service = new Service(['--poll-seconds', '2']);
  const site = new Site();
  const display = new Display();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      installed?.file.remove();
      process.exit(130);
    });
  try {
    await service.start();
    const hosts = Array.from({ length: 8 * runs }, (_, at) => `i${at}.installed.test`);
    const file = join(scratch, 'hosts.txt');
    writeFileSync(file, hosts.join('\n'));
    await service.command('import', file, '--format', 'hosts');
    await site.start();
    const packed = await packExtension();
    let meanwhile = 0;
    const look = async (method: string, state: string, name?: string) => {
      const starts = FIRST_TABS.map((way) => ({ way, method, state })).filter(isWanted);
      if (starts.length === 0) return;
      const bench = { service, site, id: packed.id, ...(name === undefined ? {} : { display: name }) };
      const browser = await install(bench, hosts.length);
      try {
        for (const start of starts) {
          const visits: Visit[] = [];
          while (visits.length < runs) {
            const isLater = start.way === 'restored, listed meanwhile';
            const host = isLater ? `later-${meanwhile++}.installed.test` : hosts.pop()!;
            visits.push(await startAgain(browser, bench, start.way, host));
          }
          take(start, visits);
        }
      } finally {
        await browser.stop();
      }
    };
    const screen = Display.isInstalled ? await display.start() : undefined;
    for (const way of packed.installations) {
      installed = way;
      way.file.write(way.content);
      await look(way.name, 'without a window');
      if (screen !== undefined) await look(way.name, 'with a window', screen);
      else console.log(`${way.name}, with a window: not tried, because Xvfb is not installed`);
      way.file.remove();
    }
    await packed.stop();
  } finally {
    installed?.file.remove();
    await display.stop();
    await site.stop();
    await service.remove();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
