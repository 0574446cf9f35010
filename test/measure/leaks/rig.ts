import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from '../../e2e/harness/build.ts';
import { Relay } from '../../e2e/harness/relay.ts';
import { Service } from '../../e2e/harness/service.ts';
import { Site } from '../../e2e/harness/site.ts';
import type { Browser } from './browser/browser.ts';
import { Chromium } from './browser/chromium.ts';
import { writePeer, writeWallet } from './browser/extensions.ts';
import { Firefox } from './browser/firefox.ts';
import type { Rig } from './measure.ts';
import { buildWithList } from './state/first-minute.ts';
import { START } from './state/state.ts';
import type { Method } from './table/tables.ts';
import { LISTED_HOSTS, SHARED_PAGES } from './way/hosts.ts';
import { WORKER_PAGE, WORKER_SITE } from './way/ways.ts';

export type Started<Of extends Rig = Rig> = { readonly rig: Of; readonly stop: () => Promise<void> };
/** One with Wary in its browser. */
export type WaryRig<Of extends Browser = Browser> = Omit<Rig, 'browser'> & {
  readonly browser: Of;
  readonly relay: Relay;
  readonly service: Service;
};

/** Only what comes over https, or is taken for it, is prefetched for another site; so is a site that may have a worker. */
const SECURE = [
  `http://${WORKER_SITE}`,
  ...LISTED_HOSTS.filter((host) => /^m\d/.test(host)).map((host) => `http://${host}`),
];

async function startSite(ends: AsyncDisposableStack): Promise<Site> {
  const site = new Site();
  await site.start();
  ends.defer(() => site.stop());
  site.on(new URL(START).host, '/', '<!doctype html><title>start</title><h1>start</h1>');
  return site;
}

/**
 * A browser with Wary and the stand-in wallet, its list synced, and everything around it.
 * @param running a service to use, which is not ended with the rig
 */
export async function startWary<Of extends Browser & { start(): Promise<void> }>(
  browserOf: (ports: { sitePort: number; servicePort: number }, wallet: string) => Of,
  { running, more = [], pollSeconds = 2 }: { running?: Service; more?: readonly string[]; pollSeconds?: number } = {},
): Promise<Started<WaryRig<Of>>> {
  const ends = new AsyncDisposableStack();
  try {
    const service = running ?? new Service(['--poll-seconds', String(pollSeconds)]);
    if (!running) {
      ends.defer(() => service.remove());
      await service.start();
    }
    const hosts = [...LISTED_HOSTS, ...more];
    const file = join(service.folder, 'listed-hosts.txt');
    writeFileSync(file, hosts.join('\n'));
    await service.command('source', 'import', file, '--format', 'hosts');
    const relay = new Relay(() => service.port);
    await relay.start();
    ends.defer(() => relay.stop());
    const site = await startSite(ends);
    const wallet = writeWallet();
    ends.defer(() => rmSync(wallet, { recursive: true }));
    const ports = { sitePort: site.port, servicePort: relay.port };
    const started = async (browser: Of) => {
      await browser.start();
      await browser.configure({ apiKey: service.keys.publishable });
      await browser.synced(hosts.length);
      if (browser instanceof Chromium) await browser.clear();
      return browser;
    };
    const browser = browserOf(ports, wallet);
    ends.defer(() => browser.stop());
    await started(browser);
    let packaged: string | undefined;
    const fresh = async () => {
      packaged ??= buildWithList([...LISTED_HOSTS, ...SHARED_PAGES, WORKER_PAGE]);
      const installed = new Chromium({ ...ports, extensions: [packaged, wallet], secure: SECURE });
      ends.defer(() => installed.stop());
      await installed.start();
      await installed.configure({ apiKey: service.keys.publishable });
      await installed.synced(LISTED_HOSTS.length);
      await installed.clear();
      return installed;
    };
    return { rig: { browser, site, relay, service, fresh }, stop: () => ends.disposeAsync() };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

export const startChromium = (running?: Service): Promise<Started<WaryRig<Chromium>>> =>
  startWary(
    (ports, wallet) => new Chromium({ ...ports, extensions: [EXTENSION, wallet], secure: SECURE }),
    running ? { running } : {},
  );

/** @param more hosts that are listed beside those of the visits */
export const startFirefox = (more: readonly string[] = []): Promise<Started<WaryRig<Firefox>>> =>
  startWary((ports, wallet) => new Firefox({ ...ports, wallet }), { more, pollSeconds: 60 });

/** A Chromium with another method, or none, in the place of Wary. */
export async function startPeer(method: Exclude<Method, 'Wary'>): Promise<Started> {
  const ends = new AsyncDisposableStack();
  const site = await startSite(ends);
  const folders = [writeWallet(), ...(method === 'no extension' ? [] : [writePeer(method)])];
  for (const folder of folders) ends.defer(() => rmSync(folder, { recursive: true }));
  const browser = new Chromium({ extensions: folders, sitePort: site.port, secure: SECURE });
  ends.defer(() => browser.stop());
  await browser.start();
  return { rig: { browser, site }, stop: () => ends.disposeAsync() };
}
