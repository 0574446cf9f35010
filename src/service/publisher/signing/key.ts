import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { publicKeyOf } from '../../../blocklist/codec/artifact.ts';
import type { Database } from '../../database/database.ts';
import { LOCKS, lock } from '../../database/lock.ts';
import { signingKeys } from '../../database/schema/list/signing-key.ts';

/** What a key does now: it signs, it waits to, it has signed and still counts, or it counts no more. */
export type KeyState = 'signing' | 'waiting' | 'former' | 'retired';
export type SigningKey = { readonly publicKey: string; readonly state: KeyState; readonly createdAt: Date };
/** A key as it signs. Both halves are 32 bytes in lower-case hex. */
export type Signer = { readonly publicKey: string; readonly secretKey: string };

/** What cannot be done with the keys; the message says why and what to do. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

const begun = and(isNotNull(signingKeys.signsSince), isNull(signingKeys.retiredAt));

/** Every key, oldest first, without the secret. */
export async function listKeys(database: Database): Promise<SigningKey[]> {
  const rows = await database.select().from(signingKeys).orderBy(asc(signingKeys.id));
  const current = await signingRow(database);
  return rows.map(({ publicKey, createdAt, signsSince, retiredAt }) => {
    if (retiredAt) return { publicKey, createdAt, state: 'retired' };
    if (!signsSince) return { publicKey, createdAt, state: 'waiting' };
    return { publicKey, createdAt, state: publicKey === current?.publicKey ? 'signing' : 'former' };
  });
}

/** The keys that a brand should carry, as `listPublicKeys` has them. */
export async function validPublicKeys(database: Database): Promise<string[]> {
  return (await listKeys(database)).flatMap(({ publicKey, state }) => (state === 'retired' ? [] : [publicKey]));
}

/**
 * Sees to it that there is a key that signs: the one of a file where one is given, else the one that signs already, else
 * a new one.
 * @param fileKey the secret key of a file; it is never written to the database
 */
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

/**
 * The key that signs now.
 * @throws KeyRefused when its secret half lies in a file and is not the given one
 */
export async function readSigner(database: Database, fileKey: string | null): Promise<Signer> {
  const current = await signingRow(database);
  if (!current) throw new KeyRefused('No key signs the list: "list-key rotate --now" makes one');
  const { publicKey } = current;
  const secretKey = current.secretKey ?? fileKey;
  if (secretKey === null || publicKeyOf(secretKey) !== publicKey)
    throw new KeyRefused(
      `The list is signed by a key that lies in a file (${publicKey}): start with --signing-key-file, or make one with "list-key rotate --now"`,
    );
  return { publicKey, secretKey };
}

/** Makes a key that does not sign yet. @returns its public half */
export async function addKey(database: Database): Promise<string> {
  const key = newKey();
  await database.insert(signingKeys).values(key);
  return key.publicKey;
}

/**
 * Lets the key that waits sign from now on; the one before still counts until it is retired.
 * @param now makes a key where none waits: extensions that do not carry it reject the list until they are updated
 * @returns the public half of the key that signs now
 * @throws KeyRefused where none waits
 */
export async function rotateKey(database: Database, { now }: { readonly now: boolean }): Promise<string> {
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.signing);
    const waiting = and(isNull(signingKeys.signsSince), isNull(signingKeys.retiredAt));
    const [next] = await transaction.select().from(signingKeys).where(waiting).orderBy(desc(signingKeys.id)).limit(1);
    if (!next && !now)
      throw new KeyRefused(
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

/** Ends a key that does not sign and forgets its secret half. @throws KeyRefused for any other */
export async function retireKey(database: Database, publicKey: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.signing);
    const key = (await listKeys(transaction)).find((each) => each.publicKey === publicKey);
    if (!key) throw new KeyRefused(`There is no key ${publicKey}`);
    if (key.state === 'retired') throw new KeyRefused('This key is retired already');
    if (key.state === 'signing') throw new KeyRefused('This key signs the list: rotate first');
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
