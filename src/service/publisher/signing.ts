import { createPrivateKey, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { type ArtifactSubject, publicKeyOf, signArtifact } from '../../blocklist/codec/artifact.ts';
import { type Database, LOCKS, lock } from '../database/database.ts';
import { Refused } from '../database/refused.ts';
import { signingKeys } from '../database/schema/list.ts';
import type { ListFile, PublishedList } from './list/list-file.ts';
import { listFilePath } from './store/list-store.ts';

/** `waiting`: will sign after a rotation; `former`: has signed and is valid; `retired`: is no longer valid. */
export type KeyState = 'signing' | 'waiting' | 'former' | 'retired';
type SigningKey = { readonly publicKey: string; readonly state: KeyState; readonly createdAt: Date };
/** Both keys are 32 bytes in lower-case hex. */
export type Signer = { readonly publicKey: string; readonly secretKey: string };

const begun = and(isNotNull(signingKeys.signsSince), isNull(signingKeys.retiredAt));

/** Every key, oldest first, without secret keys. */
export async function listKeys(database: Database): Promise<SigningKey[]> {
  const rows = await database.select().from(signingKeys).orderBy(asc(signingKeys.id));
  const current = await signingRow(database);
  return rows.map(({ publicKey, createdAt, signsSince, retiredAt }) => {
    if (retiredAt) return { publicKey, createdAt, state: 'retired' };
    if (!signsSince) return { publicKey, createdAt, state: 'waiting' };
    return { publicKey, createdAt, state: publicKey === current?.publicKey ? 'signing' : 'former' };
  });
}

/** The public keys for `listPublicKeys` of a brand. */
export async function validPublicKeys(database: Database): Promise<string[]> {
  return (await listKeys(database)).flatMap(({ publicKey, state }) => (state === 'retired' ? [] : [publicKey]));
}

/** Makes sure that a key signs: that of a file, which is never stored, else the current one, else a new one. */
export async function ensureKey(database: Database, fileKey: string | null): Promise<void> {
  await database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.signing);
    const current = await signingRow(transaction);
    if (fileKey === null) {
      if (!current) await transaction.insert(signingKeys).values({ ...newKey(), signsSince: new Date() });
      return;
    }
    const publicKey = publicKeyOf(fileKey);
    if (current?.publicKey === publicKey) return;
    const begins = { signsSince: new Date(), retiredAt: null };
    await transaction
      .insert(signingKeys)
      .values({ publicKey, ...begins })
      .onConflictDoUpdate({ target: signingKeys.publicKey, set: begins });
  });
}

/** The key that signs now. @throws Refused when its secret key is in a file, and `fileKey` is not that key */
export async function readSigner(database: Database, fileKey: string | null): Promise<Signer> {
  const current = await signingRow(database);
  if (!current) throw new Refused('No key signs the list: "list-key rotate --now" makes one');
  const { publicKey } = current;
  const secretKey = current.secretKey ?? fileKey;
  if (secretKey === null || publicKeyOf(secretKey) !== publicKey)
    throw new Refused(
      `The list is signed by a key that lies in a file (${publicKey}): start with --signing-key-file, or make one with "list-key rotate --now"`,
    );
  return { publicKey, secretKey };
}

/** Creates a key that does not sign yet. @returns its public half */
export async function addKey(database: Database): Promise<string> {
  const key = newKey();
  await database.insert(signingKeys).values(key);
  return key.publicKey;
}

/**
 * Makes the waiting key sign from now on, or with `now` a new one, which extensions without it reject until they are
 * updated; the former stays valid. @returns the public key that signs @throws Refused if none is waiting
 */
export async function rotateKey(database: Database, { now }: { readonly now: boolean }): Promise<string> {
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.signing);
    const waiting = and(isNull(signingKeys.signsSince), isNull(signingKeys.retiredAt));
    const [next] = await transaction.select().from(signingKeys).where(waiting).orderBy(desc(signingKeys.id)).limit(1);
    if (!next && !now)
      throw new Refused(
        'No key waits: make one with "list-key add", release extensions that carry it, then rotate; or --now',
      );
    const signsSince = new Date();
    if (next) {
      await transaction.update(signingKeys).set({ signsSince }).where(eq(signingKeys.id, next.id));
      return next.publicKey;
    }
    const key = newKey();
    await transaction.insert(signingKeys).values({ ...key, signsSince });
    return key.publicKey;
  });
}

/** Retires a key that does not sign and deletes its secret half. @throws Refused for any other */
export async function retireKey(database: Database, publicKey: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.signing);
    const key = (await listKeys(transaction)).find((each) => each.publicKey === publicKey);
    if (!key) throw new Refused(`There is no key ${publicKey}`);
    if (key.state === 'retired') throw new Refused('This key is retired already');
    if (key.state === 'signing') throw new Refused('This key signs the list: rotate first');
    await transaction
      .update(signingKeys)
      .set({ retiredAt: new Date(), secretKey: null })
      .where(eq(signingKeys.publicKey, publicKey));
  });
}

async function signingRow(database: Database) {
  const [row] = await database
    .select()
    .from(signingKeys)
    .where(begun)
    .orderBy(desc(signingKeys.signsSince), desc(signingKeys.id))
    .limit(1);
  return row ?? null;
}

function newKey(): { publicKey: string; secretKey: string } {
  const secretKey = randomBytes(32).toString('hex');
  return { publicKey: publicKeyOf(secretKey), secretKey };
}

/**
 * Reads a secret Ed25519 key, 64 hex characters or PEM (RFC 8410), as lower-case hex.
 * @throws Refused, without its content
 */
export async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`The signing key file ${path} cannot be read (${error.code})`);
  });
  const key = text.includes('-----BEGIN') ? secretOfPem(text) : text.trim().toLowerCase();
  if (key === null || !/^[0-9a-f]{64}$/.test(key))
    throw new Refused(
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
    // Damaged PEM is refused like a key of another type.
    return null;
  }
}

export type SignedFile = ListFile & { readonly signature: string };

/** A signed file as an answer announces it. @param lists the address at which list files are */
export const artifactOf = (
  { token, count, sha256, version, signature }: Omit<SignedFile, 'kind' | 'fromToken' | 'editId'>,
  lists: string,
) => ({ token, count, sha256, version, signature, url: lists + listFilePath(token) });

/** A published list with its signatures. */
export type SignedList = PublishedList & {
  readonly snapshot: SignedFile;
  readonly recent: SignedFile;
  readonly hot: SignedFile | null;
  readonly publicKey: string;
};

/** Signs every file of the version document. Signatures are deterministic, so all processes make the same ones. */
export const signedList = (list: PublishedList, signer: Signer): SignedList => ({
  ...list,
  publicKey: signer.publicKey,
  snapshot: signedFile({ kind: 'snapshot' }, list.snapshot, signer),
  recent: signedFile({ kind: 'recent' }, list.recent, signer),
  hot: list.hot && signedFile({ kind: 'hot' }, list.hot, signer),
});

/** A file with its signature as what it is. */
export function signedFile(subject: ArtifactSubject, file: ListFile, { secretKey }: Signer): SignedFile {
  const { algoVersion, token, count, sha256, version } = file;
  return { ...file, signature: signArtifact(secretKey, { ...subject, algoVersion, token, count, sha256, version }) };
}
