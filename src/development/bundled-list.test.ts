import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListService, tokenOf } from '../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { Blocklist, type ListStorage } from '../blocklist/blocklist.ts';
import { decodePrefixes, publicKeyOf } from '../blocklist/codec/artifact.ts';
import { BundledList } from '../blocklist/store/bundled.ts';
import { bundledVersion } from '../blocklist/store/bundled-version.ts';
import { FIRST_SYNC } from '../blocklist/sync/sync-state.ts';
import { readBundledList, readBundledVersion, saveServiceList } from './bundled-list.ts';

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

const save = (publicKeys: readonly string[]) =>
  saveServiceList({ baseUrl: service.baseUrl, apiKey: 'cp_key' }, folder, { publicKeys, listUrl: null });
const saved = async () => bundledVersion.parse(JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')));

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
  ]);
});

test('without a key in the brand no signature is required and none is believed, but older lists are told from it', async () => {
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
  const version = readBundledVersion(folder);
  const bundled = new BundledList(
    (path) => `data:application/octet-stream;base64,${readFileSync(join(folder, basename(path))).toString('base64')}`,
    async () => version,
  );
  const store: ListStorage = {
    read: async () => ({
      version: null,
      recent: null,
      hot: null,
      own: null,
      official: null,
      sync: FIRST_SYNC,
      damaged: false,
    }),
    readPrevious: async () => null,
    write: async () => {},
    holds: async () => true,
    dropVersions: async () => {},
    drop: async () => {},
  };
  const blocklist = new Blocklist({ store, bundled, algoVersion: '2', later: () => {} });
  await blocklist.ready;
  expect(blocklist.hot(ENTRY.hash)).toMatchObject({ isOwn: true, words: { source: 'Acme' } });
});

test.each([
  ['unsigned', undefined],
  ['signed by another key', { secretKey: '33'.repeat(32), version: 7 }],
])('no build bundles a file of the organization that is %s', async (_, by) => {
  service.publish({ snapshot: LIST, signing });
  service.publishOrganization('cp_key', { own: [ENTRY] }, by);
  await expect(save([publicKeyOf(SECRET)])).rejects.toThrow('not signed by a key of the brand');
});
