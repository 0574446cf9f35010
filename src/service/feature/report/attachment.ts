import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, lt, or, sql, sum } from 'drizzle-orm';
import { API_PREFIX } from '../../../api/operation.ts';
import { mediaTypeOf } from '../../../api/report/attachment.ts';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { attachments } from '../../database/schema/receipt.ts';
import type { Caller } from '../../http/access/api-key.ts';
import { NO_KEY, type ReachedOrganization } from '../../http/access/api-key.ts';
import { actingOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { type AnswerHeaders, type Change, implement } from '../../http/implementation.ts';
import type { ServiceApp } from '../../http/log/request-log.ts';
import { admit, KEY_HEADER } from '../../http/request/admission.ts';
import { interfaceRoute } from '../../http/route/interface.ts';
import type { Service } from '../../http/service.ts';

const RETENTION_DAYS = 7;
const MAX_NAME_LENGTH = 255;

export type StoredFile = { readonly id: string; readonly fileName: string; readonly sizeBytes: number };

/** Whose uploads a file belongs to: those of a key, or those of an organization's portal, where visitors have no key. */
export type Uploader = { readonly keyId: number; readonly organizationId: number | null };

export const uploaderOf = ({ keyId }: Caller, organization: ReachedOrganization | null): Uploader => ({
  keyId,
  organizationId: organization?.id ?? null,
});

const uploadedBy = ({ keyId, organizationId }: Uploader) =>
  keyId === NO_KEY
    ? and(isNull(attachments.apiKeyId), eq(attachments.organizationId, organizationId ?? 0))
    : eq(attachments.apiKeyId, keyId);

/**
 * Stores uploaded files, all or none, in a transaction for which uploads wait, so that they never take all connections.
 * @throws Failure UNPROCESSABLE_CONTENT for an empty or unsupported file, PAYLOAD_TOO_LARGE without room
 */
export async function storeAttachments(
  { uploads: { semaphore, spaceBytes }, log }: Pick<Service, 'uploads' | 'log'>,
  uploader: Uploader,
  files: readonly File[],
  change: Change,
): Promise<StoredFile[]> {
  const rows = await Promise.all(files.map(async (file) => ({ file, body: new Uint8Array(await file.arrayBuffer()) })));
  const values = rows.map(({ file, body }) => {
    const fileName = plainName(file.name);
    const mediaType = mediaTypeOf(body, fileName);
    const refuse = (wrong: ReturnType<typeof issue>) => new Failure('UNPROCESSABLE_CONTENT', wrong);
    if (body.byteLength === 0) throw refuse(issue('fileEmpty', { name: fileName }, 'file'));
    if (mediaType === null) throw refuse(issue('fileKind', { name: fileName }, 'file'));
    return {
      id: randomBytes(16).toString('base64url'),
      organizationId: uploader.organizationId,
      apiKeyId: uploader.keyId === NO_KEY ? null : uploader.keyId,
      fileName,
      mediaType,
      sizeBytes: body.byteLength,
      body,
    };
  });
  const store = async (transaction: Database) => {
    await lock(transaction, LOCKS.files);
    const stored = Number(
      (await transaction.select({ bytes: sum(attachments.sizeBytes) }).from(attachments))[0]!.bytes,
    );
    if (stored + values.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0) > spaceBytes) {
      log.info('upload refused: no room for files', { spaceBytes });
      // No 429: clients would keep the report back until there is room.
      throw new Failure('PAYLOAD_TOO_LARGE', issue('noRoom'));
    }
    await transaction.insert(attachments).values(values);
    return values.map(({ id, fileName, sizeBytes }) => ({ id, fileName, sizeBytes }));
  };
  return semaphore.run(() => change(store));
}

/** Deletes files that no report has named in a week. */
export async function deleteLooseFiles(database: Database): Promise<void> {
  const old = lt(attachments.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  await database.delete(attachments).where(and(isNull(attachments.reportId), old));
}

/** The given files that exist, of one uploader. */
export const uploadedFiles = (database: Database, uploader: Uploader, ids: readonly string[]): Promise<StoredFile[]> =>
  database
    .select({ id: attachments.id, fileName: attachments.fileName, sizeBytes: attachments.sizeBytes })
    .from(attachments)
    .where(and(inArray(attachments.id, [...ids]), uploadedBy(uploader)));

async function readAttachment(database: Database, caller: Caller, id: string) {
  const [row] = await database
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), visibleTo(caller)));
  return row ?? null;
}

/**
 * Ties files to the first report that names them, with which they are kept and read, in its transaction.
 * @throws Failure BAD_REQUEST when one does not exist for this uploader
 */
export async function tieAttachments(
  transaction: Database,
  report: { readonly id: number; readonly receiptId: number },
  uploader: Uploader,
  ids: readonly string[],
): Promise<void> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return;
  const mine = and(inArray(attachments.id, distinct), uploadedBy(uploader));
  const uploaded = await transaction.select({ id: attachments.id }).from(attachments).where(mine);
  if (uploaded.length < distinct.length) throw new Failure('BAD_REQUEST', issue('foreignFile', {}, 'attachmentUrls'));
  const { id: reportId, receiptId } = report;
  const { organizationId } = uploader;
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

function plainName(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...(plain === '' ? 'file' : plain)].slice(-MAX_NAME_LENGTH).join('');
}

const PATH = `${API_PREFIX}/attachment`;

/** Absolute address of an uploaded file. */
export const attachmentUrl = (origin: string, id: string): string => `${origin}${PATH}/${id}`;

/** The id of an uploaded file by its address under an origin of this service; null for any other address. */
export function attachmentId(origins: readonly (string | null)[], url: string): string | null {
  const origin = origins.find((one) => one !== null && url.startsWith(`${one}${PATH}/`));
  return origin === undefined ? null : url.slice(`${origin}${PATH}/`.length);
}

/** Serves files to those who may see them, as downloads with their detected type: a browser runs nothing of them. */
export function attachmentRoute(app: ServiceApp, service: Service): void {
  const answer = interfaceRoute(service, { bodyBytes: 0 }, async (context, headers) => {
    const caller = await admit(service, {}, context.req.header(KEY_HEADER));
    context.set('keyId', caller.keyId);
    const file = await readAttachment(service.database, caller, context.req.param('id')!);
    if (!file) throw new Failure('NOT_FOUND', issue('noAttachment'));
    return attachmentResponse(file, headers);
  });
  app.get(`${PATH}/:id{[A-Za-z0-9_-]{22}}`, answer);
}

/** A file as a download that runs nothing. */
export const attachmentResponse = (
  { body, mediaType, sizeBytes, fileName }: typeof attachments.$inferSelect,
  headers: AnswerHeaders = {},
): Response =>
  new Response(Uint8Array.from(body), {
    headers: {
      ...headers,
      'Content-Type': mediaType,
      'Content-Length': String(sizeBytes),
      'Content-Disposition': `attachment; filename*=UTF-8''${encoded(fileName)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });

/** A file name encoded by RFC 8187 section 3.2. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const attachmentOperations = implement({
  attachmentUpload: async ({ caller, service, body, origin, change }) => {
    const organization = actingOrganization(caller, body.slug?.[0]);
    const uploader = uploaderOf(caller, organization);
    const stored = await storeAttachments(service, uploader, body.file, change);
    return {
      attachments: stored.map(({ id, fileName, sizeBytes }) => ({
        url: attachmentUrl(origin, id),
        fileName,
        sizeBytes,
        visibility: 'PRIVATE' as const,
      })),
    };
  },
});
