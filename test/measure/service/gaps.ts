import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ALGO_VERSION } from '../../../src/asset/index.ts';
import type { Row } from '../bench/row.ts';
import { ServiceProcess } from '../endurance/process.ts';

/** Characters that are slow to read: names in another script, each of them another host, account or wallet name. */
const HOSTILE: Readonly<Record<string, (index: number) => string>> = {
  'hosts in another script': (index) => `ä${index}.de `,
  'wallet names': (index) => `ä${index}.eth `,
  'account names': (index) => `@abc${index} `,
};

/** The quota of one address in an hour. */
const REPORTS = 60;

/** Asks `/healthz` again and again, in a thread of its own; a message ends it and is answered with the longest time in ms. */
const LOOP = `const { parentPort, workerData } = require('node:worker_threads');
let isRunning = true;
parentPort.once('message', () => { isRunning = false; });
(async () => {
  let longest = 0;
  for (let last = performance.now(); isRunning; ) {
    await (await fetch(workerData)).text();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  parentPort.postMessage(longest);
})();`;

/** The longest time between two answers of a service on the embedded engine while everything that the public may send is at its largest. */
export async function gapRows(seconds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wary-gaps-'));
  const service = await ServiceProcess.start({ folder, databaseUrl: null, name: 'ready' });
  try {
    const group = 'Longest time between two answers of /healthz, embedded engine';
    const idle = await longestGap(service.url, () => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)));
    const rows: Row[] = [{ group, name: 'nothing else is sent', value: idle, unit: 'ms' }];
    for (const [name, piece] of Object.entries(HOSTILE))
      for (const [path, body] of Object.entries(bodiesOf(piece))) {
        const value = await longestGap(service.url, async () => {
          for (let times = 0; times < 3; times += 1) await post(service, path, body);
        });
        rows.push({ group, name: `${path}, ${name}`, value, unit: 'ms' });
      }
    // Reports that are accepted, for the detection.
    for (let index = 0; index < REPORTS; index += 1)
      await post(service, '/report/create', {
        title: 'A long text',
        description: textOf(HOSTILE['hosts in another script']!, 10_000),
        assets: [{ content: `reported-${index}.example` }],
      });
    const value = await longestGap(service.url, () =>
      post(service, '/detection/configs/validate', { source: 'REPORTS', name: 'Gaps', terms: ['zenith'] }),
    );
    return [...rows, { group, name: 'a detection over these reports', value, unit: 'ms' }];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function textOf(piece: (index: number) => string, length: number, from = 0): string {
  let made = '';
  for (let index = from; made.length < length; index += 1) made += piece(index);
  return made.slice(0, length);
}

/** The largest bodies of operations that a key of the public may call, by path. */
function bodiesOf(piece: (index: number) => string): Record<string, object> {
  const text = (length: number, from = 0) => textOf(piece, length, from);
  const contents = Array.from({ length: 100 }, (_, index) => text(4_096, index * 1_000));
  return {
    '/asset/check': { content: text(4_096) },
    '/asset/parse': { content: text(65_536) },
    '/asset/details': { content: text(4_096) },
    '/asset/search': { content: text(4_096) },
    '/asset/submit': { assets: contents },
    '/reports/search': { assetContents: contents },
    '/report/create': { title: 'Many', description: text(10_000), assets: contents.map((content) => ({ content })) },
    '/dispute/create': { content: text(4_096), description: text(10_000) },
    '/asset/blocklist/confirm': {
      algoVersion: ALGO_VERSION,
      prefixes: Array.from({ length: 100 }, (_, index) => index.toString(16).padStart(4, '0')),
    },
  };
}

async function post(service: ServiceProcess, path: string, body: object): Promise<void> {
  const headers = { 'X-API-KEY': service.key, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.text();
  // 404: nothing is known about the content.
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
}

async function longestGap(url: string, work: () => Promise<unknown>): Promise<number> {
  const loop = new Worker(LOOP, { eval: true, workerData: `${url}/healthz` });
  const longest = new Promise<number>((resolve, reject) => loop.once('message', resolve).once('error', reject));
  await new Promise((resolve) => setTimeout(resolve, 500));
  try {
    await work();
  } finally {
    loop.postMessage('end');
  }
  return longest;
}
