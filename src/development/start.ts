import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDemoBrowser } from './demo/browser.ts';
import { startDemoService, writeDemoBrand } from './demo/service.ts';
import { startDemoSites } from './demo/sites.ts';
import { buildExtension } from './extension/build.ts';

const USAGE = `Runs all of Wary on this machine: the service with a demo organization and list, the extension built for it, and a browser.

  npm start -- [--headless] [--port N] [--data DIR]

  --headless   no window, for servers; implied where there is no display
  --port N     port of the service (default: a free one)
  --data DIR   keeps the service's data in DIR (default: in memory, gone at the end)`;

const { values } = parseArgs({
  options: {
    headless: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  console.error(`--port wants a number from 0 to 65535, not "${values.port}".`);
  process.exit(2);
}

const noDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
const headless = values.headless || noDisplay;
const scratch = await mkdtemp(join(tmpdir(), 'wary-start-'));
const closers: (() => Promise<void>)[] = [() => rm(scratch, { recursive: true, force: true, maxRetries: 5 })];
let stopping: Promise<void> | undefined;

/** Stops what runs, last started first. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const close of closers.reverse()) await close().catch((error) => console.error(error));
    process.exit(code);
  })();
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  console.log('Starting the service …');
  const service = await startDemoService({
    port: Number(values.port),
    data: values.data,
    scratch,
    onExit: () => void stop(1),
  });
  closers.push(service.stop);

  console.log('Building the extension …');
  const brandFile = await writeDemoBrand(scratch, service);
  const extension = await buildExtension({
    brandFile,
    browser: 'chrome',
    list: 'service',
    out: join(scratch, 'output'),
    // With --data, an operator may have taken everything off the list.
    allowed: new Set(['empty-list']),
    now: Date.now(),
    scratch,
  });

  const sites = await startDemoSites(service);
  closers.push(sites.stop);

  const browser = await openDemoBrowser({
    extension,
    headless,
    sitesPort: sites.port,
    profile: join(scratch, 'profile'),
    startUrl: sites.url,
  });
  closers.push(browser.stop);
  void browser.closed.then(() => stop(0));

  console.log(`
Wary runs on this machine.

  Service   ${service.url}   (documentation: ${service.url}/api/v2/openapi.json)
  Portal    ${service.portalUrl}/acme
  Desk      ${service.url}/desk   (decide reports: sign in with the key "user"; a site takes two approvals, the second with "colleague")
  Demo page ${sites.url}   (opens in the browser with the extension; its names exist only there)
  Keys      protect ${service.keys.protect}
            report ${service.keys.report}
            organization ${service.keys.organization}
            user ${service.keys.user}
            colleague ${service.keys.colleague}
  Data      ${values.data ?? 'in memory'}
${
  headless
    ? `
No window is open (${values.headless ? 'as asked with --headless' : 'there is no display'}): the browser runs headless,
its DevTools are at http://127.0.0.1:${browser.debuggingPort}.
`
    : ''
}
Ctrl-C stops everything.`);
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
