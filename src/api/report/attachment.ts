import * as z from 'zod/mini';
import { known } from '../lenient.ts';
import { operation } from '../operation.ts';
import { slug } from '../page.ts';

/** PRIVATE: only a key that reaches the organization, or that uploaded the file, gets it. */
export const ATTACHMENT_VISIBILITIES = ['PRIVATE', 'PUBLIC'] as const;
export const MAX_ATTACHMENTS = 10;
const MAX_BYTES = 4 * 1024 * 1024;
/** The largest file that is taken by itself, in bytes: around it the form says its name and type. */
export const MAX_FILE_BYTES = MAX_BYTES - 4 * 1024;

/**
 * Uploads files; a report then names them by their addresses (`attachmentUrls`). What a file is, its first bytes say: png, jpeg,
 * gif, webp, avif, pdf, or text (txt, csv, eml, json, log, md). A file that no report names is deleted
 * after a week, and sooner where the key has uploaded too many of them.
 */
export const attachmentUpload = operation({
  id: 'attachmentUpload',
  group: 'Reports',
  summary: 'Upload files to attach to a report',
  method: 'POST',
  path: '/attachment/upload',
  access: 'report',
  quota: 'uploads',
  changes: true,
  encoding: 'multipart',
  bodyBytes: MAX_BYTES,
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
  errors: [413, 422],
});
