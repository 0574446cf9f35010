import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetCheck } from '../../api/asset/asset.ts';
import { blocklistConfirm } from '../../api/blocklist.ts';
import { call } from '../../api/client.ts';
import { ALGO_VERSION } from '../../asset/hash.ts';
import { openDataFolder } from '../database/folder/data-folder.ts';
import { ListServer } from '../feature/import/source/list-server.fixture.ts';
import { entryCounts } from '../feature/import/source/store.ts';
import { expressionHash } from '../feature/listing/entry.ts';
import { lineLog } from '../http/log/log.ts';
import { ANYWHERE } from '../http/outgoing.ts';
import { until } from '../jobs/until.fixture.ts';
import { runCommand } from './run.ts';
import { startService } from './serve/running-service.ts';

/** Small lists of three formats, at the paths at which the server has them. */
const LISTS: Readonly<Record<string, string>> = {
  '/drainers.json': JSON.stringify({ deny: ['drainer.example', 'shared.example'], allow: ['honest.example'] }),
  '/filters.txt': '! Title: Filters\n||phisher.example^\n||honest.example^\n@@||shared.example^\n',
  '/wallets.csv': 'address,label\n0x52908400098527886e0f7030069857d2e4169ee7,drainer\n',
};

let folder: string;
let server: ListServer;
let opened: Awaited<ReturnType<typeof openDataFolder>>;
let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-sources-'));
  server = await ListServer.start();
  server.respond = (response, path) => response.end(LISTS[path] ?? '') !== undefined;
  opened = await openDataFolder(join(folder, 'data'));
  const where = { host: '127.0.0.1', port: 0, publicUrl: null, portalUrl: null, log: lineLog(() => {}) };
  const limits = { pollSeconds: 60, requestsPerMinute: 1_000_000, outbound: ANYWHERE };
  service = await startService({ ...where, ...limits, database: opened.database });
}, 120_000);
afterAll(async () => {
  await service.close();
  await opened.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function typed(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const terminal = {
    folder: '/',
    print: (line: string) => void printed.push(line),
    progress: { write: (text: string) => printed.push(text) },
  };
  const { publisher, outbound } = service;
  const code = await runCommand(words, { database: opened.database, publisher, outbound, terminal });
  expect(code, printed.join('\n')).toBe(0);
  return printed.join('\n');
}

it('a service in an empty folder protects by three lists as soon as they are added', { timeout: 60_000 }, async () => {
  await typed('organizations', 'create', 'acme', '--name', 'Acme');
  const made = await typed('keys', 'create', '--organization', 'acme', '--scope', 'protect', '--label', 'Build');
  const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: /wary_[\w-]+/.exec(made)![0] };
  for (const path of Object.keys(LISTS)) await typed('source', 'add', `${server.url}${path}`, '--every', '1h');
  const counts = () => entryCounts(opened.database);
  await until(async () => (await counts()).size === 3);
  expect(await counts()).toEqual(
    new Map([
      ['drainers', 3],
      ['filters', 3],
      ['wallets', 1],
    ]),
  );
  const checked = async (content: string) => {
    const answer = await call(endpoint, assetCheck, { body: { content } });
    return answer.status === 200 ? answer.data.status : null;
  };
  // The first list is trusted most: what it allows stays open, and what it blocks stays blocked.
  expect(await checked('shared.example')).toBe('BLOCKED');
  expect(await checked('honest.example')).toBe('ALLOWED');
  expect(await checked('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('BLOCKED');
  const hash = expressionHash('phisher.example/');
  const confirmed = async () => {
    const body = { algoVersion: ALGO_VERSION, prefixes: [hash.slice(0, 4)] };
    const answer = await call(endpoint, blocklistConfirm, { body });
    return answer.status === 200 ? answer.data.matches.flatMap(({ hashes }) => hashes) : [];
  };
  await until(async () => (await confirmed()).includes(hash));
});
