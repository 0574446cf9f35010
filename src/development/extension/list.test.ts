import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListService, tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { NO_STORAGE } from '../../../test/fixtures/blocklist/no-storage.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { Blocklist } from '../../blocklist/blocklist.ts';
import { decodePrefixes, encodePrefixes, publicKeyOf } from '../../blocklist/codec/artifact.ts';
import { BundledList, type BundledVersion, bundledVersion } from '../../blocklist/store/bundled.ts';
import { checkSavedList, type ListCheck, readBundledList, readBundledVersion, saveServiceList } from './list.ts';

const LIST = randomPrefixes(500, 1);
const SECRET = '11'.repeat(32);
const signing = { secretKey: SECRET, version: 7 };

let service: ListService;
let folder: string;

beforeEach(async () => {
  service = await new ListService().start();
  folder = await mkdtemp(join(tmpdir(), 'wary-bundle-'));
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const NOW = Date.UTC(2026, 0, 1);
const trust = (publicKeys: readonly string[], doubts: readonly ListCheck[] = [], now = NOW) => {
  return { publicKeys, listUrl: null, allowed: new Set(doubts), now };
};
const save = (publicKeys: readonly string[], ...doubts: ListCheck[]) =>
  saveServiceList({ baseUrl: service.baseUrl, apiKey: 'cp_key' }, folder, trust(publicKeys, doubts));
const saved = async () => bundledVersion.parse(JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')));

/** The list as a browser has it that was just given the package. */
function loaded(version: BundledVersion | null): Blocklist {
  const bundled = new BundledList(
    (path) => `data:application/octet-stream;base64,${readFileSync(join(folder, basename(path))).toString('base64')}`,
    version,
  );
  return new Blocklist({ store: NO_STORAGE, bundled, algoVersion: '2' });
}

test('the list of a service is bundled as it is, with its signature', async () => {
  const { snapshot } = service.publish({ snapshot: LIST, signing });
  await save([publicKeyOf('22'.repeat(32)), publicKeyOf(SECRET)]);
  expect(await saved()).toMatchObject({
    token: tokenOf(LIST),
    count: 500,
    service: service.baseUrl,
    seal: { version: 7, signature: (snapshot as { signature?: string }).signature },
  });
  expect(decodePrefixes(await readFile(join(folder, 'snapshot.bin')))).toEqual(LIST);
  expect(readBundledList(folder).map(({ relativeDest }) => relativeDest)).toEqual([
    'list/version.json',
    'list/snapshot.bin',
    'list/recent.bin',
  ]);
});

const HOT = [{ hash: new Uint8Array(32).fill(9), words: { type: 'URL', source: 'Acme' } }];

test('what was listed since the snapshot and the hot tier are bundled too, and protect the first minute', async () => {
  const recent = Uint32Array.of(0x09090909);
  service.publish({ snapshot: LIST, recent, hot: HOT, signing });
  await save([publicKeyOf(SECRET)]);
  expect(await saved()).toMatchObject({ recent: { count: 1, seal: { version: 7 } }, hot: { count: 1 } });
  const blocklist = loaded(readBundledVersion(folder));
  await blocklist.ready;
  expect(blocklist.has(0x09090909)).toBe(true);
  expect(blocklist.info).toMatchObject({ entries: 501, recentToken: tokenOf(recent) });
  expect(blocklist.hot(HOT[0]!.hash)).toMatchObject({ words: { source: 'Acme' } });
});

test('a service that cannot be reached is named with what to do, and nothing is bundled', async () => {
  const gone = await new ListService().start();
  await gone.stop();
  const saving = saveServiceList({ baseUrl: gone.baseUrl, apiKey: 'cp_key' }, folder, trust([]));
  await expect(saving).rejects.toThrow(`could not be fetched from ${gone.baseUrl}`);
  await expect(saving).rejects.toThrow('start the service, or build with --list none');
  expect(await readdir(folder)).toEqual([]);
});

test('an empty list is not bundled unless somebody insists', async () => {
  service.publish({ snapshot: new Uint32Array() });
  await expect(save([])).rejects.toThrow(
    'is empty and would protect nobody. Build with --allow-empty-list if you mean it.',
  );
  await save([], 'empty-list');
  expect(await saved()).toMatchObject({ count: 0 });
});

test('a list without what was listed last is not bundled unless somebody insists', async () => {
  const recent = Uint32Array.of(1);
  service.publish({ snapshot: LIST, recent });
  service.faults.set(`/recent/${tokenOf(recent)}`, (_, response) => response.writeHead(500).end());
  await expect(save([])).rejects.toThrow(
    /^The additions of the list could not be bundled.* Build with --allow-old-list/,
  );
  await save([], 'old-list');
  expect((await saved()).recent).toBeUndefined();
});

test('an unsigned list is bundled where somebody insists', async () => {
  service.publish({ snapshot: LIST });
  await save([publicKeyOf(SECRET)], 'unsigned-list');
  expect((await saved()).seal).toBeUndefined();
});

test('a saved list is checked against its digest, its age and the keys of the brand', async () => {
  const key = publicKeyOf(SECRET);
  const day = 24 * 3_600_000;
  service.publish({ snapshot: LIST, signing });
  await save([key]);
  const check = (...words: Parameters<typeof trust>) => checkSavedList(folder, trust(...words));
  check([key]);
  expect(() => check([publicKeyOf('22'.repeat(32))])).toThrow('--allow-unsigned-list');
  check([publicKeyOf('22'.repeat(32))], ['unsigned-list']);
  expect(() => check([key], [], NOW + 2 * day)).toThrow('--allow-old-list');
  check([key], ['old-list'], NOW + 2 * day);
  await writeFile(join(folder, 'snapshot.bin'), encodePrefixes(LIST.subarray(1)));
  expect(() => check([key])).toThrow('is not what version.json says');
});

test('without a key in the brand no signature is required and none is believed, but older lists are recognised', async () => {
  service.publish({ snapshot: LIST, signing });
  await save([]);
  expect((await saved()).seal).toEqual({ version: 7, signature: null });
  service.publish({ snapshot: LIST });
  await save([]);
  expect((await saved()).seal).toBeUndefined();
});

test.each<[string, object, RegExp]>([
  ['unsigned', {}, /does not sign its list/],
  [
    'signed by another key',
    { signing: { ...signing, secretKey: '33'.repeat(32) } },
    /not signed by a key of the brand/,
  ],
])('a list that is %s is not bundled where the brand has a key', async (_, publication, message) => {
  service.publish({ snapshot: LIST, ...publication });
  await expect(save([publicKeyOf(SECRET)])).rejects.toThrow(message);
  await expect(saved()).rejects.toThrow(/ENOENT/);
});

test('a signed announcement of another list is not bundled', async () => {
  service.publish({ snapshot: LIST, signing });
  service.faults.set(`/snapshot/${tokenOf(LIST)}`, (_, response) => response.end('00000001\n00000002\n'));
  await expect(save([publicKeyOf(SECRET)])).rejects.toThrow(/not what its version document announces/);
});

test('a folder without a list is named', () => {
  expect(() => readBundledList(folder)).toThrow(/version\.json/);
  expect(readBundledList(undefined)).toEqual([]);
  expect(readBundledVersion(undefined)).toBeNull();
});

test('what a bundled list says about itself is built in, unless it says nothing that can be used', async () => {
  service.publish({ snapshot: LIST });
  await save([]);
  expect(readBundledVersion(folder)).toMatchObject({ token: tokenOf(LIST), count: LIST.length });
  await writeFile(join(folder, 'version.json'), '{"token":""}');
  expect(() => readBundledVersion(folder)).toThrow(/version\.json/);
});

const ENTRY = { hash: new Uint8Array(32).fill(7), words: { type: 'URL', source: 'Acme' } };

test('the files of the organization are bundled beside it, for the first minute', async () => {
  service.publish({ snapshot: LIST, signing });
  service.publishOrganization('cp_key', { own: [ENTRY] }, signing);
  await save([publicKeyOf(SECRET)]);
  const { organization } = await saved();
  expect(organization).toMatchObject({ own: { count: 1, seal: { version: 7 } }, official: null });
  expect(readBundledList(folder).map(({ relativeDest }) => relativeDest)).toContain('list/own.bin');
  const blocklist = loaded(readBundledVersion(folder));
  await blocklist.ready;
  expect(blocklist.hot(ENTRY.hash)).toMatchObject({ isOwn: true, words: { source: 'Acme' } });
});

test.each([
  ['unsigned', undefined, 'cp_key'],
  ['signed by another key', { secretKey: '33'.repeat(32), version: 7 }, 'cp_key'],
  ['signed for another organization', signing, 'cp_another'],
])('no build bundles a file of the organization that is %s', async (_, by, signedFor) => {
  service.publish({ snapshot: LIST, signing });
  service.publishOrganization('cp_key', { own: [ENTRY] }, by, signedFor);
  await expect(save([publicKeyOf(SECRET)])).rejects.toThrow('not signed by a key of the brand');
});
