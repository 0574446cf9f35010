import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import '../../../src/asset/address/codec/ens-any-script.ts';
import { ALGO_VERSION } from '../../../src/asset/index.ts';
import { DEMO_SLUG } from '../../../src/service/command/demo/content.ts';
import { demoKeys } from '../../../src/service/command/demo/keys.ts';
import { seedDemo } from '../../../src/service/command/demo/seed.ts';
import { startService } from '../../../src/service/command/serve/running-service.ts';
import { Progress } from '../../../src/service/command-line/progress.ts';
import { fetchedText } from '../../../src/service/command-line/text-file.ts';
import { openDatabase } from '../../../src/service/database/connection.ts';
import { runImport } from '../../../src/service/feature/import/list-import.ts';
import { lineLog } from '../../../src/service/http/log/log.ts';
import type { Row } from '../bench/row.ts';

/** Characters that are slow to read: names in another script, each of them another host, account or wallet name. */
const HOSTILE: Readonly<Record<string, (index: number) => string>> = {
  'hosts in another script': (index) => `ä${index}.de `,
  'wallet names': (index) => `ä${index}.eth `,
  'account names': (index) => `@abc${index} `,
};

const FORM = 'application/x-www-form-urlencoded';
const MIB = 1024 * 1024;

/** The quota of one address in an hour. */
const REPORTS = 60;

/** Reports of a hundred pages of the greatest length, with which answers are long. */
const LONG_REPORTS = 20;

/** Sends requests from a thread of its own, and answers each with its status and a short text, or what goes over a connection as it is, with 200 at its end. */
const SENDER = `const { parentPort } = require('node:worker_threads');
const { connect } = require('node:net');
parentPort.on('message', async ([url, init]) => {
  if (typeof init === 'string') {
    const socket = connect(new URL(url).port, '127.0.0.1', () => socket.write(init));
    return socket.resume().on('error', () => {}).on('close', () => parentPort.postMessage([200, '']));
  }
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  parentPort.postMessage([response.status, text.length < 1000 ? text : '']);
});`;

/** A body that is sent as it is, and its type. */
type Written = readonly [type: string, text: string];

type Send = (path: string, body: object | URLSearchParams | Written, by?: string) => Promise<string>;

/**
 * The most processor time that the answering thread takes for one turn of its event loop while everything that the public may send is at
 * its largest: so long does everybody else wait. Processor time is the same on a busy machine; the database has a thread of its own.
 */
export async function gapRows(): Promise<Row[]> {
  const { database, close } = await openDatabase({ kind: 'memory' });
  const { user: key, publishable: publicKey } = await demoKeys(database, await seedDemo(database, Date.now()), null);
  const service = await startService({
    ...{
      database,
      log: lineLog(() => undefined),
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      portalUrl: null,
      pollSeconds: 60,
    },
    ...{ requestsPerMinute: 1e6, keyRequestsPerMinute: 1e6, quotas: { addressPerHour: 1e6, keyPerHour: 1e6 } },
  });
  const url = `http://127.0.0.1:${service.port}`;
  const sender = new Worker(SENDER, { eval: true });
  const ask = async (path: string, init: RequestInit | string) => {
    const answered = once(sender, 'message');
    sender.postMessage([url + path, init]);
    const [[status, text]] = await answered;
    // 404: nothing is known about the content.
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    return text as string;
  };
  const send: Send = (path, body, by = key) => {
    const [type, text] =
      body instanceof URLSearchParams
        ? [FORM, String(body)]
        : isWritten(body)
          ? body
          : ['application/json', JSON.stringify(body)];
    const headers = { 'X-API-KEY': by, origin: url, 'content-type': type };
    return ask(path, { method: 'POST', headers, body: text });
  };
  try {
    const group = 'Processor time of the longest turn of the answering thread, embedded engine';
    const row = async (name: string, work: () => Promise<unknown>) =>
      rows.push({ group, name, value: await longestTurn(work), unit: 'ms' });
    const rows: Row[] = [];
    await row('an ordinary check, the first', () => send('/api/v2/asset/check', { content: 'a.example' }));
    await row('an ordinary check, the second', () => send('/api/v2/asset/check', { content: 'a.example' }));
    for (const [name, piece] of Object.entries(HOSTILE))
      for (const [path, body] of Object.entries(bodiesOf(piece)))
        await row(`${path}, ${name}`, async () => {
          for (let times = 0; times < 3; times += 1) await send(path, body);
        });
    for (const [name, [path, body]] of Object.entries(EXTREMES))
      await row(`${path}, ${name}`, async () => {
        for (let times = 0; times < 3; times += 1) await send(path, body);
      });
    for (const [name, [path, headers]] of Object.entries(QUESTIONS))
      await row(`GET, ${name}`, async () => {
        for (let times = 0; times < 3; times += 1) await ask(path, { headers });
      });
    for (const [name, length] of Object.entries({ 'allowed length': MIB / 2, 'too great length': MIB + 1 }))
      await row(`/api/v2/asset/check, thousands of tiny chunks after a body of ${name}`, () =>
        ask('/api/v2/asset/check', inTinyChunks(length)),
      );
    for (const [path, count] of [['/desk/sign-in', 100] as const, ['/healthz', 20_000] as const])
      await row(`GET ${path}, ${count} at once on one connection`, () => ask(path, manyAtOnce(path, count)));
    const pageOf = (report: number, index: number) =>
      `https://sites.google.com/view/${report}-${index}/${"'".repeat(4_096)}`.slice(0, 4_096);
    const receipts: string[] = [];
    for (let report = 0; report < LONG_REPORTS; report += 1) {
      const assets = Array.from({ length: 100 }, (_, index) => ({ content: pageOf(report, index) }));
      receipts.push(
        JSON.parse(await send('/api/v2/report/create', { title: 'Long', assets, organizationSlug: DEMO_SLUG })).receipt,
      );
    }
    await row('GET /api/v2/organization/reports about these pages', () =>
      ask(`/api/v2/organization/reports?slug=${DEMO_SLUG}`, { headers: { 'X-API-KEY': key } }),
    );
    const asked = { assetContents: receipts.map((_, report) => pageOf(report, 0)), receipts };
    for (const [name, by] of Object.entries({ 'a key that everybody has': publicKey, 'a key that reads': key }))
      await row(`/api/v2/reports/search with receipts of these pages, by ${name}`, () =>
        send('/api/v2/reports/search', asked, by),
      );
    await row('/api/v2/asset/list of these pages', () =>
      send('/api/v2/asset/list', { type: 'PAGE', status: 'UNKNOWN', per_page: 10_000 }),
    );
    const list = Array.from({ length: 10_000 }, (_, index) => pageOf(LONG_REPORTS, index)).join('\n');
    await row('an import of ten thousand such pages', () =>
      runImport(database, {
        ...{
          input: fetchedText('list', new TextEncoder().encode(list)),
          format: 'auto',
          source: 'long',
          origin: 'long',
        },
        ...{ kind: null, progress: new Progress({ write: () => {} }) },
      }),
    );
    // Reports that are accepted, for the detection.
    for (let index = 0; index < REPORTS; index += 1)
      await send('/api/v2/report/create', {
        title: 'A long text',
        description: textOf(HOSTILE['hosts in another script']!, 10_000),
        assets: [{ content: `reported-${index}.example` }],
      });
    await row('a detection over these reports', () =>
      send('/api/v2/detection/configs/validate', { source: 'REPORTS', name: 'Gaps', terms: ['zenith'] }),
    );
    return rows;
  } finally {
    await sender.terminate();
    await service.close();
    await close();
  }
}

function textOf(piece: (index: number) => string, length: number, from = 0): string {
  let made = '';
  for (let index = from; made.length < length; index += 1) made += piece(index);
  return made.slice(0, length);
}

/** The largest bodies of operations that a key of the public may call, and of the portal's forms, by path. */
function bodiesOf(piece: (index: number) => string): Record<string, object | URLSearchParams> {
  const text = (length: number, from = 0) => textOf(piece, length, from);
  const contents = Array.from({ length: 100 }, (_, index) => text(4_096, index * 1_000));
  // Pages of the greatest length, each of which is taken.
  const pages = contents.map((content, index) =>
    `http://a.b.c.d.ä${index}.example/${content.replaceAll(' ', '/')}`.slice(0, 4_096),
  );
  const api = {
    '/asset/check': { content: text(4_096) },
    '/asset/parse': { content: text(65_536) },
    '/asset/details': { content: text(4_096) },
    '/asset/search': { content: text(4_096) },
    '/asset/submit': { assets: contents },
    '/reports/search': { assetContents: contents },
    '/report/create': { title: 'Many', description: text(10_000), assets: contents.map((content) => ({ content })) },
    '/report/create?pages': { title: 'Pages', assets: pages.map((content) => ({ content })) },
    '/dispute/create': { content: text(4_096), description: text(10_000) },
    '/asset/blocklist/confirm': {
      algoVersion: ALGO_VERSION,
      prefixes: Array.from({ length: 100 }, (_, index) => index.toString(16).padStart(4, '0')),
    },
  };
  return {
    ...Object.fromEntries(Object.entries(api).map(([path, body]) => [`/api/v2${path}`, body])),
    [`/${DEMO_SLUG}/report`]: new URLSearchParams({ assets: text(40_000) }),
    [`/${DEMO_SLUG}/dispute`]: new URLSearchParams({ content: text(4_096), description: text(10_000) }),
  };
}

/** Each letter is another one: the parser of URLs compares them with each other. */
const LONG_HOST = `http://${Array.from({ length: 4_080 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')}.example`;

/** JSON of a mebibyte and forms of the greatest length that hold as many values, files or pieces as fit. */
const EXTREMES: Readonly<Record<string, readonly [path: string, body: Written]>> = {
  'unknown keys': ['/api/v2/asset/check', json((index) => `"${index.toString(36)}":0`)],
  'unknown objects': ['/api/v2/report/create', json((index) => `"${index.toString(36)}":{}`)],
  brackets: [
    '/api/v2/asset/submit',
    ['application/json', `{"assets":${'['.repeat(MIB / 2 - 20)}${']'.repeat(MIB / 2 - 20)}}`],
  ],
  'wrong values': ['/api/v2/asset/submit', ['application/json', `{"assets":[${'1,'.repeat(MIB / 2 - 20)}1]}`]],
  'as many values as are read': [
    '/api/v2/user/orgs',
    ['application/json', `{"subscriptionStatus":[${'1,'.repeat(9_990)}1]}`],
  ],
  'empty texts for the desk': ['/desk/sign-in', [FORM, '&a'.repeat(130_000)]],
  'empty texts': [`/${DEMO_SLUG}/report`, [FORM, '&a'.repeat(300_000)]],
  'files that nearly end at each line': [`/${DEMO_SLUG}/report`, multipart('a.txt', '\r\n-'.repeat(MIB), 2)],
  'long names of files': [`/${DEMO_SLUG}/report`, multipart(`${'<'.repeat(70_000)}.exe`, 'x', 100)],
  'a host of thousands of letters in another script': [
    '/api/v2/asset/check',
    ['application/json', JSON.stringify({ content: LONG_HOST })],
  ],
  'redirectors within each other': [
    '/api/v2/asset/check',
    ['application/json', JSON.stringify({ content: 'http://google.com/url?q='.repeat(170) })],
  ],
  'screenshots at such hosts': [
    '/api/v2/report/create',
    [
      'application/json',
      JSON.stringify({
        assets: Array.from({ length: 80 }, (_, index) => ({
          content: `shot-${index}.example`,
          screenshot: { url: LONG_HOST, takenBy: 'a' },
        })),
      }),
    ],
  ],
  'one long file': ['/api/v2/attachment/upload', multipart('a.txt', 'ä'.repeat(2 * MIB - 5_000), 1)],
  'ten long files': [`/${DEMO_SLUG}/report`, multipart('a.txt', 'ä'.repeat(2 * MIB - 5_000), 10)],
};

/** Questions of the greatest length, which is 16 KiB with all headers. */
const QUESTIONS: Readonly<Record<string, readonly [path: string, headers: Record<string, string>]>> = {
  'a language of thousands of parts': ['/desk', { 'accept-language': `de${'-a'.repeat(7_500)}` }],
  'thousands of languages': ['/desk', { 'accept-language': 'de-AT;q=1,'.repeat(1_500) }],
  'thousands of cookies': ['/desk', { cookie: 'desk=%;'.repeat(2_000) }],
  'thousands of parameters, wrongly encoded': [`/desk?${'a%&'.repeat(5_000)}`, {}],
  'thousands of escapes that are no UTF-8': [`/desk/sign-in?${'%E0&'.repeat(3_700)}`, {}],
  'a path of such escapes': [`/${'%E0%'.repeat(3_700)}`, {}],
  'thousands of segments': ['/a'.repeat(7_500), {}],
  'thousands of entity tags': ['/api/v2/openapi.json', { 'if-none-match': 'W/"a",'.repeat(2_500) }],
};

const manyAtOnce = (path: string, count: number) =>
  `${`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count - 1)}GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

const inTinyChunks = (length: number) =>
  `POST /api/v2/asset/check HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${length.toString(16)}\r\n${' '.repeat(length)}\r\n${'1\r\na\r\n'.repeat(60_000)}0\r\n\r\n`;

function json(member: (index: number) => string): Written {
  const members: string[] = [];
  for (let index = 0, length = 2; length < MIB - 20; length += members[index]!.length + 1, index += 1)
    members.push(member(index));
  return ['application/json', `{${members.slice(0, -1).join()}}`];
}

function multipart(fileName: string, content: string, files: number): Written {
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n`;
  return ['multipart/form-data; boundary=x', `${part.repeat(files)}--x--\r\n`];
}

const isWritten = (body: object): body is Written => Array.isArray(body);

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  const done = work().finally(() => {
    isRunning = false;
  });
  let longest = 0;
  for (let last = process.threadCpuUsage(); isRunning; last = process.threadCpuUsage()) {
    await turn();
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await done;
  return longest;
}
