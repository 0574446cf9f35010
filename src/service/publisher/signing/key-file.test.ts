import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readKeyFile } from './key-file.ts';

describe('a signing key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wary-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const file = async (content: string) => {
    await writeFile(join(folder, 'key'), content);
    return join(folder, 'key');
  };

  test('holds hex, or PEM as openssl writes it', async () => {
    expect(await readKeyFile(await file(`${'Ab'.repeat(32)}\n`))).toBe('ab'.repeat(32));
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const d = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url').toString('hex');
    expect(await readKeyFile(await file(pem))).toBe(d);
  });

  test('of anything else is refused, and its content is not told', async () => {
    const other = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    for (const content of ['', 'cafe'.repeat(15), '-----BEGIN PRIVATE KEY-----\nnone\n', other])
      await expect(readKeyFile(await file(content))).rejects.toThrow(/holds no Ed25519 key: make one with "openssl/);
    await expect(readKeyFile(join(folder, 'none'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});
