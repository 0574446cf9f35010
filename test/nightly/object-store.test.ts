import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Service } from '../e2e/harness/service.ts';
import { LocalServer } from '../fixtures/local-server.ts';
import { ObjectGateway } from './object-gateway.ts';

const ROUNDS = 6;
const FOR_EVER = 'public, max-age=31536000, immutable';
const PREFIX = 'lists';
/** More than go into a recent file. */
const MANY = 1_500;

const isInstalled = ObjectGateway.isInstalled();
if (!isInstalled)
  console.log('No Ceph object gateway was found (apt-get install radosgw ceph-mon ceph-osd): its test is SKIPPED.');

type ListFile = { token: string; url: string; count: number };
type Version = { snapshot: ListFile & { changes: { url: string }[] }; recent: ListFile; hot?: ListFile };

const gateway = new ObjectGateway();
/** What stands before the bucket: it asks the store without a key, as a CDN does. */
const front = new LocalServer(async (request, response) => {
  const answer = await fetch(`${gateway.url}/${PREFIX}${request.url}`).catch(() => null);
  if (!answer) return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(new Uint8Array(await answer.arrayBuffer()));
});
const services: Service[] = [];
let lists = '';
const hosts = join(mkdtempSync(join(tmpdir(), 'wary-object-store-')), 'hosts.txt');
writeFileSync(hosts, Array.from({ length: MANY }, (_, n) => `many-${n}.example\n`).join(''));

/** A service with the key of the gateway, or with another one. */
async function serve(secret: string = gateway.secretAccessKey): Promise<Service> {
  process.env.AWS_ACCESS_KEY_ID = gateway.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secret;
  const words = ['--list-bucket', `${gateway.url}/${PREFIX}`, '--list-url', lists, '--hot-entries', '50'];
  const service = new Service(words);
  services.push(service);
  await service.start();
  return service;
}

async function version(service: Service): Promise<Version> {
  const url = `http://127.0.0.1:${service.port}/api/v2/asset/blocklist/version`;
  const answer = await fetch(url, { headers: { 'X-API-KEY': service.keys.publishable } });
  return (await answer.json()) as Version;
}

const countOf = ({ snapshot, recent }: Version): number => snapshot.count + recent.count;
const urlsOf = ({ snapshot, recent, hot }: Version): string[] =>
  [snapshot, recent, ...snapshot.changes, ...(hot ? [hot] : [])].map(({ url }) => url);

/** Fetches every file that the version document names from the store, as a client does at once, and compares it with the service's own. */
async function expectAllStored(service: Service): Promise<void> {
  for (const url of urlsOf(await version(service))) {
    expect(url.startsWith(lists), url).toBe(true);
    const answer = await fetch(url);
    expect(answer.status, url).toBe(200);
    expect(answer.headers.get('cache-control')).toBe(FOR_EVER);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const own = await fetch(`http://127.0.0.1:${service.port}${new URL(url).pathname}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer())), url).toBe(true);
  }
}

async function until(service: Service, isMet: (version: Version) => boolean): Promise<void> {
  await expect.poll(async () => isMet(await version(service)), { timeout: 30_000, interval: 20 }).toBe(true);
}
const block = (service: Service, host: string) => service.command('block', host, '--reason', 'Phishing');

beforeAll(async () => {
  if (!isInstalled) return;
  await front.start();
  lists = front.baseUrl;
  await gateway.start();
});
afterAll(async () => {
  for (const service of services) await service.remove();
  await front.stop();
  rmSync(dirname(hosts), { recursive: true });
  if (!isInstalled) return;
  gateway.thaw();
  await gateway.stop();
});

it.runIf(isInstalled)(
  'names a list file only once it lies in the store: while sites are blocked, the store hangs, or the service was killed',
  { timeout: 600_000 },
  async () => {
    const service = await serve();
    const empty = countOf(await version(service));
    await service.command('source', 'import', hosts, '--format', 'hosts');
    await until(service, ({ snapshot }) => snapshot.count === empty + MANY);
    for (let n = 0; n < ROUNDS; n += 1) {
      const before = (await version(service)).recent.token;
      // What leaves a snapshot makes a new one, with changes to it from those before.
      if (n % 3 === 2) await service.command('unblock', `many-${n}.example`, '--reason', 'Mistake');
      else await block(service, `bucket-${n}.example`);
      await until(service, ({ recent }) => recent.token !== before);
      await expectAllStored(service);
    }

    const before = await version(service);
    gateway.freeze();
    await block(service, 'bucket-frozen.example');
    await pause(8_000);
    expect(await version(service)).toEqual(before);
    gateway.thaw();
    await until(service, (now) => countOf(now) === countOf(before) + 1);
    await expectAllStored(service);

    gateway.freeze();
    await block(service, 'bucket-killed.example');
    await pause(1_000);
    await service.stop('SIGKILL');
    gateway.thaw();
    await service.start();
    await until(service, (now) => countOf(now) === countOf(before) + 2);
    await expectAllStored(service);
    await service.stop();
  },
);

it.runIf(isInstalled)('announces its own files where the store refuses the secret', { timeout: 120_000 }, async () => {
  const refused = await serve('not-the-secret');
  expect(urlsOf(await version(refused)).some((url) => url.startsWith(lists))).toBe(false);
});
