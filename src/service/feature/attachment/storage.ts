import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, lt, or, sql, sum } from 'drizzle-orm';
import { mediaTypeOf } from '../../../api/report/attachment.ts';
import type { Caller, ReachedOrganization } from '../../access/api-key.ts';
import type { Database } from '../../database/database.ts';
import { attachments } from '../../database/schema/receipt.ts';
import { Failure } from '../../http/failure.ts';

/** Days after which a file that no report names is deleted. */
const KEPT_DAYS = 7;
/** Bytes that one key may have uploaded without a report that names them. */
const MAX_LOOSE_BYTES = 256 * 1024 * 1024;
/** Minutes for which a file stays that a report may be about to name, however many come after it. */
const SPARED_MINUTES = 5;
const MAX_NAME_LENGTH = 255;

export type Stored = { readonly id: string; readonly fileName: string; readonly sizeBytes: number };

/**
 * Stores uploaded files inside a transaction of the caller: all of them, or none.
 * @throws Failure UNPROCESSABLE_CONTENT for a file that is empty or of a kind that is not taken, TOO_MANY_REQUESTS for a key that
 * uploads without end, until its oldest files may make way
 */
export async function storeAttachments(
  transaction: Database,
  caller: Caller,
  organization: ReachedOrganization | null,
  files: readonly File[],
): Promise<Stored[]> {
  await forgetLoose(transaction);
  await makeRoom(transaction, caller.keyId);
  const rows = await Promise.all(files.map(async (file) => ({ file, body: new Uint8Array(await file.arrayBuffer()) })));
  const values = rows.map(({ file, body }) => {
    const fileName = plainName(file.name);
    const mediaType = mediaTypeOf(body, fileName);
    if (mediaType === null || body.byteLength === 0)
      throw new Failure('UNPROCESSABLE_CONTENT', {
        issues: [`file: ${fileName} is ${body.byteLength === 0 ? 'empty' : 'neither an image, a PDF nor a text file'}`],
      });
    return {
      id: randomBytes(16).toString('base64url'),
      organizationId: organization?.id ?? null,
      apiKeyId: caller.keyId,
      fileName,
      mediaType,
      sizeBytes: body.byteLength,
      body,
    };
  });
  await transaction.insert(attachments).values(values);
  return values.map(({ id, fileName, sizeBytes }) => ({ id, fileName, sizeBytes }));
}

/** A file as those may see it who can: the key that uploaded it, and keys that may read its organization. Null for others. */
export async function readAttachment(database: Database, caller: Caller, id: string) {
  const [row] = await database
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), visibleTo(caller)));
  return row ?? null;
}

/**
 * Ties uploaded files to the first report that names them, inside the transaction that files it. From then on they are kept, and seen
 * by those who may read the report.
 * @param keyId of the key that files the report; only what that key uploaded can be tied
 * @throws Failure BAD_REQUEST when one of them does not exist for that key
 */
export async function tieAttachments(
  transaction: Database,
  report: { readonly id: number; readonly receiptId: number; readonly organizationId: number | null },
  keyId: number,
  ids: readonly string[],
): Promise<void> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return;
  const mine = and(inArray(attachments.id, distinct), eq(attachments.apiKeyId, keyId));
  const uploaded = await transaction.select({ id: attachments.id }).from(attachments).where(mine);
  if (uploaded.length < distinct.length)
    throw new Failure('BAD_REQUEST', { issues: ['attachmentUrls: name files that this key has uploaded'] });
  const { id: reportId, receiptId, organizationId } = report;
  await transaction
    .update(attachments)
    .set({ reportId, receiptId, organizationId })
    .where(and(mine, isNull(attachments.reportId)));
}

function visibleTo({ keyId, scopes, organizations }: Caller) {
  const uploaded = eq(attachments.apiKeyId, keyId);
  if (!scopes.includes('read') || organizations.length === 0) return uploaded;
  const reached = organizations.map(({ id }) => id);
  return or(uploaded, inArray(attachments.organizationId, reached));
}

/** The name of a file without folders and control characters. */
function plainName(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...(plain === '' ? 'file' : plain)].slice(-MAX_NAME_LENGTH).join('');
}

async function forgetLoose(transaction: Database): Promise<void> {
  const old = lt(attachments.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
  await transaction.delete(attachments).where(and(isNull(attachments.reportId), old));
}

/**
 * The key of a build is everybody's: what one person uploads and never reports must not keep the others from uploading. So the oldest files
 * make way, except those that their report may still be about to name.
 */
async function makeRoom(transaction: Database, keyId: number): Promise<void> {
  const looseBytes = async () => {
    const [row] = await transaction
      .select({ bytes: sum(attachments.sizeBytes) })
      .from(attachments)
      .where(and(eq(attachments.apiKeyId, keyId), isNull(attachments.reportId)));
    return Number(row?.bytes ?? 0);
  };
  if ((await looseBytes()) < MAX_LOOSE_BYTES) return;
  await transaction.execute(sql`delete from ${attachments} where id in (
    select id from (
      select id, created_at, sum(size_bytes) over (order by created_at desc, id) as bytes from ${attachments}
      where api_key_id = ${keyId} and report_id is null) loose
    where bytes >= ${MAX_LOOSE_BYTES} and created_at < now() - make_interval(mins => ${SPARED_MINUTES}))`);
  if ((await looseBytes()) < MAX_LOOSE_BYTES) return;
  throw new Failure('TOO_MANY_REQUESTS', {
    issues: ['This key has uploaded too many files that no report names'],
    retryAfterSeconds: SPARED_MINUTES * 60,
  });
}
