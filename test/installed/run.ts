import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { Service } from '../e2e/harness/service.ts';
import { Site } from '../e2e/harness/site.ts';
import { Display } from './display.ts';
import { type FirstTab, InstalledBrowser, type Start, summary } from './first-tab.ts';
import { type Installation, installations } from './installation.ts';
import { Package } from './package.ts';

const FIRST_TABS: readonly FirstTab[] = [
  'given, never confirmed',
  'given, confirmed before',
  'restored, listed meanwhile',
];

const runs = Number(process.argv[2] ?? 3);
if (!Number.isInteger(runs) || runs < 1) {
  console.error(
    'Use `npm run installed` or `npm run installed -- STARTS`, STARTS being the browser starts of each kind (3).',
  );
  process.exit(2);
}
if (!process.env.WARY_SKIP_BUILD) await build();
const scratch = mkdtempSync(join(tmpdir(), 'wary-installed-'));
let installed: Installation | undefined;
const service = new Service(['--poll-seconds', '2']);
const site = new Site();
const display = new Display();
let broken = 0;
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
  const packed = new Package(EXTENSION, scratch);
  await packed.start();
  let meanwhile = 0;
  const look = async (window: string, name?: string) => {
    const browser = new InstalledBrowser({
      service,
      site,
      id: packed.id,
      ...(name === undefined ? {} : { display: name }),
    });
    try {
      await browser.install(hosts.length);
      for (const first of FIRST_TABS) {
        const starts: Start[] = [];
        for (let run = 0; run < runs; run += 1) {
          const isLater = first === 'restored, listed meanwhile';
          starts.push(await browser.start(first, isLater ? `later-${meanwhile++}.installed.test` : hosts.pop()!));
        }
        console.log(`${window}, first tab ${first}: ${summary(starts)}`);
        broken += starts.filter(({ visible }) => visible).length;
      }
    } finally {
      await browser.remove();
    }
  };
  const screen = Display.isInstalled ? await display.start() : undefined;
  for (const way of installations(packed)) {
    installed = way;
    way.file.write(way.content);
    await look(`${way.name}, without a window`);
    if (screen !== undefined) await look(`${way.name}, with a window`, screen);
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
if (broken > 0) console.error(`${broken} first frames of a listed page were shown`);
process.exit(broken > 0 ? 1 : 0);
