import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/fixtures/temporary-folder.ts';
import { openDatabase } from '../../../database/connection.ts';
import { openTestDatabase, type TestDatabase } from '../../../database/database.fixture.ts';
import { assets, importSchedules, listImports } from '../../../database/schema/index.ts';
import { lineLog } from '../../../http/log/log.ts';
import { until } from '../../../jobs/until.fixture.ts';
import { replaceTopSites } from '../../listing/reach.ts';
import { ImportRefused } from '../format/entry.ts';
import { undoImport } from '../import-store.ts';
import { ListServer } from './list-server.fixture.ts';
import { OriginFailed } from './origin.ts';
import { importLoop, runSchedule } from './schedule.ts';
import {
  addSchedule,
  claimDueSchedules,
  claimSchedule,
  type ImportSchedule,
  listSchedules,
  scheduleHealth,
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
  await opened.database.delete(importSchedules);
  Object.assign(server, { body: '', etag: null, respond: null });
  server.asked.length = 0;
});

const publisher = { holdWhile: <T>(work: () => Promise<T>) => work() };
const hosts = (name: string, count = 6) => Array.from({ length: count }, (_, n) => `${name}${n}.example`);
const lines = (names: readonly string[]) => `${names.join('\n')}\n`;
const statusOf = async (content: string) =>
  (await opened.database.select().from(assets).where(eq(assets.content, content)))[0]?.status ?? null;

const schedule = (source: string, origin = `${server.url}/${source}.txt`) =>
  addSchedule(opened.database, { origin, format: 'hosts', source, kind: null, everySeconds: 3_600 });
const row = async (id: number): Promise<ImportSchedule> =>
  (await listSchedules(opened.database)).find((one) => one.id === id)!;
const run = (claimed: ImportSchedule, over: { force?: boolean; allowPrivate?: boolean; signal?: AbortSignal } = {}) => {
  const { allowPrivate = true, ...rest } = over;
  return runSchedule(claimed, { database: opened.database, publisher, outbound: { allowPrivate }, ...rest });
};
const makeDue = (id: number) =>
  opened.database.update(importSchedules).set({ nextRunAt: sql`now()` }).where(eq(importSchedules.id, id));
async function runDue(id: number, over: Parameters<typeof run>[1] = {}) {
  await makeDue(id);
  const [claimed] = await claimDueSchedules(opened.database, 1);
  return run(claimed!, over);
}

describe('a scheduled list', () => {
  it('is imported, asked whether it has something new, and imported again when it has', async () => {
    const [wrong, ...right] = hosts('fresh');
    Object.assign(server, { body: lines([wrong!, ...right]), etag: '"one"' });
    const id = await schedule('fresh');
    expect(await runDue(id)).toMatchObject({ result: { outcome: { created: 6 } } });
    expect((await row(id)).nextRunAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);

    expect(await runDue(id)).toBe('unchanged');
    expect(server.asked.at(-1)?.headers['if-none-match']).toBe('"one"');

    Object.assign(server, { body: lines(right), etag: '"two"' });
    expect(await runDue(id)).toMatchObject({ result: { outcome: { lifted: 1 } } });
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
    expect(await runDue(ofFile)).toMatchObject({ result: { outcome: { created: 6 } } });
    expect(await runDue(ofFile)).toBe('unchanged');
    await writeFile(path, lines(hosts('own', 7)));
    expect(await runDue(ofFile)).toMatchObject({ result: { outcome: { created: 1 } } });
  });

  it('that fails is tried again soon, keeps what it listed, and says why until it succeeds', async () => {
    server.body = lines(hosts('fails'));
    const id = await schedule('fails');
    await runDue(id);
    server.respond = (response) => response.writeHead(503, { 'retry-after': '120' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow(OriginFailed);
    const failed = await row(id);
    expect(failed).toMatchObject({ failures: 1, problem: expect.stringContaining('answered 503'), claimedUntil: null });
    const wait = failed.nextRunAt.getTime() - Date.now();
    expect(wait).toBeGreaterThan(100_000);
    expect(wait).toBeLessThan(180_000);
    expect(await scheduleHealth(opened.database)).toMatchObject({ failing: 1 });
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
    expect(await scheduleHealth(opened.database)).toMatchObject({ failing: 1 });
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
    await run(await claimSchedule(opened.database, id), { force: true });
    expect(await statusOf('third5.example')).toBe('UNKNOWN');
  });

  it('is not brought back by its schedule once it was taken back', async () => {
    server.body = lines(hosts('undone'));
    const id = await schedule('undone');
    const done = await runDue(id);
    const importId = done === 'unchanged' ? null : done.id;
    expect(await undoImport(opened.database, importId!)).toMatchObject({ lifted: 6, paused: [id] });
    await makeDue(id);
    expect(await claimDueSchedules(opened.database, 1)).toEqual([]);
    expect(await run(await claimSchedule(opened.database, id))).toMatchObject({ result: { outcome: { changed: 6 } } });
  });

  it('cannot be scheduled twice, nor share its source with another', async () => {
    const id = await schedule('once');
    await expect(schedule('once')).rejects.toThrow(`imports remove ${id}`);
    await expect(schedule('once', `${server.url}/other.txt`)).rejects.toThrow('--source');
  });
});

describe('where a list is fetched from', () => {
  it('is never this network by a redirect, unless the operator allows it', async () => {
    server.body = lines(hosts('private'));
    const id = await schedule('private');
    const before = server.asked.length;
    await expect(runDue(id, { allowPrivate: false })).rejects.toThrow('private address');
    expect(server.asked).toHaveLength(before);
    server.respond = (response, path) => {
      if (path !== '/private.txt') return false;
      response.writeHead(302, { location: '/moved.txt' }).end();
      return true;
    };
    expect(await runDue(id)).toMatchObject({ result: { outcome: { created: 6 } } });
    server.respond = (response) => response.writeHead(302, { location: '/round' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow('redirects');
    server.respond = (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end() !== undefined;
    await expect(runDue(id)).rejects.toThrow('must begin with https');
  });

  it('is told of without what may be a secret in its address', async () => {
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

describe('several processes', () => {
  it('run each schedule once, and take over what a dead one held', async () => {
    for (let n = 0; n < 12; n += 1) await schedule(`shared${n}`);
    const { location } = opened;
    const other = location.kind === 'server' ? await openDatabase(location) : null;
    try {
      const both = [opened.database, other?.database ?? opened.database];
      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claimDueSchedules(both[n % 2]!, 1)));
      const ids = claims.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(12);
      expect(ids).toHaveLength(12);
      await expect(claimSchedule(opened.database, ids[0]!)).rejects.toThrow('being run');
      await opened.database
        .update(importSchedules)
        .set({ claimedUntil: sql`now() - interval '1 second'` })
        .where(eq(importSchedules.id, ids[0]!));
      expect((await claimDueSchedules(both[1]!, 5)).map(({ id }) => id)).toEqual([ids[0]]);
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
      ...{ database: opened.database, publisher, outbound: { allowPrivate: true }, pollIntervalMs: 20 },
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
      ...{ database: opened.database, publisher, outbound: { allowPrivate: true }, pollIntervalMs: 20 },
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
    expect(await row(id)).toMatchObject({ claimedUntil: null, failures: 0 });
    expect((await claimDueSchedules(opened.database, 1)).map((one) => one.id)).toEqual([id]);
    const rows = await opened.database.select().from(listImports).where(eq(listImports.source, 'loop'));
    expect(rows).toMatchObject([{ outcome: 'DONE', created: 6 }]);
  });
});
