import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { assetCheck } from '../../api/asset/asset.ts';
import { blocklistVersion, organizationLists } from '../../api/blocklist.ts';
import { call as request } from '../../api/client.ts';
import { validate } from '../../api/organization/account.ts';
import { reportCreate } from '../../api/report/report.ts';
import { verifyArtifact } from '../../blocklist/codec/artifact.ts';
import { keyDigestOf } from '../../blocklist/sync/organization-poll.ts';
import type { LocalCommand } from '../command-line/command.ts';
import { readWords } from '../command-line/words.ts';
import { makeDataFolder } from '../database/folder/data-folder.fixture.ts';
import { openDataFolder } from '../database/folder/data-folder.ts';
import { lineLog } from '../http/log/log.ts';
import { restore } from './backup.ts';
import { COMMANDS } from './catalogue.ts';
import { runCommand } from './run.ts';
import { startService } from './serve/running-service.ts';
import { serve } from './serve/serve.ts';

const LOCAL = [serve, restore];
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, RUNBOOK = ''] = /\n## Runbook\n([\s\S]*?)(?=\n## |$)/.exec(README) ?? [];
const NAMES = [...COMMANDS, ...LOCAL].map(({ name }) => name);
/** What the runbook tells its reader to type. */
const QUOTED = [...RUNBOOK.matchAll(/`([^`]+)`/g)]
  .map(([, text = '']) => text)
  .filter((text) => NAMES.includes(text.split(' ')[0]!));
const carriedOut = new Set<string>();

let folder: string;
let data: string;
let running: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-runbook-'));
  data = join(folder, 'data');
  await makeDataFolder(data, inject('embeddedDatabase')!);
  running = await start(data);
  await typed(['organizations', 'create', 'acme', '--name', 'Acme']);
}, 120_000);
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

async function start(place: string) {
  const { database, backup, close } = await openDataFolder(place);
  const log = lineLog(() => {});
  const where = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    portalUrl: null,
    metrics: { host: '127.0.0.1', port: 0 },
  };
  const service = await startService({ ...where, database, log, pollSeconds: 60, requestsPerMinute: 1_000_000 });
  const stop = async () => {
    await service.close();
    await close();
  };
  return { ...{ database, backup, service, stop }, url: `http://127.0.0.1:${service.port}` };
}

/** Carries out a command as the running service does for the person who types it. @returns all that it prints */
async function typed(words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const keep = (text: string) => void printed.push(text);
  const terminal = { folder, print: keep, progress: { write: (text: string) => Boolean(printed.push(text)) } };
  const { database, backup, service } = running;
  const local: LocalCommand | undefined = LOCAL.find(({ name }) => name === words[0]);
  const given = local && readWords([local], words);
  const code =
    local && given && 'words' in given
      ? await local.run(given.words, {}, terminal)
      : await runCommand(words, {
          database,
          backup,
          publisher: service.publisher,
          onChange: service.forgetKeys,
          terminal,
        });
  return `${printed.join('\n')}${code === 0 ? '' : ` (code ${code})`}`;
}

/** The words of a command of the runbook, each blank filled in. */
function wordsOf(quoted: string, blanks: Readonly<Record<string, string>>): string[] {
  expect(QUOTED).toContain(quoted);
  carriedOut.add(quoted);
  const words = [...quoted.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );
  return words.map((word) => Object.entries(blanks).reduce((text, [blank, value]) => text.replace(blank, value), word));
}
/** Types a command of the runbook, which must do what it is for. */
async function follow(quoted: string, blanks: Readonly<Record<string, string>> = {}, ...more: readonly string[]) {
  const printed = await typed([...wordsOf(quoted, blanks), ...more]);
  expect(printed).not.toMatch(/\(code \d+\)$/);
  return printed;
}

const asks = (key: string) => ({ baseUrl: running.url, apiKey: key });
const madeKey = (printed: string) => ({ id: /Key (\d+)/.exec(printed)![1]!, key: /wary_[\w-]+/.exec(printed)![0] });
const build = async () =>
  madeKey(await typed(['keys', 'create', '--organization', 'acme', '--scope', 'protect,report']));
const works = (key: string) =>
  request(asks(key), validate, {}).then(
    () => true,
    () => false,
  );
async function announced(key: string) {
  const answer = await request(asks(key), blocklistVersion, {});
  if (answer.status !== 200) throw new Error('The version document came without a body');
  return answer.data;
}
async function isSignedBy(publicKey: string, key: string): Promise<boolean> {
  const { algoVersion, snapshot } = await announced(key);
  const { token, count, sha256 = '', version = 0, signature = '' } = snapshot;
  return verifyArtifact([publicKey], signature, { kind: 'snapshot', algoVersion, token, count, sha256, version });
}
const checked = async (key: string, content: string): Promise<string> => {
  const answer = await request(asks(key), assetCheck, { body: { content } });
  return answer.status === 200 ? answer.data.status : '';
};

it('the key of the list was stolen', { timeout: 60_000 }, async () => {
  const { key } = await build();
  const keyIn = async (state: string) =>
    new RegExp(`^(\\w+)  ${state}  `, 'm').exec(await follow('list-key'))?.[1] ?? '';
  const stolen = await keyIn('signing');
  expect(await isSignedBy(stolen, key)).toBe(true);
  await follow('list-key rotate --now');
  const next = await keyIn('signing');
  expect(next).not.toBe(stolen);
  await vi.waitFor(async () => expect(await isSignedBy(next, key)).toBe(true), { timeout: 20_000, interval: 50 });
  expect(await isSignedBy(stolen, key)).toBe(false);
  expect(await follow('list-key retire KEY', { KEY: stolen })).toContain('is retired');
  expect(await follow('list-key')).not.toMatch(new RegExp(`^${stolen}  signing`, 'm'));
});

it('the key of the package was stolen', { timeout: 60_000 }, async () => {
  const before = await build();
  const made = 'keys create --organization SLUG --scope protect --scope report --label "Build of DATE"';
  const after = madeKey(await follow(made, { SLUG: 'acme', DATE: '2026-05-01' }));
  await follow('keys revoke ID', { ID: before.id });
  expect([await works(before.key), await works(after.key)]).toEqual([false, true]);
  const asked = request(asks(before.key), organizationLists, { params: { keyDigest: keyDigestOf(before.key) } });
  await expect(asked).rejects.toMatchObject({ status: 401 });
  // What the runbook warns of: it tells who has the old key which one to use.
  const followed = await build();
  const { key } = madeKey(await follow('keys rotate', {}, followed.id));
  await typed(['keys', 'revoke', followed.id]);
  const params = { keyDigest: keyDigestOf(followed.key) };
  expect(await request(asks(followed.key), organizationLists, { params })).toMatchObject({
    data: { nextKey: { apiKey: key } },
  });
});

it('the key of a build leaked', { timeout: 60_000 }, async () => {
  const leaked = await build();
  await request(asks(leaked.key), reportCreate, { body: { assets: [{ content: 'abused.example' }] } });
  expect(readWords([serve], wordsOf('serve --key-quota N --address-quota N', { N: '10' }))).toMatchObject({
    words: { options: { 'key-quota': 10, 'address-quota': 10 } },
  });
  const slow = madeKey(await follow('keys create --rate-limit N', { N: '1' }, '--organization', 'acme'));
  expect(await works(slow.key)).toBe(true);
  await expect(request(asks(slow.key), validate, {})).rejects.toMatchObject({ status: 429 });
  const another = madeKey(await follow('keys create', {}, '--organization', 'acme', '--scope', 'protect,report'));
  await follow('keys revoke ID', { ID: leaked.id });
  expect([await works(leaked.key), await works(another.key)]).toEqual([false, true]);
});

it('many sites were blocked wrongly', { timeout: 60_000 }, async () => {
  const { key } = await build();
  await writeFile(join(folder, 'wrong.txt'), 'honest-one.example\nhonest-two.example\n');
  const imported = await typed(['source', 'import', 'wrong.txt', '--format', 'hosts']);
  expect(await checked(key, 'honest-one.example')).toBe('BLOCKED');
  const [, id = ''] = /This is import (\d+)/.exec(imported) ?? [];
  await follow('source undo ID', { ID: id });
  expect(await checked(key, 'honest-one.example')).toBe('UNKNOWN');

  await typed(['block', 'honest-two.example']);
  await follow('unblock CONTENT --reason TEXT', { CONTENT: 'honest-two.example', TEXT: 'Mistake' });
  expect(await checked(key, 'honest-two.example')).toBe('UNKNOWN');
  const metrics = await (await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^wary_publication_failing_seconds 0$/m);
  expect(await follow('source import FILE --dry-run', { FILE: 'wrong.txt' }, '--format', 'hosts')).toContain(
    'Nothing was changed. This would import',
  );
  expect(await checked(key, 'honest-one.example')).toBe('UNKNOWN');
  await typed(['source', 'import', 'wrong.txt', '--format', 'hosts']);
  expect(await checked(key, 'honest-two.example')).toBe('UNKNOWN');
  await writeFile(join(folder, 'top.txt'), 'well-known.example\n');
  await follow('top-sites load FILE', { FILE: 'top.txt' });
  expect(await typed(['block', 'well-known.example'])).toContain('WARY_KEY');
});

it('the database is lost', { timeout: 60_000 }, async () => {
  const { key } = await build();
  await typed(['block', 'kept.example']);
  await follow('backup', {}, 'daily.tar.gz');
  await typed(['block', 'after-the-backup.example']);
  const publisher = running.service.publisher;
  const { version: earlier } = await vi.waitFor(
    () => {
      expect(publisher.list.recent.count + publisher.list.snapshot.count).toBeGreaterThan(2);
      return publisher.list.recent;
    },
    { timeout: 20_000, interval: 50 },
  );
  const listKeys = await typed(['list-key']);
  await running.stop();
  await rename(data, join(folder, 'what-is-left'));
  const restored = join(folder, 'restored');
  expect(await follow('restore FILE --data NEW', { FILE: 'daily.tar.gz', NEW: restored })).toContain('Restored');
  running = await start(restored);
  await follow('republish');
  expect(wordsOf('serve', {})).toEqual(['serve']);
  await vi.waitFor(async () => expect((await announced(key)).recent.version).toBeGreaterThan(earlier), {
    timeout: 20_000,
    interval: 50,
  });
  expect([await checked(key, 'kept.example'), await checked(key, 'after-the-backup.example')]).toEqual([
    'BLOCKED',
    'UNKNOWN',
  ]);
  expect(await typed(['list-key'])).toBe(listKeys);
});

it('has no other command than these', () => {
  expect(QUOTED.length).toBeGreaterThan(12);
  expect([...new Set(QUOTED)].filter((quoted) => !carriedOut.has(quoted))).toEqual([]);
});
