import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromeIdOf } from '../../organization/identity.ts';
import { findChromium } from '../install/chromium.ts';

const EMPTY = 'about:blank';

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
      EMPTY,
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
  await openInFront(debuggingPort, options.startUrl);
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

/**
 * Opens an address over the welcome page, once that has come, in place of the empty tab that the browser began with. (A page that is under way
 * while Chromium loads an extension that looks at requests is dropped, and its tab stays empty.)
 */
async function openInFront(debuggingPort: string, url: string): Promise<void> {
  const browser = `http://127.0.0.1:${debuggingPort}/json`;
  const targets = () => fetch(`${browser}/list`).then((answer) => answer.json() as Promise<Target[]>);
  const hasWelcome = async () => (await targets()).some((target) => target.url.endsWith('/welcome.html'));
  for (let attempt = 0; attempt < 100 && !(await hasWelcome()); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const first = (await targets()).find((target) => target.url === EMPTY);
  await fetch(`${browser}/new?${url}`, { method: 'PUT' });
  if (first) await fetch(`${browser}/close/${first.id}`);
}
