import { Agent, request } from 'node:http';
import { encodedBody, operationUrl } from '../../../src/api/client.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { attachmentUpload } from '../../../src/api/report/attachment.ts';
import { disputeCreate } from '../../../src/api/report/dispute.ts';
import { reportCreate } from '../../../src/api/report/report.ts';

/** How many answers had each status. */
export type CrowdTold = Readonly<Record<string, number>>;
/** Start to send, or end to send and tell what was answered since. */
export type CrowdOrder = 'go' | 'rest';

const [url = '', key = '', count = '0', disputed = ''] = process.argv.slice(2);
/** Five at each, as in a household: the quota of an address is used up within a minute. */
const ADDRESSES = 10;
const FILE_BYTES = 64 * 1024;
let isOn = false;
let told: Record<string, number> = {};

/**
 * One client of a build: it reports, disputes and uploads in turn, each as soon as the last was answered, and
 * does not wait when it is asked to.
 */
async function client(number: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let step = 0; isOn; step += 1) {
    const status = await send(agent, number, step);
    told[status] = (told[status] ?? 0) + 1;
  }
  agent.destroy();
}

let serial = 0;
function order(step: number): [Operation, object] {
  const host = `crowd-${serial++}.example`;
  if (step % 3 === 0) return [reportCreate, { assets: [{ content: host }], title: 'From the crowd' }];
  if (step % 3 === 1) return [disputeCreate, { content: disputed, email: `${host}@crowd.example` }];
  return [attachmentUpload, { file: [new File([host.padEnd(FILE_BYTES, '.')], 'crowd.txt')] }];
}

async function send(agent: Agent, number: number, step: number): Promise<number> {
  const [operation, body] = order(step);
  const encoded = new Response(encodedBody(operation, body)!.body);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const type = operation.encoding === 'multipart' ? encoded.headers.get('content-type')! : 'application/json';
  const headers = {
    'X-API-KEY': key,
    'X-Forwarded-For': `198.51.100.${number % ADDRESSES}`,
    'Content-Type': type,
    'Content-Length': bytes.byteLength,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(operationUrl(url, operation), { method: operation.method, headers, agent }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject);
      response.resume();
    });
    outgoing.on('error', reject).end(bytes);
  });
}

let running: Promise<unknown> = Promise.resolve();
process.on('message', async (word: CrowdOrder) => {
  if (word === 'go') {
    isOn = true;
    running = Promise.all(Array.from({ length: Number(count) }, (_, number) => client(number)));
    return;
  }
  isOn = false;
  await running;
  process.send?.(told);
  told = {};
});
process.on('disconnect', () => process.exit());
