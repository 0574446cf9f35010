import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListService } from '../../../test/fixtures/blocklist/list-service.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { Brand } from '../../organization/brand.ts';
import { readBrandFile } from '../../organization/file.ts';
import { chromeIdOf } from '../../organization/identity.ts';
import { type DemoService, startDemoService } from '../demo/service.ts';
import { checkBrand } from './check.ts';
import { keyFileOf, publicHalf, readPrivateKey } from './key-file.ts';
import { createBrand } from './new-brand.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wary-brand-'));
let service: DemoService;
/** Answers every question with a page that says nothing of any organization, and 404 below /missing. */
let elsewhere: Server;
let other: string;
/** Gives out a list that nobody signed. */
let unsigned: ListService;
let good: Brand;
const folder = join(scratch, 'acme');

beforeAll(async () => {
  service = await startDemoService({ port: 0, data: undefined, scratch, onExit: () => {} });
  elsewhere = createServer(({ url }, response) =>
    response.writeHead(url === '/missing' ? 404 : 200).end('Nothing here'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  unsigned = await new ListService().start();
  unsigned.publish({ snapshot: Uint32Array.of(1) });
  const organization = { id: 1, slug: 'acme', name: 'Acme' };
  unsigned.faults.set('/api/v2/validate', (_, response) =>
    response.end(JSON.stringify({ valid: true, kind: 'organization', scopes: ['protect', 'report'], organization })),
  );
  await createBrand({
    ...{ slug: 'acme', name: 'Ämter-Schutz', accent: '#1d2b5a', folder, keyFile: undefined },
    ...{ serviceUrl: service.url, portalUrl: service.portalUrl },
  });
  good = {
    ...readBrandFile(join(folder, 'brand.yaml')).brand,
    publishableKey: service.keys.publishable,
    listPublicKeys: service.listPublicKeys,
  };
}, 60_000);
afterAll(async () => {
  await service.stop();
  elsewhere.close();
  await unsigned.stop();
  rmSync(scratch, { recursive: true });
});

async function problemsOf(brand: object, icon?: string, keyFile?: string): Promise<readonly string[]> {
  const file = join(folder, 'changed.json');
  writeFileSync(file, JSON.stringify(brand));
  if (icon !== undefined) writeFileSync(join(folder, 'changed.svg'), icon);
  return (await checkBrand(file, { keyFile, isOffline: false })).problems;
}

/** A closed port of this machine. */
const SILENT = 'http://127.0.0.1:9';
const key = (type: 'rsa' | 'ec', modulusLength = 2048) =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength })
    : generateKeyPairSync('ec', { namedCurve: 'secp521r1' })
  ).publicKey
    .export({ format: 'der', type: 'spki' })
    .toString('base64');

describe('a brand from nothing', () => {
  it('is good once it has its service, key and list key, and its key makes the id', async () => {
    expect(await problemsOf(good)).toEqual([]);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('key.pem\n');
    const made = publicHalf(readPrivateKey(keyFileOf(join(folder, 'brand.yaml'), undefined, {})!));
    expect(good.extensionKey).toBe(made);
    // A machine that builds for others names it by path or in its environment.
    const elsewhere = { WARY_BRAND_KEY: '/run/secrets/key.pem' };
    expect(keyFileOf(join(folder, 'brand.yaml'), undefined, elsewhere)).toBe('/run/secrets/key.pem');
    expect(keyFileOf(join(folder, 'brand.yaml'), '/mine.pem', elsewhere)).toBe('/mine.pem');
    expect(chromeIdOf(made)).toMatch(/^[a-p]{32}$/);
  });

  it('takes a key that exists, and writes none beside it', async () => {
    const second = join(await temporaryFolder(), 'second');
    const { files } = await createBrand({
      ...{ slug: 'acme', name: 'Acme', accent: '#ffee00', folder: second, keyFile: join(folder, 'key.pem') },
      ...{ serviceUrl: service.url, portalUrl: service.portalUrl },
    });
    expect(files).not.toContain('key.pem');
    expect(readBrandFile(join(second, 'brand.yaml')).brand.extensionKey).toBe(good.extensionKey);
  });

  it('is made in no folder that holds something, and of no words that cannot be used', async () => {
    const words = { slug: 'acme', name: 'Acme', accent: '#1d2b5a', serviceUrl: service.url, portalUrl: service.url };
    await expect(createBrand({ ...words, folder, keyFile: undefined })).rejects.toThrow('is not empty');
    const free = join(scratch, 'free');
    const refused = { ...words, folder: free, keyFile: undefined };
    await expect(createBrand({ ...refused, accent: 'blue' })).rejects.toThrow('must be a colour written #rrggbb');
    await expect(createBrand({ ...refused, slug: 'Acme GmbH' })).rejects.toThrow('slug: must be lower-case letters');
    await expect(createBrand({ ...refused, keyFile: join(folder, 'nope.pem') })).rejects.toThrow('does not exist');
  });
});

type Bad = [what: string, change: () => object, complaint: string | (() => string)];

describe('a bad brand is reported exactly what is wrong:', () => {
  it.each<Bad>([
    ['no name', () => ({ name: '' }), 'name: must not be empty'],
    [
      'a name of two lines',
      () => ({ name: 'Acme\nGuard' }),
      'name: must be one line without spaces around it or control characters',
    ],
    ['a name that stores cut', () => ({ name: 'x'.repeat(46) }), 'name: must be at most 45 characters long'],
    [
      'a short name that is long',
      () => ({ shortName: 'Ämter-Schutz AG' }),
      'shortName: must be at most 12 characters long',
    ],
    [
      'a long description',
      () => ({ description: { en: 'x'.repeat(133) } }),
      'description.en: must be at most 132 characters long',
    ],
    ['a colour by name', () => ({ colours: { accent: 'navy' } }), 'colours.accent: must be a colour written #rrggbb'],
    [
      'the colour of danger',
      () => ({ colours: { accent: '#cb2d26' } }),
      'colours.accent: can hardly be distinguished from the colour of danger (light), so that every button would look like a warning; choose another hue',
    ],
    [
      'an icon elsewhere',
      () => ({ icon: '../icon.svg' }),
      'icon: must be the path of an .svg file beside the brand file or below it',
    ],
    ['no icon', () => ({ icon: 'gone.svg' }), () => `icon: ${folder}/gone.svg does not exist`],
    ['a slug with a capital', () => ({ slug: 'Acme' }), 'slug: must be lower-case letters, digits and hyphens'],
    ['another one’s slug', () => ({ slug: 'borealis' }), 'slug: the key belongs to "acme", not to "borealis"'],
    [
      'a service without TLS',
      () => ({ serviceUrl: 'http://threats.acme.de' }),
      'serviceUrl: must begin with https:// (http is for this machine and for .test and .localhost names only)',
    ],
    [
      'a service with a path',
      () => ({ serviceUrl: 'https://acme.de/threats' }),
      'serviceUrl: must be without a path ("/threats")',
    ],
    [
      'the service of the template',
      () => ({ serviceUrl: 'https://threats.example' }),
      'serviceUrl: threats.example is a name for examples, which nobody can reach; write your own',
    ],
    ['a service that is down', () => ({ serviceUrl: SILENT }), `serviceUrl: ${SILENT} could not be reached`],
    [
      'a web site in place of the service',
      () => ({ serviceUrl: other }),
      () => `serviceUrl: ${other} answers, but not as the service does`,
    ],
    [
      'the portal of somebody else',
      () => ({ portalUrl: other }),
      () => `portalUrl: ${other}/acme does not name "Acme"; the portal belongs to another service than ${service.url}`,
    ],
    ['a portal that is down', () => ({ portalUrl: SILENT }), `portalUrl: ${SILENT}/acme could not be reached`],
    [
      'a list address without files',
      () => ({ listUrl: other }),
      () => `listUrl: the service has its list files at ${service.url}, not at ${other}`,
    ],
    [
      'a key that nobody issued',
      () => ({ publishableKey: 'wary_nobody' }),
      'publishableKey: the service does not accept it',
    ],
    [
      'a key with a space',
      () => ({ publishableKey: 'wary nobody' }),
      'publishableKey: must be a key without spaces, as the service shows it, or ""',
    ],
    [
      'a key that reads',
      () => ({ publishableKey: service.keys.organization }),
      'publishableKey: can do more than protect and report (read), and everybody who has the build has the key; make one with these two scopes alone',
    ],
    [
      'a person’s key',
      () => ({ publishableKey: service.keys.user }),
      'publishableKey: belongs to a person; a build carries a key of an organization, because everybody can read it',
    ],
    [
      'a key that cannot report',
      () => ({ publishableKey: service.keys.protect }),
      'publishableKey: lacks the scope report',
    ],
    [
      'a key that cannot protect',
      () => ({ publishableKey: service.keys.report }),
      'publishableKey: lacks the scope protect',
    ],
    [
      'a support page that is gone',
      () => ({ supportUrl: `${other}/missing` }),
      () => `supportUrl: ${other}/missing answers 404`,
    ],
    [
      'a mail address for support',
      () => ({ supportUrl: 'mailto:help@acme.de' }),
      'supportUrl: must be an http or https address, or null',
    ],
    [
      'no list key though the list is signed',
      () => ({ listPublicKeys: [] }),
      'listPublicKeys: is empty, but the service signs its list; name the key that "npm run service -- list-key" shows there',
    ],
    [
      'another one’s list key',
      () => ({ listPublicKeys: ['ab'.repeat(32)] }),
      'listPublicKeys: none of them signed the list of the service; compare with what "npm run service -- list-key" shows there',
    ],
    [
      'a list key twice',
      () => ({ listPublicKeys: [...good.listPublicKeys, ...good.listPublicKeys] }),
      () => `listPublicKeys: names ${good.listPublicKeys[0]} twice`,
    ],
    [
      'half a list key',
      () => ({ listPublicKeys: ['abcd'] }),
      'listPublicKeys.0: must be a public key of 64 lower-case hex characters',
    ],
    [
      'the product’s id',
      () => ({ extensionKey: undefined }),
      'extensionKey: is missing, so the package would have the id of the product, whose key nobody has; "npm run brand -- init" makes one',
    ],
    [
      'another key than its own',
      () => ({ extensionKey: key('rsa') }),
      () => `extensionKey: is not the public half of ${folder}/key.pem`,
    ],
    ['a weak key', () => ({ extensionKey: key('rsa', 2040) }), 'extensionKey: must have at least 2048 bits, not 2040'],
    [
      'a key that makes no id',
      () => ({ extensionKey: 'A'.repeat(392) }),
      'extensionKey: is not the public half of a key (SubjectPublicKeyInfo in base64)',
    ],
    [
      'no id in Firefox',
      () => ({ firefoxId: undefined }),
      'firefoxId: is missing; write one that ends in a host of yours',
    ],
    [
      'a bad id in Firefox',
      () => ({ firefoxId: 'acme guard' }),
      'firefoxId: must be written like an e-mail address, such as guard@acme.example',
    ],
    [
      'updates without TLS',
      () => ({ updateUrls: { chrome: 'http://acme.de/updates.xml' } }),
      'updateUrls.chrome: must be an https address',
    ],
    [
      'updates that name no file',
      () => ({ updateUrls: { chrome: 'https://acme.de/updates/' } }),
      'updateUrls.chrome: must end in the name of a file',
    ],
    [
      'an update address that is too long for Group Policy',
      () => ({ updateUrls: { chrome: `https://acme.de/${'a'.repeat(207)}` } }),
      'updateUrls.chrome: must be at most 222 characters long, as policies for Windows demand',
    ],
    [
      'updates of an example',
      () => ({ updateUrls: { firefox: 'https://acme.example/updates.json' } }),
      'updateUrls.firefox: acme.example is a name for examples, which nobody can reach; write your own',
    ],
    [
      'a version of words',
      () => ({ version: '1.0-beta' }),
      'version: must be one to four numbers without leading zeros, joined by dots, not all 0',
    ],
    ['a version that is too high', () => ({ version: '1.70000' }), 'version: must have numbers of at most 65535'],
    [
      'a host of its own that is an address',
      () => ({ imitated: [{ name: 'Acme', hosts: ['https://acme.de'] }] }),
      'imitated.0.hosts.0: must be a host in lower-case ASCII',
    ],
    ['a word of another version', () => ({ serviceURL: 'x' }), 'serviceURL: is not a key of a brand file; remove it'],
  ])('%s', async (_, change, complaint) => {
    expect(await problemsOf({ ...good, ...change() })).toEqual([
      typeof complaint === 'string' ? complaint : complaint(),
    ]);
  });

  it('a list that nobody signs', async () => {
    expect(await problemsOf({ ...good, serviceUrl: unsigned.baseUrl })).toEqual([
      'listPublicKeys: names a key, but the service does not sign its list; have it signed, or leave []',
      'slug: the service knows no organization "acme"',
    ]);
  });

  it.each([
    ['dark', '#10131a'],
    ['light', '#fff6d0'],
  ])('an icon that is lost on a %s toolbar', async (scheme, fill) => {
    const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="${fill}"/></svg>`;
    expect(await problemsOf({ ...good, icon: 'changed.svg' }, icon)).toEqual([
      `icon: at 16 px only 0 of 256 pixels stand out from a ${scheme} toolbar, and 32 must; give it a filled ground or a stronger colour`,
    ]);
  });

  it('an icon that is a thread', async () => {
    const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><path d="M0 0L128 128" stroke="#777777"/></svg>`;
    expect(await problemsOf({ ...good, icon: 'changed.svg' }, icon)).toEqual(
      ['light', 'dark'].map((scheme) =>
        expect.stringMatching(
          new RegExp(`^icon: at 16 px only \\d+ of 256 pixels stand out from a ${scheme} toolbar, and 32 must; `),
        ),
      ),
    );
  });

  it('a private key that git tracks', async () => {
    const repository = await temporaryFolder();
    const file = join(repository, 'tracked.pem');
    writeFileSync(file, readFileSync(join(folder, 'key.pem')), { mode: 0o600 });
    execFileSync('git', ['init', '-q'], { cwd: repository });
    expect(await problemsOf(good, undefined, file)).toEqual([]);
    execFileSync('git', ['add', 'tracked.pem'], { cwd: repository });
    expect(await problemsOf(good, undefined, file)).toEqual([
      `extensionKey: ${file} is in git, where everybody who reads it can sign as you; remove it and make a new key`,
    ]);
  });

  it('a private key that others can read, or that is none', async () => {
    const file = join(folder, 'second.pem');
    writeFileSync(file, readFileSync(join(folder, 'key.pem')));
    chmodSync(file, 0o644);
    expect(await problemsOf(good, undefined, file)).toEqual([
      `extensionKey: ${file} can be read by others on this machine; run chmod 600 on it`,
    ]);
    writeFileSync(file, 'nothing');
    expect(await problemsOf(good, undefined, file)).toEqual([
      `extensionKey: ${file} is not an unencrypted private key in PEM`,
    ]);
  });
});
