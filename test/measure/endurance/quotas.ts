import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { assetCheck } from '../../../src/api/asset/asset.ts';
import { blocklistConfirm, blocklistVersion } from '../../../src/api/blocklist.ts';
import { operationUrl } from '../../../src/api/client.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { reportCreate } from '../../../src/api/report/report.ts';
import { ALGO_VERSION } from '../../../src/asset/index.ts';
import { DEMO_HOSTS } from '../../../src/service/command/demo/content.ts';
import { ADDRESS_QUOTA, KEY_QUOTA } from '../../../src/service/http/sender/quota.ts';
import { median, percentile } from '../bench/row.ts';
import type { CrowdOrder, CrowdTold } from './crowd-process.ts';
import { ServiceProcess } from './process.ts';

const CROWD = 50;
/** Of the other organization, in milliseconds between two requests: as many as a service with some thousand clients gets. */
const EVERY_MS = 15;
/** One of so many requests of the other organization is a report. */
const REPORT_EVERY = 20;
/** Before the first round, so that no round pays for what a process does once. */
const WARM_UP_SECONDS = 3;
const RATES = {
  'address-quota': ADDRESS_QUOTA,
  'key-quota': KEY_QUOTA,
  'rate-limit': 6_000,
  'key-rate-limit': 600_000,
};

/** Milliseconds; `p99Of` of each operation alone. */
type Latency = { readonly median: number; readonly p99: number; readonly p99Of: Readonly<Record<string, number>> };
export type QuotaResult = {
  /** Milliseconds of the other organization's requests, by round. */
  readonly alone: readonly Latency[];
  readonly beside: readonly Latency[];
  /** What the crowd was answered in each round. */
  readonly crowd: readonly CrowdTold[];
  /** Means over the rounds, and their ratio. */
  readonly p99: { readonly alone: number; readonly beside: number; readonly ratio: number };
  readonly medians: { readonly alone: number; readonly beside: number; readonly ratio: number };
  /** Answers to the other organization that were not 200. */
  readonly refused: number;
};

/**
 * Fifty clients with the publishable key of a build, five at each address, report, dispute and upload as fast as they are answered,
 * against a service with the limits that it has by itself. Beside them, and without them, in turns, another organization's clients ask
 * for the version, confirm, check and report.
 */
export async function besideCrowd(
  folder: string,
  databaseUrl: string | null,
  rounds: number,
  seconds: number,
): Promise<QuotaResult> {
  const limits = Object.entries(RATES).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // Whose addresses are told by a proxy: this machine has too few of its own.
  const words = [...limits, '--trusted-proxy', '127.0.0.1'];
  const service = await ServiceProcess.start({ folder, databaseUrl, name: 'quotas' }, null, words);
  let crowd: ChildProcess | null = null;
  try {
    const publishable = await keyOf(service, 'acme');
    const others = new Others(service.url, await keyOf(service, 'borealis-wallet'));
    crowd = fork(new URL('./crowd-process.ts', import.meta.url), [
      ...[service.url, publishable, String(CROWD), DEMO_HOSTS.falseAlarm],
    ]);
    await others.work(WARM_UP_SECONDS);
    const [alone, beside, told] = [[] as Latency[], [] as Latency[], [] as CrowdTold[]];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await others.work(seconds));
      crowd.send('go' satisfies CrowdOrder);
      beside.push(await others.work(seconds));
      crowd.send('rest' satisfies CrowdOrder);
      told.push(((await once(crowd, 'message')) as [CrowdTold])[0]);
    }
    const ratio = (of: (one: Latency) => number) => {
      const [without, with_] = [mean(alone.map(of)), mean(beside.map(of))];
      return { alone: without, beside: with_, ratio: with_ / without };
    };
    return {
      ...{ alone, beside, crowd: told, refused: others.refused },
      p99: ratio((one) => one.p99),
      medians: ratio((one) => one.median),
    };
  } finally {
    crowd?.kill();
    await service.stop();
  }
}

/** A key as it is in a build of an organization. */
async function keyOf(service: ServiceProcess, slug: string): Promise<string> {
  const scopes = ['--scope', 'protect', '--scope', 'report'];
  const told = await service.command('keys', 'create', '--organization', slug, ...scopes, '--label', 'build');
  const key = /wary_[\w-]+/.exec(told)?.[0];
  if (key === undefined) throw new Error('The command told no key');
  return key;
}

/** The clients of another organization: each at an address of its own, and one request every so often, whether or not the last was answered. */
class Others {
  refused = 0;
  readonly #url: string;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true });
  #sent = 0;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async work(seconds: number): Promise<Latency> {
    const times = new Map<string, number[]>();
    const waiting: Promise<void>[] = [];
    const from = performance.now();
    for (let step = 0; step * EVERY_MS < seconds * 1000; step += 1) {
      const wait = from + step * EVERY_MS - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      waiting.push(this.#one(times));
    }
    await Promise.all(waiting);
    const all = [...times.values()].flat();
    const p99Of = Object.fromEntries([...times].map(([id, of]) => [id, percentile(of, 0.99)]));
    return { median: median(all), p99: percentile(all, 0.99), p99Of };
  }

  #one(times: Map<string, number[]>): Promise<void> {
    const number = this.#sent++;
    const [operation, body] = requestOf(number);
    const headers = {
      'X-API-KEY': this.#key,
      'X-Forwarded-For': `203.0.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const { method } = operation;
      const outgoing = request(
        operationUrl(this.#url, operation),
        { method, headers, agent: this.#agent },
        (response) => {
          if (response.statusCode !== 200) this.refused += 1;
          response.on('error', reject).resume();
          response.on('end', () => {
            times.set(operation.id, [...(times.get(operation.id) ?? []), performance.now() - startedAt]);
            resolve();
          });
        },
      );
      outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

function requestOf(number: number): [Operation, object?] {
  if (number % REPORT_EVERY === 0)
    return [reportCreate, { assets: [{ content: `other-${number}.example` }], title: 'From another organization' }];
  if (number % 3 === 0) return [blocklistVersion];
  const prefix = ((number * 7_919) % 65_536).toString(16).padStart(4, '0');
  if (number % 3 === 1) return [blocklistConfirm, { algoVersion: ALGO_VERSION, prefixes: [prefix] }];
  return [assetCheck, { content: `checked-${number}.example` }];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
