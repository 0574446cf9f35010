import { createHash, createPublicKey, verify } from 'node:crypto';
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { chromeIdOf } from '../../organization/identity.ts';
import { newPrivateKey, publicHalf, readPrivateKey } from '../brand/key-file.ts';
import { timeOf } from '../extension/build.ts';
import { archiveOf, differences, filesOf } from './archive.ts';
import { signedPackage } from './crx.ts';
import { chromeUpdates, firefoxUpdates } from './update-manifest.ts';

const FILES = { 'manifest.json': '{}', 'chunks/a.js': '1', 'chunks/B.js': '2', 'ä.txt': 'ä' };

async function folderWith(files: Record<string, string>, names = Object.keys(files)) {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'chunks'));
  for (const name of names) writeFileSync(join(folder, name), files[name]!);
  return folder;
}

describe('a package', () => {
  it('has the same bytes whatever the order, dates and rights of its files', async () => {
    const one = await folderWith(FILES);
    const other = await folderWith(FILES, Object.keys(FILES).reverse());
    chmodSync(join(other, 'manifest.json'), 0o755);
    utimesSync(join(other, 'manifest.json'), 1, 1);
    expect((await archiveOf(other)).equals(await archiveOf(one))).toBe(true);
    expect([...(await filesOf(await archiveOf(one))).keys()].sort()).toEqual(Object.keys(FILES).sort());
  });

  it('that differs is reported file by file', async () => {
    const read = async (files: Record<string, string>) => filesOf(await archiveOf(await folderWith(files)));
    const { 'ä.txt': _, ...fewer } = FILES;
    expect(differences(await read(FILES), await read({ ...fewer, 'manifest.json': '[]', 'b.js': '' }))).toEqual([
      'b.js should not be there',
      'manifest.json is another one',
      'ä.txt is missing',
    ]);
  });

  it('is signed so that its id is the brand’s, and any other byte breaks the signature', async () => {
    const file = join(await temporaryFolder(), 'key.pem');
    writeFileSync(file, newPrivateKey());
    const key = readPrivateKey(file);
    const zip = await archiveOf(await folderWith(FILES));
    const crx = signedPackage(zip, key);
    expect(signedPackage(zip, key).equals(crx)).toBe(true);
    expect(crx.subarray(0, 8).toString('latin1')).toBe('Cr24\x03\0\0\0');
    const header = crx.subarray(12, 12 + crx.readUInt32LE(8));
    expect(crx.subarray(12 + header.length).equals(zip)).toBe(true);
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
    const signature = header.subarray(
      header.indexOf(spki) + spki.length + 3,
      header.indexOf(spki) + spki.length + 3 + 256,
    );
    const signedData = header.subarray(-18);
    const said = (content: Uint8Array) =>
      Buffer.concat([Buffer.from('CRX3 SignedData\0'), Uint8Array.of(18, 0, 0, 0), signedData, content]);
    expect(verify('sha256', said(zip), createPublicKey(key), signature)).toBe(true);
    expect(verify('sha256', said(Buffer.concat([zip, Uint8Array.of(0)])), createPublicKey(key), signature)).toBe(false);
    const id = [...signedData.subarray(2).toString('hex')].map((digit) =>
      String.fromCharCode(97 + Number.parseInt(digit, 16)),
    );
    expect(id.join('')).toBe(chromeIdOf(publicHalf(key)));
  });
});

describe('an update manifest', () => {
  const bytes = new TextEncoder().encode('package');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const offer = { version: '1.2.0', url: 'https://acme.com/p?a=1&b=2', bytes };

  it('tells Chrome and Edge which package to take', () => {
    const xml = chromeUpdates({ ...offer, id: 'a'.repeat(32), oldestBrowser: '134' });
    expect(xml).toContain(`appid="${'a'.repeat(32)}"`);
    expect(xml).toContain('codebase="https://acme.com/p?a=1&amp;b=2" version="1.2.0"');
    expect(xml).toContain(`hash_sha256="${sha256}" size="7" prodversionmin="134"`);
  });

  it('tells Firefox which package to take', () => {
    expect(JSON.parse(firefoxUpdates({ ...offer, id: 'guard@acme.com', oldestBrowser: '140.0' }))).toEqual({
      addons: {
        'guard@acme.com': {
          updates: [
            {
              version: '1.2.0',
              update_link: offer.url,
              update_hash: `sha256:${sha256}`,
              applications: { gecko: { strict_min_version: '140.0' } },
            },
          ],
        },
      },
    });
  });
});

it('a build says the time of SOURCE_DATE_EPOCH, and refuses one that is none', () => {
  expect(timeOf({ SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000_000);
  expect(timeOf({})).toBeGreaterThan(1_700_000_000_000);
  expect(() => timeOf({ SOURCE_DATE_EPOCH: 'today' })).toThrow('must be a number of seconds');
});
