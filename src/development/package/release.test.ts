import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { readBrandFile } from '../../organization/file.ts';
import { BucketServer } from '../../service/publisher/store/bucket-server.fixture.ts';
import { CommandFault } from '../command-line.ts';
import { billOf, bundledPackages, readBundledPackages } from './bill.ts';
import { notesOf, recordOf, releaseRecord } from './notes.ts';
import { release } from './release.ts';
import { targetOf } from './target.ts';

describe('the bill of materials of a package', () => {
  const order = { name: 'acme-1.2.0-chrome', version: '1.2.0', packages: ['preact', '@noble/hashes'] };

  it('names what is in it, with version, licence and digest, and has the same bytes each time', async () => {
    const text = await billOf(order);
    expect(await billOf(order)).toBe(text);
    expect(text).not.toMatch(/serialNumber|timestamp/);
    const bill = JSON.parse(text);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'acme-1.2.0-chrome' } } });
    const versionOf = (name: string) =>
      JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version as string;
    for (const [index, name] of order.packages.entries())
      expect(bill.components[index]).toMatchObject({
        ...{ name, version: versionOf(name), licenses: [{ license: { id: 'MIT' } }] },
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      });
    expect(bill.components).toHaveLength(2);
  }, 60_000);

  it('is not written for a package that the lock file does not know', async () => {
    await expect(billOf({ ...order, packages: ['from-nowhere'] })).rejects.toThrow(
      'from-nowhere is in the package, but not in package-lock.json',
    );
  }, 60_000);

  it('also lists a development dependency that is bundled, where the environment says production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const text = await billOf({ ...order, packages: ['@wxt-dev/browser'] }).finally(() => vi.unstubAllEnvs());
    expect(JSON.parse(text).components).toHaveLength(1);
  }, 60_000);

  it('is of the packages of which something is left in the bundle', async () => {
    const file = join(await temporaryFolder(), 'packages');
    const { generateBundle } = bundledPackages(file) as unknown as {
      generateBundle(options: unknown, bundle: object): void;
    };
    const modules = (...ids: [string, number][]) =>
      Object.fromEntries(ids.map(([id, renderedLength]) => [id, { renderedLength }]));
    const bundle = (chunk: object) => generateBundle({}, { 'a.js': { type: 'chunk', modules: chunk } });
    bundle(modules(['/r/src/a.ts', 9], ['/r/node_modules/idb/build/index.js', 9], ['/r/node_modules/unused/a.js', 0]));
    bundle(modules(['\0/r/node_modules/x/node_modules/@noble/hashes/a.js?v=1', 9], ['/r/node_modules/idb/b.js', 9]));
    expect(readBundledPackages(file)).toEqual(['idb', 'x/node_modules/@noble/hashes']);
  });
});

describe('the notes of a release', () => {
  const { brand } = readBrandFile('test/fixtures/brand/e2e.json');
  const CHANGES = '# Changelog\n\n- First\n  thing.\n';

  it('tell everything of the first one', () => {
    expect(notesOf('Acme Guard', recordOf('1.0.0', CHANGES, brand, null), null)).toBe(
      '# Acme Guard 1.0.0\n\n## What is new\n\n- First thing.\n',
    );
  });

  it('tell what has changed in code, brand and policy since the one before, and no key that a policy sets', () => {
    const policy = { failurePolicy: 'warn', apiKey: 'wary_hush' };
    const before = releaseRecord.parse(JSON.parse(JSON.stringify(recordOf('1.0.0', CHANGES, brand, policy))));
    const colours = { accent: '#123456' };
    const next = { failurePolicy: 'closed', apiKey: 'wary_other' };
    const now = recordOf('1.1.0', `${CHANGES}- Second.\n`, { ...brand, colours, version: '1.1.0' }, next);
    const notes = notesOf('Acme Guard', now, before);
    expect(notes).toContain('# Acme Guard 1.1.0, after 1.0.0\n\n## What is new\n\n- Second.\n');
    expect(notes).toContain('## Changed in the brand\n\n- `colours`: {"accent":"#0b7a5c"} → {"accent":"#123456"}\n');
    expect(notes).toContain('- `failurePolicy`: "warn" → "closed"');
    expect(notes).toMatch(/`apiKey`: "SHA-256 [0-9a-f]{16}" → "SHA-256 [0-9a-f]{16}"/);
    expect(notes + JSON.stringify([before, now])).not.toMatch(/wary_hush|wary_other/);
    expect(notesOf('Acme Guard', before, before)).toContain('The same code, brand and policy as before');
  });
});

it('a release is refused where Edge would be offered what is written over for Chrome', async () => {
  const folder = await temporaryFolder();
  cpSync('test/fixtures/brand', folder, { recursive: true });
  const file = join(folder, 'e2e.json');
  const updateUrls = { chrome: 'https://a.acme.com/updates.xml', edge: 'https://e.acme.com/updates.xml' };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), updateUrls }));
  const place = join(folder, 'updates');
  const options = { brandFile: file, list: 'none', out: folder, scratch: folder, allowed: new Set<never>(), now: 0 };
  const rest = { policy: null, keyFile: '', signedXpi: undefined, withSources: false };
  const made = release({ ...options, ...rest, target: targetOf(place, {}) });
  await expect(made).rejects.toThrow(CommandFault);
  await expect(made).rejects.toThrow('end in the same name, updates.xml');
  expect(existsSync(place)).toBe(false);
});

describe('a release is put', () => {
  const FILES = [
    { name: 'acme-1.2.0-chrome.crx', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'updates.xml', bytes: '<xml/>', isReplaced: true },
  ];
  let server: BucketServer | undefined;
  afterEach(() => server?.stop());
  const environmentOf = ({ accessKeyId, secretAccessKey, region, url }: BucketServer) => ({
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region },
    AWS_ENDPOINT_URL_S3: new URL(url).origin,
  });

  it('into a folder, whole', async () => {
    const place = join(await temporaryFolder(), 'updates');
    const target = targetOf(place, {});
    expect(await target.read('updates.xml')).toBeNull();
    for (const file of FILES) await target.write(file);
    expect(await target.read('updates.xml')).toBe('<xml/>');
    expect(readdirSync(place).sort()).toEqual(['acme-1.2.0-chrome.crx', 'updates.xml']);
    writeFileSync(join(place, 'updates.xml'), 'older');
    await target.write(FILES[1]!);
    expect(await target.read('updates.xml')).toBe('<xml/>');
  });

  it('into a bucket of an S3-compatible store, with types that browsers take and only what never changes kept', async () => {
    server = new BucketServer();
    await server.start();
    for (const place of [`s3://${server.bucket}/guard/stable`, `${server.url}/guard/stable`]) {
      server.objects.clear();
      const target = targetOf(place, environmentOf(server));
      expect(await target.read('updates.xml')).toBeNull();
      for (const file of FILES) await target.write(file);
      expect(await target.read('updates.xml')).toBe('<xml/>');
      const [crx, xml] = FILES.map(({ name }) => server!.objects.get(`guard/stable/${name}`)!);
      expect(createHash('sha256').update(crx!.body).digest('hex')).toBe(
        createHash('sha256')
          .update(Uint8Array.of(1, 2, 3))
          .digest('hex'),
      );
      expect(crx!.headers).toMatchObject({ type: 'application/x-chrome-extension' });
      expect(crx!.headers.cache).toContain('immutable');
      expect(xml!.headers).toEqual({ type: 'text/xml; charset=utf-8', cache: 'no-cache' });
    }
  });

  it('nowhere without a key, at a wrong address, or where the store refuses it', async () => {
    expect(() => targetOf('s3://wary/x', {})).toThrow('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    expect(() => targetOf('s3://', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toThrow(
      'must name the bucket',
    );
    server = new BucketServer();
    await server.start();
    const target = targetOf(`s3://${server.bucket}/x`, { ...environmentOf(server), AWS_SECRET_ACCESS_KEY: 'wrong' });
    await expect(target.write(FILES[0]!)).rejects.toThrow(/answered 403/);
  });
});
