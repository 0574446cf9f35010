/**
 * The proof that a cache in front of the service carries the polls: a caching nginx, the real service behind it, and as
 * many as 10,000 clients that poll once a minute for what is new, while sites are blocked. Two ways to poll: by updates, as our own
 * client does, and by the version document and its files. What reaches the service may depend on the time that passes and on
 * what is published, not on how many clients there are. `npm run measure -- fleet`; needs nginx (for example `apt-get install nginx-light`).
 */
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { UPDATE_PATH } from '../../src/api/blocklist.ts';
import { decodeUpdate } from '../../src/blocklist/codec/artifact.ts';
import { Relay } from '../e2e/harness/relay.ts';
import { SERVICE_HOST, Service } from '../e2e/harness/service.ts';
import { CachingNginx } from './nginx.ts';

const FLEETS = [100, 1_000, 10_000];
const SECONDS = Number(process.env.PROOF_SECONDS ?? 30);
const POLL_SECONDS = 60;
const BLOCK_EVERY_MS = 10_000;
const VERSION = '/api/v2/asset/blocklist/version';
const UPDATE = `/api/v2${UPDATE_PATH}/`;
/** How long a cache may keep an update, in seconds. */
const UPDATE_SECONDS = 5;

if (!CachingNginx.isInstalled()) {
  console.log('Skipped: there is no nginx on this machine (apt-get install nginx-light).');
  process.exit(0);
}

/** What a client holds; one without `updates` polls by the version document. */
type Held = { etag?: string; recent?: string; updates?: boolean };
type Tally = { polls: number; unchanged: number; files: number; failures: number };
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const service = new Service(['--poll-seconds', String(POLL_SECONDS)]);
await service.start();
const relay = new Relay(() => service.port);
await relay.start();
const nginx = new CachingNginx(relay.port, SERVICE_HOST);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let blocked = 0;
const rates: number[] = [];
try {
  await nginx.start();
  for (const [clients, updates] of FLEETS.flatMap((size) => [[size, true] as const, [size, false] as const])) {
    relay.reset();
    const tally = await play(clients, updates);
    const version = relay.crossings.filter(({ path }) => path.startsWith(updates ? UPDATE : VERSION)).length;
    const files = relay.crossings.length - version;
    rates.push(version / SECONDS);
    console.log(
      `${clients.toLocaleString('en')} clients, by ${updates ? 'updates' : 'the version document'}: ${tally.polls} polls (${tally.unchanged} of them unchanged) and ` +
        `${tally.files} list files in ${SECONDS} s; the service answered ${version} polls ` +
        `(${(version / SECONDS).toFixed(2)} a second) and ${files} files`,
    );
    if (tally.failures > 0) throw new Error(`${tally.failures} requests failed`);
    if (version > (updates ? mostUpdates() : SECONDS + 2))
      throw new Error('More polls reached the service than there are addresses and seconds');
    if (files > 2 * (Math.ceil((SECONDS * 1000) / BLOCK_EVERY_MS) + 2))
      throw new Error('A list file reached the service more often than it was published');
  }
  console.log(
    `The service answered at most ${Math.max(...rates).toFixed(2)} polls a second, however many clients polled.`,
  );
} finally {
  agent.destroy();
  await nginx.stop();
  await relay.stop();
  await service.remove();
}

/** Each list that clients may hold has an address, asked once in the time that a cache keeps the answer; and once when it begins. */
function mostUpdates(): number {
  const published = Math.ceil((SECONDS * 1_000) / BLOCK_EVERY_MS);
  return (published + 2) * (Math.ceil(SECONDS / UPDATE_SECONDS) + 1);
}

/** What clients hold that polled a minute ago. */
async function heldNow(updates: boolean): Promise<Held> {
  const held: Held = {};
  const tally: Tally = { polls: 0, unchanged: 0, files: 0, failures: 0 };
  await poll(held, tally);
  // The first answer after a while is the one that the cache kept; it has fetched a new one by then.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await poll(held, tally);
  if (tally.failures > 0) throw new Error('The cache does not answer');
  return { ...held, updates };
}

/** Polls of a fleet, spread evenly over the time, each by the next client. */
async function play(clients: number, updates: boolean): Promise<Tally> {
  const known = await heldNow(updates);
  const fleet: Held[] = Array.from({ length: clients }, () => ({ ...known }));
  const tally: Tally = { polls: 0, unchanged: 0, files: 0, failures: 0 };
  const total = Math.round((clients / POLL_SECONDS) * SECONDS);
  const running = new Set<Promise<void>>();
  const start = performance.now();
  let nextBlock = BLOCK_EVERY_MS;
  for (let n = 0; n < total; n += 1) {
    const due = (n / total) * SECONDS * 1000;
    const wait = start + due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (due >= nextBlock) {
      nextBlock += BLOCK_EVERY_MS;
      running.add(service.command('block', `cdn-${++blocked}.example`, '--reason', 'Phishing').then(() => undefined));
    }
    running.add(poll(fleet[n % clients]!, tally));
  }
  await Promise.all(running);
  return tally;
}

async function poll(client: Held, tally: Tally): Promise<void> {
  tally.polls += 1;
  try {
    if (client.updates && client.recent) {
      const { status, body } = await request(`${UPDATE}${client.recent}`);
      const update = status === 200 ? decodeUpdate(body) : null;
      if (update?.kind === 'current') tally.unchanged += 1;
      else if (update?.kind === 'changed') client.recent = update.recent.token;
      else tally.failures += 1;
      return;
    }
    const { status, headers, body } = await request(VERSION, client.etag);
    if (status === 304) tally.unchanged += 1;
    else if (status === 200) {
      const document = JSON.parse(body.toString()) as { recent: { token: string; url: string } };
      client.etag = String(headers.etag);
      if (document.recent.token === client.recent) return;
      const file = await request(new URL(document.recent.url).pathname);
      tally.files += 1;
      if (file.status !== 200) tally.failures += 1;
      client.recent = document.recent.token;
    } else tally.failures += 1;
  } catch {
    tally.failures += 1;
  }
}

/** One request of a client to the cache. @param etag of what the client holds */
function request(path: string, etag?: string): Promise<Answer> {
  const headers = {
    host: SERVICE_HOST,
    'X-API-KEY': service.keys.publishable,
    ...(etag === undefined ? {} : { 'If-None-Match': etag }),
  };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: nginx.port, path, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
      response.on('error', reject);
    }).on('error', reject);
  });
}
