import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { KeyRefused } from './key.ts';

/**
 * Reads a secret Ed25519 key: 64 hex characters, or PEM (RFC 8410) as `openssl genpkey -algorithm ed25519` writes it.
 * @returns 32 bytes in lower-case hex
 * @throws KeyRefused when there is no such file or it holds no such key; the message says nothing of its content
 */
export async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeyRefused(`The signing key file ${path} cannot be read (${error.code})`);
  });
  const key = text.includes('-----BEGIN') ? secretOfPem(text) : text.trim().toLowerCase();
  if (key === null || !/^[0-9a-f]{64}$/.test(key))
    throw new KeyRefused(
      `The signing key file ${path} holds no Ed25519 key: make one with "openssl genpkey -algorithm ed25519 -out FILE"`,
    );
  return key;
}

function secretOfPem(text: string): string | null {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    return Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url').toString('hex');
  } catch {
    // A file that is no PEM key is told like one of another kind.
    return null;
  }
}
