import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates a text (AES-256-GCM) with 32 bytes, `bound` as additional data.
 * @returns nonce, tag and text
 */
export function encrypt(key: Uint8Array, text: string, bound: Uint8Array = new Uint8Array()): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
}

/** The text of {@link encrypt}; null where a byte of it was changed, or it is of another key or bound to something else. */
export function decrypt(key: Uint8Array, bytes: Buffer, bound: Uint8Array = new Uint8Array()): string | null {
  if (bytes.byteLength <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    .setAAD(bound);
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
