import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Terminal } from '../command-line/command.ts';
import { CommandError, readWords } from '../command-line/words.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { lineLog } from '../http/log/log.ts';
import { call } from './call.ts';
import { demoKeys } from './demo/keys.ts';
import { seedDemo } from './demo/seed.ts';
import { type RunningService, startService } from './serve/running-service.ts';

let folder: string;
let readyFile: string;
let url: string;
let running: RunningService;
let close: () => Promise<void>;
let protect: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-'));
  const opened = await openTestDatabase();
  close = opened.close;
  const keys = await demoKeys(opened.database, await seedDemo(opened.database, Date.now()), null);
  protect = keys.protect;
  running = await startService({
    ...{ database: opened.database, log: lineLog(() => {}), host: '127.0.0.1', port: 0 },
    ...{ publicUrl: null, portalUrl: null, pollSeconds: 60, requestsPerMinute: 100_000 },
  });
  url = `http://127.0.0.1:${running.port}`;
  readyFile = join(folder, 'ready.json');
  await writeFile(readyFile, JSON.stringify({ url, keys }));
}, 60_000);
afterAll(async () => {
  await running.close();
  await close();
  await rm(folder, { recursive: true });
});

async function run(...words: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const progress = { write: (text: string) => errors.push(text) } as unknown as Terminal['progress'];
  const given = readWords([call], ['call', ...words]);
  if ('help' in given) throw new Error(given.help);
  const code = await call.run(given.words, {}, { folder, print: (line) => lines.push(line), progress });
  return { code, out: lines.join('\n'), errors: errors.join('') };
}
const ready = (...words: string[]) => run(...words, '--ready-file', readyFile);

describe('call', () => {
  it('puts fields where the operation has them, and prints the answer', async () => {
    const inBody = await ready('assetCheck', '--json', '{"content":"drainer.wary.test"}');
    expect(JSON.parse(inBody.out)).toMatchObject({ status: 'BLOCKED' });
    const inQuery = await ready('organizationAssetList', '--json', '{"slug":"acme","query":"acme.test"}');
    const [{ id }] = JSON.parse(inQuery.out).assets;
    const inPath = await ready('organizationAssetUpdate', '--json', `{"assetId":${id},"slug":"acme","name":"New"}`);
    expect(JSON.parse(inPath.out)).toMatchObject({ id, name: 'New', content: 'acme.test' });
    expect(JSON.parse((await ready('userMe')).out)).toMatchObject({ email: 'ada@acme.test' });
    expect(inBody.code + inQuery.code + inPath.code).toBe(0);
  });

  it('takes a key by its name in the ready file, or any key and address', async () => {
    const named = await ready('validate', '--key', 'protect');
    expect(JSON.parse(named.out).scopes).toEqual(['protect']);
    expect((await run('validate', '--url', url, '--key', protect)).out).toBe(named.out);
  });

  it('prints a refusal with its issues, and fails', async () => {
    const { code, out, errors } = await ready('assetSearch', '--json', '{"content":"never-seen.example"}');
    expect([code, out]).toEqual([1, '']);
    expect(errors).toContain('404 NOT_FOUND');
    expect((await ready('userOrgs', '--key', 'protect')).errors).toContain('lacks the scope read');
    expect(await run('validate', '--url', 'http://127.0.0.1:1', '--key', 'x')).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining('could not be reached') },
    });
  });

  it.each([
    [['nope'], /no operation nope/],
    [[], /missing required argument 'operation'/],
    [['assetCheck', '--json', '{'], /not JSON/],
    [['assetCheck', '--json', '[1]'], /object/],
    [['disputeRead'], /receipt, which the path names/],
    [['validate', '--json', '{"a":1}'], /no field a/],
    [['assetCheck', '--file', 'x.png'], /takes no files/],
    [['validate', '--url', 'http://elsewhere.example'], /--url/],
  ])('refuses %j', async (words, message) => {
    await expect(ready(...words)).rejects.toThrow(message);
    await expect(ready(...words)).rejects.toThrow(CommandError);
  });

  it('needs a key', async () => {
    await expect(run('validate', '--url', url)).rejects.toThrow('--key');
    await expect(run('validate', '--ready-file', join(folder, 'nope.json'))).rejects.toThrow('ready file');
  });
});
