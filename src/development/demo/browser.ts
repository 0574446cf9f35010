import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromeIdOf } from '../../organization/identity.ts';
import { findChromium } from '../install/chromium.ts';

/**
 * Opens a Chromium with the extension on a profile of its own: pinned in the toolbar, the start page in front, and the welcome page behind it.
 * Everything but this machine's own addresses goes to the demo sites, as to a proxy, so that nothing leaves the machine. (Rules for names,
 * `--host-resolver-rules`, do the same; but for them Chromium shows a bar about an unsupported flag.)
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
  await pin(options.extension, options.profile);
  const asRoot = process.getuid?.() === 0;
  const child = spawn(
    path,
    [
      `--user-data-dir=${options.profile}`,
      `--disable-extensions-except=${options.extension}`,
      `--load-extension=${options.extension}`,
      `--proxy-server=http://127.0.0.1:${options.sitesPort}`,
      '--remote-debugging-port=0',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.headless ? ['--headless=new'] : []),
      // Chromium refuses to run as root with its sandbox, and shows a bar about that unless it is tested.
      ...(asRoot ? ['--no-sandbox', '--test-type'] : []),
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
  await bringToFront(debuggingPort, options.startUrl);
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

/** Puts the icon of an extension in the toolbar of a profile that has not been used yet, as a person does by its pin. */
async function pin(extension: string, profile: string): Promise<void> {
  const { key } = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')) as { key: string };
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { extensions: { pinned_extensions: [chromeIdOf(key)] } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

type Target = { readonly id: string; readonly url: string };

/** The welcome page opens over what is there: once it has come, the tab of this address is shown again. */
async function bringToFront(debuggingPort: string, url: string): Promise<void> {
  const browser = `http://127.0.0.1:${debuggingPort}/json`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const targets = (await fetch(`${browser}/list`).then((answer) => answer.json())) as Target[];
    const start = targets.find((target) => target.url === url);
    if (start && targets.some((target) => target.url.endsWith('/welcome.html'))) {
      await fetch(`${browser}/activate/${start.id}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
