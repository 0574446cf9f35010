import { API_PREFIX } from '../../../api/operation.ts';
import type { attachments } from '../../database/schema/receipt.ts';
import { admit, KEY_HEADER } from '../../http/admission.ts';
import { Failure } from '../../http/failure.ts';
import type { AnswerHeaders } from '../../http/implementation.ts';
import type { ServiceApp } from '../../http/request-log.ts';
import { interfaceRoute } from '../../http/route/interface.ts';
import type { Service } from '../../service.ts';
import { readAttachment } from './storage.ts';

const PATH = `${API_PREFIX}/attachment`;

/** Absolute address of an uploaded file. */
export const attachmentUrl = (origin: string, id: string): string => `${origin}${PATH}/${id}`;

/** The id of an uploaded file by its address under an origin of this service; null for any other address. */
export function attachmentId(origins: readonly (string | null)[], url: string): string | null {
  const origin = origins.find((one) => one !== null && url.startsWith(`${one}${PATH}/`));
  return origin === undefined ? null : url.slice(`${origin}${PATH}/`.length);
}

/**
 * Uploaded files, for those who may see them. Whatever a file holds, a browser stores it and runs nothing of it: its type is the
 * one that its bytes were found to be (`nosniff`), and it is a download in a sandbox.
 */
export function attachmentRoute(app: ServiceApp, service: Service): void {
  const answer = interfaceRoute(service, 0, async (context, headers) => {
    const caller = await admit(service, { access: 'any' }, context.req.header(KEY_HEADER));
    context.set('keyId', caller.keyId);
    const file = await readAttachment(service.database, caller, context.req.param('id')!);
    if (!file) throw new Failure('NOT_FOUND', { issues: ['There is no such attachment'] });
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

/** A name as RFC 8187 section 3.2 wants it. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
