import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetSubmit } from '../../../api/asset/asset-record.ts';
import { SCOPES } from '../../../api/operation.ts';
import { assetScan, type ScanResult, scanResult } from '../../../api/threat/scan.ts';
import { brands, jobs, reportAssets, scans } from '../../database/schema/index.ts';
import { NO_NETWORKS } from '../../http/networks.ts';
import { ANYWHERE, PUBLIC_ONLY } from '../../http/outgoing.ts';
import { Quotas } from '../../http/sender/quota.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { eraseDue } from '../receipt/retention.ts';
import { examine } from './examination.ts';
import { Scanner, type ScannerOptions } from './scanner.ts';
import { signsOf } from './signs.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/phrase': '<title>Wallet\0 help</title><p>Enter your <b>recov&#101;ry phrase</b></p><textarea></textarea>',
  '/deep': `${'<b>'.repeat(340_000)}Enter your recovery phrase<textarea></textarea>`,
  '/login': '<form action="http://collect.example/take"><input type="PASSWORD"></form>',
  '/plain': '<h1>Hello</h1><script>document.write("private key <input>")</script>',
};

let fixture: ServiceFixture;
let server: Server;
let port: number;
const requests: { path: string; body: string }[] = [];
let callbackStatus = 200;
let scanner: Scanner | null = null;

beforeAll(async () => {
  fixture = await ServiceFixture.open({ outbound: ANYWHERE });
  server = createServer((request, response) => {
    const path = request.url!;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ path, body });
      if (path === '/away') response.writeHead(302, { location: `http://localhost:${port}/plain` }).end();
      else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (path.startsWith('/callback')) response.writeHead(callbackStatus).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGES[path] ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
}, 60_000);
afterAll(async () => {
  server.close();
  await fixture.close();
});
beforeEach(() => {
  requests.length = 0;
  callbackStatus = 200;
});
afterEach(async () => {
  await scanner?.stop();
  scanner = null;
});

const start = (options: Partial<ScannerOptions> = {}): Scanner => {
  const { opened, service } = fixture;
  const made = new Scanner({
    ...{
      database: opened.database,
      log: service.log,
      outbound: ANYWHERE,
      fetchPages: false,
      pollIntervalMs: 20,
    },
    ...options,
  });
  made.start();
  return made;
};
const order = async (content: string, callbackUrl?: string): Promise<string> => {
  const { body } = await fixture.call(assetScan, { body: { content, ...(callbackUrl ? { callbackUrl } : {}) } });
  return body.scanId;
};
const read = async (scanId: string) => (await fixture.call(scanResult, { body: { scanId } })).body;
const end = async (scanId: string): Promise<ScanResult> => {
  await expect.poll(async () => (await read(scanId)).status, { timeout: 20_000 }).toMatch(/COMPLETED|FAILED/);
  return read(scanId);
};
const scanned = async (content: string, options: Partial<ScannerOptions> = {}) => {
  const scanId = await order(content);
  scanner = start(options);
  return end(scanId);
};
const check = ({ checks }: ScanResult, name: string) => checks.find((one) => one.name === name);
const output = ({ enrichments }: ScanResult, type: string) => enrichments.find((one) => one.type === type)?.output;

describe('a scan', () => {
  it('tells what the content is, whom it imitates and what the lists say', async () => {
    const { database } = fixture.opened;
    await database
      .insert(brands)
      .values({ organizationId: fixture.acme, name: 'Borealis', slug: 'borealis', includedTerms: ['borealis'] });
    const asset = { type: 'URL', content: 'borealis-metamask.example' } as const;
    await decide(database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null });
    const result = await scanned('https://borealis-metamask.example/login');
    expect(result.status).toBe('COMPLETED');
    expect(output(result, 'asset')).toEqual({ ...asset, host: 'borealis-metamask.example' });
    expect(output(result, 'lookalike')).toMatchObject({ lookalike: { brand: 'Borealis', kind: 'name' } });
    expect(output(result, 'lists')).toMatchObject({ status: 'BLOCKED', sources: [{ source: 'operator' }] });
    expect(check(result, 'list-membership')).toEqual({ name: 'list-membership', result: 'FAIL', score: 1 });
    expect(check(result, 'lookalike')).toMatchObject({ result: 'WARN' });
    expect(check(result, 'form')).toEqual({ name: 'form', result: 'SKIPPED', score: 0 });
    expect(result.labels).toContainEqual({ name: 'listed', score: 1 });
    expect(requests).toEqual([]);
  });

  it('finds nothing wrong with what is in order', async () => {
    const result = await scanned('quiet.example');
    expect(result.checks.map((one) => one.result)).toEqual(['PASS', 'PASS', 'PASS', 'SKIPPED', 'SKIPPED']);
    expect(result.labels).toEqual([]);
  });

  it('is sent to those who ordered it and to no other', async () => {
    const scanId = await order('private.example');
    expect((await read(scanId)).status).toBe('PENDING');
    const key = await fixture.key(SCOPES, [fixture.foreign]);
    expect((await fixture.call(scanResult, { body: { scanId } }, { key })).status).toBe(404);
    const sibling = await fixture.key(['read']);
    expect((await fixture.call(scanResult, { body: { scanId } }, { key: sibling })).status).toBe(200);
  });
});

describe('the page of a scan, where the operator lets it be fetched', () => {
  const scanPage = (path: string) => scanned(`http://127.0.0.1:${port}${path}`, { fetchPages: true });

  it.each([
    ['/phrase', 'FAIL', 0.9],
    ['/deep', 'FAIL', 0.9],
    ['/login', 'FAIL', 0.8],
    ['/plain', 'PASS', 0],
  ])('%s: the form check says %s', async (path, result, score) => {
    const found = await scanPage(path);
    expect(check(found, 'form')).toEqual({ name: 'form', result, score });
    if (path === '/phrase')
      expect(output(found, 'page')).toMatchObject({ title: 'Wallet help', asksRecoveryPhrase: true });
  });

  it('names each domain that its forms send to once, and of thousands the first hundred', () => {
    const forms = (hosts: readonly string[]) => hosts.map((host) => `<form action="//www.${host}/a">`).join('');
    const targetsOf = (html: string) =>
      signsOf({ addresses: ['http://own.example/a/b'], status: 200, html }).foreignTargets;
    expect(targetsOf(forms(['a.example', 'own.example', 'a.example', 'b.example']))).toEqual([
      'a.example',
      'b.example',
    ]);
    expect(targetsOf(forms(Array.from({ length: 5_000 }, (_, index) => `h${index}.example`)))).toHaveLength(100);
  });

  it('is followed through redirects, which are reported', async () => {
    const found = await scanPage('/away');
    expect(check(found, 'redirect')).toEqual({ name: 'redirect', result: 'WARN', score: 0.4 });
    expect(output(found, 'page')).toMatchObject({ domains: ['127.0.0.1', 'localhost'] });
    expect(requests.map(({ path }) => path)).toEqual(['/away', '/plain']);
  });

  it('that never ends leaves the rest of the scan standing', async () => {
    const found = await scanPage('/loop');
    expect(found.status).toBe('COMPLETED');
    expect(found.enrichments.find(({ type }) => type === 'page')).toMatchObject({
      status: 'FAILED',
      output: { reason: 'The page redirects too often' },
    });
    expect(requests).toHaveLength(6);
  });

  it('is never fetched from this machine or its network unless the operator allows that', async () => {
    const found = await scanned(`http://127.0.0.1:${port}/plain`, {
      ...{ fetchPages: true, outbound: PUBLIC_ONLY },
    });
    expect(found.enrichments.find(({ type }) => type === 'page')).toMatchObject({
      status: 'FAILED',
      output: { reason: 'The address must not be a private address' },
    });
    expect(requests).toEqual([]);
  });
});

describe('the queue of scans', () => {
  it('gives a scan up after three attempts that failed', async () => {
    let attempts = 0;
    const scanId = await order('broken.example');
    scanner = start({
      examine: async () => {
        attempts += 1;
        throw new Error('The disk is full');
      },
    });
    await expect
      .poll(
        async () => {
          await fixture.opened.database.update(jobs).set({ dueAt: sql`now()` }).where(isNull(jobs.claim));
          return (await read(scanId)).status;
        },
        { timeout: 20_000 },
      )
      .toBe('FAILED');
    expect(attempts).toBe(3);
    expect(await read(scanId)).toEqual({ id: scanId, status: 'FAILED', enrichments: [], checks: [], labels: [] });
  });

  it('goes on with what a process left behind when it died, and not for ever', async () => {
    const left = await order('left-behind.example');
    const deadly = await order('deadly.example');
    const { database } = fixture.opened;
    const dead = { claim: 'dead', dueAt: new Date(Date.now() - 1) } as const;
    await database
      .update(jobs)
      .set({ ...dead, attempts: 1 })
      .where(eq(jobs.subject, left));
    await database
      .update(jobs)
      .set({ ...dead, attempts: 3 })
      .where(eq(jobs.subject, deadly));
    scanner = start();
    expect((await end(left)).status).toBe('COMPLETED');
    expect((await end(deadly)).status).toBe('FAILED');
  });

  it('leaves alone what another process is working on', async () => {
    const scanId = await order('held.example');
    const claimed = { claim: 'other', attempts: 1, dueAt: new Date(Date.now() + 60_000) };
    await fixture.opened.database.update(jobs).set(claimed).where(eq(jobs.subject, scanId));
    const other = await order('free.example');
    scanner = start();
    await end(other);
    expect((await read(scanId)).status).toBe('PENDING');
  });

  it('is worked off by several at once without any scan being done twice', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => order(`many-${index}.example`)));
    const begun: string[] = [];
    const counting: typeof examine = async (database, scan, send) => {
      begun.push(scan.content);
      return examine(database, scan, send);
    };
    scanner = start({ examine: counting });
    const second = start({ examine: counting });
    for (const id of ids) expect((await end(id)).status).toBe('COMPLETED');
    await second.stop();
    expect(begun.filter((content) => content.startsWith('many-')).sort()).toHaveLength(30);
    expect(new Set(begun).size).toBe(begun.length);
  });
});

describe('the callback of a scan', () => {
  const callback = async (scanId: string) => {
    const isCallback = and(eq(jobs.kind, 'callback'), eq(jobs.subject, scanId));
    const [row] = await fixture.opened.database.select().from(jobs).where(isCallback);
    return row ?? null;
  };

  it('brings the result once the scan has ended', async () => {
    const scanId = await order('told.example', `http://127.0.0.1:${port}/callback?secret=1`);
    expect(await callback(scanId)).toMatchObject({ dueAt: null });
    scanner = start();
    await expect.poll(async () => callback(scanId), { timeout: 20_000 }).toBeNull();
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0]!.body)).toEqual(await read(scanId));
  });

  it('is tried again four times in all, ever more slowly', async () => {
    callbackStatus = 500;
    const scanId = await order('untold.example', `http://127.0.0.1:${port}/callback`);
    scanner = start();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await expect
        .poll(async () => callback(scanId), { timeout: 20_000 })
        .toMatchObject({ attempts: attempt, problem: 'Answered with status 500' });
      waits.push((await callback(scanId))!.dueAt!.getTime() - Date.now());
      await fixture.opened.database
        .update(jobs)
        .set({ dueAt: new Date(0), problem: null })
        .where(eq(jobs.subject, scanId));
    }
    expect(await callback(scanId)).toMatchObject({ failedAt: expect.any(Date) });
    expect(waits[1]!).toBeGreaterThan(waits[0]! * 3);
    expect(waits[2]!).toBeGreaterThan(waits[1]! * 3);
    expect(requests).toHaveLength(4);
  });

  it('must not lead to this machine or its network', async () => {
    const strict = await ServiceFixture.open();
    try {
      for (const callbackUrl of [
        'http://127.0.0.1/',
        'http://localhost:8080/x',
        'https://10.0.0.1/',
        'http://[::1]/',
      ]) {
        const received = await strict.call(assetScan, { body: { content: 'a.example', callbackUrl } });
        expect(received.status).toBe(400);
        expect(JSON.stringify(received.body)).toContain('callbackUrl');
      }
    } finally {
      await strict.close();
    }
  });
});

describe('what is stored of scans', () => {
  it('ends after its time, with the callback', async () => {
    const { database } = fixture.opened;
    const [old, young] = [
      await order('old.example', `http://127.0.0.1:${port}/callback`),
      await order('young.example'),
    ];
    const longAgo = new Date(Date.now() - 91 * 86_400_000);
    await database.update(scans).set({ createdAt: longAgo }).where(eq(scans.id, old));
    await eraseDue(database, 180, fixture.service.log);
    expect((await database.select().from(scans)).map(({ id }) => id)).toContain(young);
    expect(await database.$count(scans, eq(scans.id, old))).toBe(0);
    expect(await database.$count(jobs, eq(jobs.subject, old))).toBe(0);
  });

  it('is bounded for an address that has the key of a build, and what it submits is reported all the same', async () => {
    const service = fixture.service as { quotas: Quotas };
    const { quotas } = service;
    service.quotas = new Quotas({ addressPerHour: 2, keyPerHour: 1_000, sharedNetworks: NO_NETWORKS });
    const key = await fixture.key(['report']);
    const submit = (contents: string[], as = key) =>
      fixture.call(assetSubmit, { body: { assets: contents } }, { key: as });
    const { body } = await submit(['a1.example', 'a2.example', 'a3.example']);
    expect(body.submittedAssets.map(({ scanId }) => scanId !== undefined)).toEqual([true, true, false]);
    expect((await submit(['a4.example'])).body.submittedAssets).toEqual([
      expect.not.objectContaining({ scanId: expect.anything() }),
    ]);
    service.quotas = quotas;
    const own = await submit(['a5.example'], await fixture.key(['report', 'read']));
    expect(own.body.submittedAssets[0]!.scanId).toBeDefined();
    const { database } = fixture.opened;
    expect(await database.$count(reportAssets, like(reportAssets.submittedContent, 'a_.example'))).toBe(5);
  });
});
