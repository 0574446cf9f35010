import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { idempotencyRecords } from '../../database/schema/service.ts';
import { Failure } from '../failure.ts';
import { decrypt, encrypt } from './cipher.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** A report waits at most this long in an extension's outbox. */
const RETENTION_DAYS = 90;

type IdempotentRequest = {
  readonly apiKeyId: number;
  readonly operation: string;
  readonly key: string;
  readonly body: unknown;
};

/**
 * Runs `work` once for each key, in its transaction: a repeated or concurrent request gets the first answer.
 * @throws Failure CONFLICT for another body, BAD_REQUEST for an invalid key
 */
export async function once<T>(transaction: Database, request: IdempotentRequest, work: () => Promise<T>): Promise<T> {
  const { apiKeyId, operation, key } = request;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Failure('BAD_REQUEST', issue('idempotencyKey', {}, IDEMPOTENCY_HEADER));
  const named = createHash('sha256').update(key).digest('hex');
  const requestDigest = await digestOf(request.body);
  const same = and(
    eq(idempotencyRecords.apiKeyId, apiKeyId),
    eq(idempotencyRecords.operation, operation),
    eq(idempotencyRecords.key, named),
  );
  // A concurrent request with this key waits here until the first one has committed or failed.
  const claimed = await transaction
    .insert(idempotencyRecords)
    .values({ apiKeyId, operation, key: named, requestDigest })
    .onConflictDoNothing()
    .returning({ key: idempotencyRecords.key });
  if (claimed.length === 0) {
    const [record] = await transaction.select().from(idempotencyRecords).where(same);
    if (!record || Buffer.compare(record.requestDigest, requestDigest) !== 0)
      throw new Failure('CONFLICT', issue('idempotencyConflict', {}, IDEMPOTENCY_HEADER));
    return decrypted(key, record.response as string) as T;
  }
  const response = await work();
  await transaction
    .update(idempotencyRecords)
    .set({ response: encrypted(key, response) })
    .where(same);
  await transaction
    .delete(idempotencyRecords)
    .where(lt(idempotencyRecords.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
  return response;
}

/** SHA-256 of the texts of a body, and of the bytes of its files. */
export async function digestOf(body: unknown): Promise<Buffer> {
  const digest = createHash('sha256').update(JSON.stringify(body));
  for (const file of Object.values(body ?? {}).flat())
    if (file instanceof File) digest.update(JSON.stringify([file.name, file.size])).update(await file.bytes());
  return digest.digest();
}

const cipherKey = (key: string): Uint8Array => createHash('sha256').update(`idempotent answer ${key}`).digest();

/** An answer may hold a receipt, which is stored nowhere in clear text: only the key decrypts it. */
const encrypted = (key: string, response: unknown): string =>
  encrypt(cipherKey(key), JSON.stringify(response)).toString('base64');

function decrypted(key: string, text: string): unknown {
  const json = decrypt(cipherKey(key), Buffer.from(text, 'base64'));
  if (json === null) throw new Error('A stored answer is damaged');
  return JSON.parse(json);
}
