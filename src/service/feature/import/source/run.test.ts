import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/fixtures/temporary-folder.ts';
import { openDatabase } from '../../../database/connection.ts';
import { openTestDatabase, type TestDatabase } from '../../../database/database.fixture.ts';
import { assets, jobs, listImports, sources } from '../../../database/schema/index.ts';
import { lineLog } from '../../../http/log/log.ts';
import { ANYWHERE, type OutboundPolicy, PUBLIC_ONLY } from '../../../http/outgoing.ts';
import { claimJobs, endJob } from '../../../jobs/queue.ts';
import { until } from '../../../jobs/until.fixture.ts';
import { replaceTopSites } from '../../listing/reach.ts';
import { ImportRefused } from '../format/entry.ts';
import { undoImport } from '../import-store.ts';
import { openHeaders, readHeaders, sealHeaders } from './headers.ts';
import { ListServer } from './list-server.fixture.ts';
import { OriginFailed } from './origin.ts';
import { importLoop, runSource } from './run.ts';
import {
  addSource,
  type ListedSource,
  listSources,
  type NewSource,
  orderDueSources,
  orderTask,
  type Source,
  setRules,
  sourceHealth,
} from './store.ts';

let opened: TestDatabase;
let server: ListServer;
beforeAll(async () => {
  opened = await openTestDatabase();
  server = await ListServer.start();
}, 60_000);
afterAll(async () => {
  await server.stop();
  await opened.close();
});
beforeEach(async () => {
  await opened.database.delete(sources);
  await opened.database.delete(jobs);
  Object.assign(server, { body: '', etag: null, respond: null });
  server.asked.length = 0;
});

const publisher = { holdWhile: <T>(work: () => Promise<T>) => work() };
const hosts = (name: string, count = 6) => Array.from({ length: count }, (_, n) => `${name}${n}.example`);
const lines = (names: readonly string[]) => `${names.join('\n')}\n`;
const statusOf = async (content: string) =>
  (await opened.database.select().from(assets).where(eq(assets.content, content)))[0]?.status ?? null;

const schedule = async (name: string, origin = `${server.url}/${name}.txt`, more: Partial<NewSource> = {}) =>
  (await addSource(opened.database, { origin, format: 'hosts', name, kind: null, everySeconds: 3_600, ...more })).id;
const row = async (id: number): Promise<ListedSource> =>
  (await listSources(opened.database)).find((one) => one.id === id)!;
const run = (claimed: Source, over: { force?: boolean; outbound?: OutboundPolicy; signal?: AbortSignal } = {}) => {
  const { outbound = ANYWHERE, ...rest } = over;
  return runSource(claimed, { database: opened.database, publisher, outbound, ...rest });
};
const makeDue = (id: number) =>
  opened.database.update(sources).set({ nextRunAt: sql`now() - interval '1 second'` }).where(eq(sources.id, id));
async function runDue(id: number, over: Parameters<typeof run>[1] = {}) {
  await makeDue(id);
  const claimed = await claimDue(1);
  try {
    return await run(await row(Number(claimed[0]!.subject)), over);
  } finally {
    for (const job of claimed) await endJob(opened.database, job);
  }
}
const claimDue = async (most: number, database = opened.database) => {
  await orderDueSources(database);
  return claimJobs(database, 'import', { most, claimMs: 60_000 });
};

describe('a scheduled list', () => {
  it('is imported, asked whether it has something new, and imported again when it has', async () => {
    const [wrong, ...right] = hosts('fresh');
    Object.assign(server, { body: lines([wrong!, ...right]), etag: '"one"' });
    const id = await schedule('fresh');
    expect(await runDue(id)).toMatchObject({ report: { created: 6 } });
    expect((await row(id)).nextRunAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);

    expect(await runDue(id)).toBe('unchanged');
    expect(server.asked.at(-1)?.headers['if-none-match']).toBe('"one"');

    Object.assign(server, { body: lines(right), etag: '"two"' });
    expect(await runDue(id)).toMatchObject({ report: { lifted: 1 } });
    expect(await statusOf(wrong!)).toBe('UNKNOWN');
  });

  it('of a server without validators, and of a file, is imported only when its bytes changed', async () => {
    server.body = lines(hosts('plain'));
    const id = await schedule('plain');
    await runDue(id);
    expect(await runDue(id)).toBe('unchanged');
    const path = join(await temporaryFolder(), 'own.txt');
    await writeFile(path, lines(hosts('own')));
    const ofFile = await schedule('own', path);
    expect(await runDue(ofFile)).toMatchObject({ report: { created: 6 } });
    expect(await runDue(ofFile)).toBe('unchanged');
    await writeFile(path, lines(hosts('own', 7)));
    expect(await runDue(ofFile)).toMatchObject({ report: { created: 1 } });
  });

  it('that fails is tried again soon, keeps what it listed, and says why until it succeeds', async () => {
    server.body = lines(hosts('fails'));
    const id = await schedule('fails');
    await runDue(id);
    server.respond = (response) => response.writeHead(503, { 'retry-after': '120' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow(OriginFailed);
    const failed = await row(id);
    expect(failed).toMatchObject({ failures: 1, problem: expect.stringContaining('answered 503') });
    const wait = failed.nextRunAt.getTime() - Date.now();
    expect(wait).toBeGreaterThan(100_000);
    expect(wait).toBeLessThan(180_000);
    expect(await sourceHealth(opened.database)).toMatchObject({ failing: 1 });
    expect(await statusOf('fails0.example')).toBe('BLOCKED');
    server.respond = null;
    expect(await runDue(id)).toBe('unchanged');
    expect(await row(id)).toMatchObject({ failures: 0, failingSince: null, problem: null });
  });

  it('of which nothing is understood fails, keeps what it listed, and shows what was strange', async () => {
    server.body = lines(hosts('strange'));
    const id = await schedule('strange');
    await runDue(id);
    server.body = lines(hosts('strange').map((host) => `address=/${host}/`));
    await expect(runDue(id)).rejects.toThrow('looks like dnsmasq');
    expect((await row(id)).problem).toContain('Not understood: "address=/strange0.example/"');
    expect(await sourceHealth(opened.database)).toMatchObject({ failing: 1 });
    expect(await statusOf('strange0.example')).toBe('BLOCKED');
  });

  it('that lost more than a third waits for a person, who may force it', async () => {
    server.body = lines(hosts('third'));
    const id = await schedule('third');
    await runDue(id);
    server.body = lines(hosts('third', 2));
    await expect(runDue(id)).rejects.toThrow(ImportRefused);
    expect((await row(id)).problem).toContain('more than a third');
    expect(await statusOf('third5.example')).toBe('BLOCKED');
    await orderTask(opened.database, id, 'FORCE');
    await run(await row(id), { force: true });
    expect(await statusOf('third5.example')).toBe('UNKNOWN');
  });

  it('is not brought back by its schedule once it was taken back', async () => {
    server.body = lines(hosts('undone'));
    const id = await schedule('undone');
    const done = await runDue(id);
    const importId = done === 'unchanged' ? null : done.id;
    expect(await undoImport(opened.database, importId!)).toMatchObject({ lifted: 6, paused: true });
    await makeDue(id);
    expect(await claimDue(1)).toEqual([]);
    await orderTask(opened.database, id, 'RUN');
    expect(await run(await row(id))).toMatchObject({ report: { changed: 6 } });
  });

  it('cannot be scheduled twice, nor share its source with another', async () => {
    await schedule('once');
    await expect(schedule('once')).rejects.toThrow('/desk/sources ends that');
    await expect(schedule('once', `${server.url}/other.txt`)).rejects.toThrow('--source');
  });
});

describe('where a list is fetched from', () => {
  it('is never this network by a redirect, unless the operator allows it', async () => {
    server.body = lines(hosts('private'));
    const id = await schedule('private');
    const before = server.asked.length;
    await expect(runDue(id, { outbound: PUBLIC_ONLY })).rejects.toThrow('private address');
    expect(server.asked).toHaveLength(before);
    server.respond = (response, path) => {
      if (path !== '/private.txt') return false;
      response.writeHead(302, { location: '/moved.txt' }).end();
      return true;
    };
    expect(await runDue(id)).toMatchObject({ report: { created: 6 } });
    server.respond = (response) => response.writeHead(302, { location: '/round' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow('redirects');
    server.respond = (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow('must begin with https');
  });

  it('is reported without what may be a secret in its address', async () => {
    const id = await schedule('token', `${server.url}/list.txt?token=secret`);
    server.respond = (response, path) => {
      if (path === '/list.txt?token=secret')
        response.writeHead(302, { location: 'http://127.0.0.1:1/?signature=secret' }).end();
      return true;
    };
    await expect(runDue(id)).rejects.toThrow('/list.txt?…, which leads to http://127.0.0.1:1/?… does not answer');
    server.respond = (response) => response.writeHead(500).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow('/list.txt?… answered 500');
    expect((await row(id)).problem).not.toContain('secret');
  });

  it('must give a whole list', async () => {
    const id = await schedule('whole');
    server.respond = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(lines(hosts('whole')), () => response.destroy());
      return true;
    };
    await expect(runDue(id)).rejects.toThrow('does not answer');
    Object.assign(server, { respond: null, body: '<html>Sign in</html>' });
    await expect(runDue(id)).rejects.toThrow('looks like a web page');
    expect(await statusOf('whole0.example')).toBeNull();
  });
});

describe('a list of a paying reader', () => {
  it('is asked for with header fields that nobody reads again, and that no other server gets', async () => {
    const headers = readHeaders('Auth-Key: very-secret\r\nUser-Agent: acme\n');
    const origin = `${server.url}/paid.txt`;
    const id = await schedule('paid', origin, { headers: await sealHeaders(opened.database, origin, headers) });
    const stored = await row(id);
    expect(Buffer.from(stored.headers!).toString('latin1')).not.toContain('secret');
    const elsewhere = await ListServer.start();
    elsewhere.body = lines(hosts('paid'));
    server.respond = (response) => response.writeHead(302, { location: `${elsewhere.url}/file` }).end() !== undefined;
    await runDue(id);
    expect(server.asked.at(-1)?.headers).toMatchObject({ 'auth-key': 'very-secret', 'user-agent': 'acme' });
    expect(elsewhere.asked.map((one) => one.headers['auth-key'])).toEqual([undefined]);
    await elsewhere.stop();
    await expect(openHeaders(opened.database, { ...stored, origin: 'https://other.example/' })).rejects.toThrow(
      'decrypted',
    );
    expect(() => readHeaders('Host: other.example')).toThrow('cannot be set');
  });

  it('is refused where its bytes are not those of the published checksum', async () => {
    server.body = lines(hosts('sum'));
    const right = createHash('sha256').update(server.body).digest('hex');
    let published = `${right}  ./sum.txt\n${'0'.repeat(64)}  other.txt\n`;
    server.respond = (response, path) => path === '/SUMS' && response.end(published) !== undefined;
    const id = await schedule('sum', `${server.url}/sum.txt`, { checksumUrl: `${server.url}/SUMS` });
    expect(await runDue(id)).toMatchObject({ report: { created: 6 } });
    server.body = lines(hosts('sum', 7));
    await expect(runDue(id)).rejects.toThrow('is not the one whose SHA-256');
    published = 'none\n';
    await expect(runDue(id)).rejects.toThrow('has no SHA-256 of sum.txt');
    expect(await statusOf('sum6.example')).toBeNull();
  });
});

describe('an entry', () => {
  const age = (name: string, column: 'created_at' | 'left_at', days: number) =>
    opened.database.execute(
      sql`update list_memberships set ${sql.raw(column)} = now() - make_interval(days => ${days}) where source = ${name} and ${sql.raw(column)} is not null`,
    );

  it('stays for the grace of its source after the list dropped it, and is as before when it comes back', async () => {
    server.body = lines(hosts('grace', 7));
    const id = await schedule('grace', undefined, { graceDays: 3 });
    await runDue(id);
    server.body = lines(hosts('grace', 5));
    expect(await runDue(id)).toMatchObject({ report: { left: 0, waiting: 2, lifted: 0 } });
    expect(await statusOf('grace6.example')).toBe('BLOCKED');
    server.body = lines(hosts('grace', 6));
    await runDue(id);
    await age('grace', 'left_at', 4);
    expect(await runDue(id)).toMatchObject({ report: { left: 1, lifted: 1 } });
    expect([await statusOf('grace5.example'), await statusOf('grace6.example')]).toEqual(['BLOCKED', 'UNKNOWN']);
    expect(await runDue(id)).toBe('unchanged');
  });

  it('is left out while its source asks for more confidence, and taken once it asks for less of the same list', async () => {
    Object.assign(server, { body: 'domain,confidence_level\nsure.example,90\nunsure.example,25\n', etag: '"one"' });
    const id = await schedule('sure', undefined, { format: 'csv', minConfidence: 75 });
    await runDue(id);
    expect([await statusOf('sure.example'), await statusOf('unsure.example')]).toEqual(['BLOCKED', null]);
    await setRules(opened.database, id, { ...(await row(id)), minConfidence: 25 });
    await runDue(id);
    expect(await statusOf('unsure.example')).toBe('BLOCKED');
  });

  it('ends when it is older than its source allows, though the list still has it, and can be brought back', async () => {
    server.body = lines(hosts('old'));
    const id = await schedule('old', undefined, { expireDays: 90 });
    await runDue(id);
    await age('old', 'created_at', 91);
    const run = await runDue(id);
    expect(run).toMatchObject({ report: { expired: 6, lifted: 6 } });
    server.body = lines(hosts('old', 7));
    expect(await runDue(id)).toMatchObject({ report: { created: 1, changed: 0, expired: 0 } });
    expect([await statusOf('old0.example'), await statusOf('old6.example')]).toEqual(['UNKNOWN', 'BLOCKED']);
    for (const { id: one } of (await importsOf('old')).slice(0, 2)) await undoImport(opened.database, one);
    expect(await statusOf('old0.example')).toBe('BLOCKED');
  });
});

const importsOf = (name: string) =>
  opened.database.select().from(listImports).where(eq(listImports.source, name)).orderBy(desc(listImports.id));

describe('what a person asks for at the desk', () => {
  it('is done by a process: a preview, then the import, its undo, and the end of the source', async () => {
    server.body = lines(hosts('desk'));
    const source = { origin: `${server.url}/desk.txt`, format: 'hosts', name: 'desk', everySeconds: 3_600 };
    const { id } = await addSource(opened.database, source, false);
    const outcomes: string[] = [];
    const loop = importLoop({
      ...{ database: opened.database, publisher, outbound: ANYWHERE, pollIntervalMs: 20 },
      ...{ log: lineLog(() => {}), onRun: (outcome) => void outcomes.push(outcome) },
    });
    const done = () => until(async () => (await row(id)).task === null);
    loop.start();
    await done();
    expect((await row(id)).preview).toMatchObject({ created: 6 });
    expect(await statusOf('desk0.example')).toBeNull();
    await orderTask(opened.database, id, 'RUN');
    await done();
    expect(await statusOf('desk0.example')).toBe('BLOCKED');
    expect((await importsOf('desk'))[0]?.report).toMatchObject({ created: 6 });
    await orderTask(opened.database, id, 'UNDO');
    await done();
    expect(await statusOf('desk0.example')).toBe('UNKNOWN');
    expect(await row(id)).toMatchObject({ pausedAt: expect.any(Date) });
    await orderTask(opened.database, id, 'RUN');
    await done();
    await orderTask(opened.database, id, 'END');
    await until(async () => (await row(id)) === undefined);
    await loop.stop();
    expect(await statusOf('desk0.example')).toBe('UNKNOWN');
    expect(outcomes).toEqual(['imported', 'imported']);
  });
});

describe('several processes', () => {
  it('run each schedule once, and take over what a dead one had', async () => {
    for (let n = 0; n < 12; n += 1) await schedule(`shared${n}`);
    const { location } = opened;
    const other = location.kind === 'server' ? await openDatabase(location) : null;
    try {
      const both = [opened.database, other?.database ?? opened.database];
      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claimDue(1, both[n % 2]!)));
      const ids = claims.flat().map(({ subject }) => subject);
      expect(new Set(ids).size).toBe(12);
      expect(ids).toHaveLength(12);
      const subject = ids[0]!;
      expect((await row(Number(subject))).isRunning).toBe(true);
      await opened.database
        .update(jobs)
        .set({ dueAt: sql`now() - interval '1 second'` })
        .where(eq(jobs.subject, subject));
      expect((await claimDue(5, both[1])).map((job) => job.subject)).toEqual([subject]);
    } finally {
      await other?.close();
    }
  });

  it('say in the log which hosts of high reach they skipped', async () => {
    await replaceTopSites(opened.database, ['popular-one.example']);
    server.body = lines([...hosts('reach', 2), 'popular-one.example']);
    await schedule('reach');
    const logged: string[] = [];
    const loop = importLoop({
      ...{ database: opened.database, publisher, outbound: ANYWHERE, pollIntervalMs: 20 },
      ...{ log: lineLog((line) => logged.push(line)), onRun: () => {} },
    });
    loop.start();
    await until(() => logged.length > 0);
    await loop.stop();
    expect(JSON.parse(logged[0]!)).toMatchObject({ created: 2, ofHighReach: 1, skipped: 'popular-one.example' });
    await replaceTopSites(opened.database, []);
  });

  it('do it by themselves, and give up what is under way when they are stopped', async () => {
    server.body = lines(hosts('loop'));
    const id = await schedule('loop');
    const [logged, outcomes]: [string[], string[]] = [[], []];
    const options = {
      ...{ database: opened.database, publisher, outbound: ANYWHERE, pollIntervalMs: 20 },
      log: lineLog((line) => logged.push(line)),
      onRun: (outcome: string) => void outcomes.push(outcome),
    };
    const loops = [importLoop(options), importLoop(options)];
    for (const loop of loops) loop.start();
    await until(() => outcomes.length > 0);
    server.respond = () => true;
    const asked = server.asked.length;
    await makeDue(id);
    await until(() => server.asked.length > asked);
    for (const loop of loops) await loop.stop();
    expect(outcomes).toEqual(['imported']);
    expect(logged.filter((line) => line.includes('"created":6'))).toHaveLength(1);
    expect(await row(id)).toMatchObject({ isRunning: false, failures: 0 });
    expect((await claimDue(1)).map(({ subject }) => subject)).toEqual([String(id)]);
    const rows = await opened.database.select().from(listImports).where(eq(listImports.source, 'loop'));
    expect(rows).toMatchObject([{ outcome: 'DONE', created: 6 }]);
  });
});
