import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';

/**
 * Opens a Chromium with the extension on a profile of its own. Names resolve inside it only: this machine's own
 * addresses stay, every other name lands on the demo sites, so nothing leaves the machine.
 * @throws Error when no Chromium is found or it ends at once
 */
export async function openDemoBrowser(options: {
  extension: string;
  headless: boolean;
  sitesPort: number;
  profile: string;
  startUrl: string;
}): Promise<{ closed: Promise<void>; debuggingPort: string; stop: () => Promise<void> }> {
  const path = findChromium();
  if (!path) throw new Error('No Chromium was found: set CHROME_PATH to one and run the command again.');
  const asRoot = process.getuid?.() === 0;
  const child = spawn(
    path,
    [
      `--user-data-dir=${options.profile}`,
      `--disable-extensions-except=${options.extension}`,
      `--load-extension=${options.extension}`,
      `--host-resolver-rules=EXCLUDE 127.0.0.1, EXCLUDE localhost, MAP * 127.0.0.1:${options.sitesPort}`,
      '--remote-debugging-port=0',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.headless ? ['--headless=new'] : []),
      // Chromium refuses to run as root with its sandbox.
      ...(asRoot ? ['--no-sandbox'] : []),
      options.startUrl,
    ],
    { stdio: 'ignore', detached: process.platform !== 'win32' },
  );
  const closed = once(child, 'exit').then(() => {});
  const portFile = join(options.profile, 'DevToolsActivePort');
  let debuggingPort = '';
  for (let attempt = 0; attempt < 200 && debuggingPort === ''; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${path} ended at once with code ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    debuggingPort = await readFile(portFile, 'utf8').then(
      (text) => text.split('\n')[0] ?? '',
      () => '',
    );
  }
  if (debuggingPort === '') throw new Error(`${path} did not start within 20 s.`);
  return {
    closed,
    debuggingPort,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await closed;
    },
  };
}
