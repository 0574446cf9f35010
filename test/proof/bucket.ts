/**
 * The proof that the list files of a real service lie in a real S3-compatible store before anybody is sent there: while sites are
 * blocked, while the store hangs, after the service was killed, and with a key that the store refuses. `npm run proof:bucket`; needs
 * the Ceph object gateway (for example `apt-get install radosgw ceph-mon ceph-osd`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Service } from '../e2e/harness/service.ts';
import { LocalServer } from '../fixtures/local-server.ts';
import { ObjectGateway } from './object-gateway.ts';

const ROUNDS = 12;
const FOR_EVER = 'public, max-age=31536000, immutable';
const PREFIX = 'proof';
/** More than go into a recent file. */
const MANY = 1_500;

if (!ObjectGateway.isInstalled()) {
  console.log('Skipped: there is no Ceph object gateway here (apt-get install radosgw ceph-mon ceph-osd).');
  process.exit(0);
}

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
await front.start();
const lists = front.baseUrl;
const services: Service[] = [];
let fetched = 0;
const hosts = join(mkdtempSync(join(tmpdir(), 'wary-bucket-')), 'hosts.txt');
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

/** Fetches what a version document names, at once, from where it says. @throws Error for a file that a client would not get */
async function requireAll(service: Service, told: Version): Promise<void> {
  for (const url of urlsOf(told)) {
    if (!url.startsWith(lists)) throw new Error(`${url} is not in the store`);
    const answer = await fetch(url);
    const type = answer.headers.get('content-type');
    if (
      answer.status !== 200 ||
      answer.headers.get('cache-control') !== FOR_EVER ||
      type !== 'application/octet-stream'
    )
      throw new Error(`${url}: ${answer.status} ${type} ${answer.headers.get('cache-control')}`);
    const own = await fetch(`http://127.0.0.1:${service.port}${new URL(url).pathname}`);
    if (!Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer())))
      throw new Error(`${url} is not what the service has`);
    fetched += 1;
  }
}

async function until(service: Service, holds: (told: Version) => boolean): Promise<number> {
  const start = performance.now();
  for (;;) {
    const told = await version(service);
    if (holds(told)) return performance.now() - start;
    if (performance.now() - start > 30_000) throw new Error('The list was not published within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const block = (service: Service, host: string) => service.command('block', host, '--reason', 'Phishing');

try {
  await gateway.start();
  const service = await serve();
  let count = countOf(await version(service));
  await service.command('import', hosts, '--format', 'hosts');
  await until(service, ({ snapshot }) => snapshot.count === count + MANY);
  let slowest = 0;
  for (let n = 0; n < ROUNDS; n += 1) {
    const before = (await version(service)).recent.token;
    // What leaves a snapshot makes a new one, with changes to it from those before.
    if (n % 3 === 2) await service.command('unblock', `many-${n}.example`, '--reason', 'Mistake');
    else await block(service, `bucket-${n}.example`);
    slowest = Math.max(slowest, await until(service, ({ recent }) => recent.token !== before));
    await requireAll(service, await version(service));
  }
  console.log(
    `${ROUNDS} lists: ${fetched} files named, all in the store; told at most ${seconds(slowest)} after the command.`,
  );

  const before = await version(service);
  gateway.freeze();
  await block(service, 'bucket-frozen.example');
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  if (JSON.stringify(await version(service)) !== JSON.stringify(before))
    throw new Error('Another list was announced while the store hung');
  gateway.thaw();
  const recovered = await until(service, (told) => countOf(told) === countOf(before) + 1);
  await requireAll(service, await version(service));
  console.log(
    `The store hung for 8 s: the old list stayed; the new one was told ${seconds(recovered)} after it went on.`,
  );

  gateway.freeze();
  await block(service, 'bucket-killed.example');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await service.stop('SIGKILL');
  gateway.thaw();
  await service.start();
  count = countOf(before) + 2;
  await until(service, (told) => countOf(told) === count);
  await requireAll(service, await version(service));
  console.log('Killed while it waited for the store: the next start completed the list.');

  const refused = await serve('not-the-secret');
  const own = urlsOf(await version(refused));
  if (own.some((url) => url.startsWith(lists))) throw new Error('A file was announced that the store refused');
  console.log('With a secret that the store refuses, the service announces its own files.');
  await service.stop();
} finally {
  for (const service of services) await service.remove();
  await front.stop();
  gateway.thaw();
  await gateway.stop();
  rmSync(dirname(hosts), { recursive: true });
}
