import * as z from 'zod/mini';
import { known, slug } from '../field.ts';
import { operation } from '../operation.ts';

/** PRIVATE: only for keys of the organization and the key that uploaded the file. */
const ATTACHMENT_VISIBILITIES = ['PRIVATE', 'PUBLIC'] as const;
export const MAX_ATTACHMENTS = 10;
/** Maximum size of an upload in bytes. */
export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;
/** Maximum size of a single file in bytes; the rest is for the form around it. */
export const MAX_FILE_BYTES = MAX_UPLOAD_BYTES - 4 * 1024;

/**
 * Uploads files, to which a report then refers in `attachmentUrls`. The first bytes determine the type: png, jpeg, gif,
 * webp, avif, pdf, or text (txt, csv, eml, json, log, md). A file without a report is deleted after a week.
 */
export const attachmentUpload = operation({
  id: 'attachmentUpload',
  group: 'Reports',
  summary: 'Upload files to attach to a report',
  method: 'POST',
  path: '/attachment/upload',
  access: 'report',
  service: 'reporting',
  quota: 'uploads',
  idempotent: true,
  changes: 'own',
  encoding: 'multipart',
  bodyBytes: MAX_UPLOAD_BYTES,
  body: z.object({
    file: z.array(z.file()).check(z.minLength(1), z.maxLength(MAX_ATTACHMENTS)),
    slug: z.optional(z.array(slug).check(z.length(1))),
  }),
  response: z.object({
    attachments: z.array(
      z.object({
        url: z.string(),
        fileName: z.string(),
        sizeBytes: z.int(),
        visibility: known(ATTACHMENT_VISIBILITIES),
      }),
    ),
  }),
  errors: [409, 413, 422],
});

/**
 * First bytes that identify a format (the WHATWG MIME Sniffing standard, section 6.1; AVIF: ISO/IEC 23000-22 section
 * 6).
 */
const SIGNATURES: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
  { type: 'application/pdf', at: 0, bytes: '%PDF-' },
];

/** Text formats, which have no signature, by file extension. */
const TEXTS: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  eml: 'message/rfc822',
  json: 'application/json',
};

/** File extensions that are accepted, for `<input accept>`. */
export const TAKEN_FILES = [...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'pdf'], ...Object.keys(TEXTS)].map(
  (ending) => `.${ending}`,
);

/** The media type of an attachment; null for a file that is not accepted. */
export function mediaTypeOf(bytes: Uint8Array, fileName: string): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 32));
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  const found = SIGNATURES.find(({ at, bytes: signature }) => head.startsWith(signature, at));
  if (found) return found.type;
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(TEXTS, ending) ? TEXTS[ending]! : null;
  return type !== null && isText(bytes) ? type : null;
}

/**
 * Files that people attach and that are not accepted, by their first bytes (ISO/IEC 14496-12 and 23008-12, Matroska,
 * [MS-CFB], RFC 5322) or by the ending of their name.
 */
const REFUSED = {
  heic: [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, /\.hei[cf]$/i],
  video: [/^(?:.{4}ftyp|.E\xdf\xa3|RIFF.{4}AVI )/s, /\.(?:mp4|m4v|mov|webm|mkv|avi|3gp)$/i],
  message: [/^\xd0\xcf.\xe0/s, /\.(?:msg|eml|emlx|mbox)$/i],
} as const;
export type RefusedKind = keyof typeof REFUSED | 'kind';

/**
 * What a file is that {@link mediaTypeOf} does not accept, so that the person learns what to do with it.
 * @param bytes null for a file that was too large to be read
 */
export function refusedKind(bytes: Uint8Array | null, fileName: string): RefusedKind {
  const head = bytes === null ? '' : String.fromCharCode(...bytes.subarray(0, 32));
  const kinds = Object.keys(REFUSED) as (keyof typeof REFUSED)[];
  return (
    kinds.find((kind) => REFUSED[kind][0].test(head)) ?? kinds.find((kind) => REFUSED[kind][1].test(fileName)) ?? 'kind'
  );
}

/** Tab, line feed, form feed, carriage return and escape. */
const CONTROLS_OF_TEXT = [0x09, 0x0a, 0x0c, 0x0d, 0x1b];
/** Bytes that decide: all of a file of four mebibytes would keep the service from answering others for ten milliseconds. */
const READ_BYTES = 64 * 1024;

/** Whether a file begins with UTF-8 without other control characters. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, READ_BYTES);
  if (!head.every((byte) => (byte >= 0x20 && byte !== 0x7f) || CONTROLS_OF_TEXT.includes(byte))) return false;
  try {
    // As a stream, where the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length < bytes.length });
    return true;
  } catch {
    return false;
  }
}
