import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Fields of `CrxFileHeader`, `AsymmetricKeyProof` and `SignedData` (Chromium, components/crx_file/crx3.proto). */
const FIELD = { rsaProof: 2, signedData: 10_000, publicKey: 1, signature: 2, id: 1 } as const;
const ID_BYTES = 16;

/**
 * Signs a zip as Chrome and Edge install it (CRX3). The signature is deterministic (RSASSA-PKCS1-v1_5), so the same zip and key give the same
 * bytes.
 * @param key private RSA key; the id of the extension follows from its public half
 */
export function signedPackage(zip: Uint8Array, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const id = createHash('sha256').update(publicKey).digest().subarray(0, ID_BYTES);
  const signedData = field(FIELD.id, id);
  const what = Buffer.concat([Buffer.from('CRX3 SignedData\0'), uint32(signedData.length), signedData, zip]);
  const signature = sign('sha256', what, key);
  const proof = Buffer.concat([field(FIELD.publicKey, publicKey), field(FIELD.signature, signature)]);
  const header = Buffer.concat([field(FIELD.rsaProof, proof), field(FIELD.signedData, signedData)]);
  return Buffer.concat([Buffer.from('Cr24'), uint32(3), uint32(header.length), header, zip]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Bytes as Protocol Buffers write them: number and kind (2: with a length), length, bytes. */
const field = (number: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
