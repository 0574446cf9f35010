import { call, type Endpoint } from '../../api/client.ts';
import { attachmentUpload } from '../../api/report/attachment.ts';
import type { OutboxEntry } from '../entry.ts';
import type { AttachedFiles } from '../files.ts';
import { type Delivery, EMPTY_ANSWER, failureOf, isPrivate } from './delivery.ts';

/** Enough for a file of maximum size on a slow connection. */
const TIMEOUT_MS = 120_000;

type Uploads = NonNullable<OutboxEntry['uploads']>;

/**
 * Uploads the files of an entry to the service, one at a time, and stores each address. The report then refers to the
 * same addresses at every attempt, so that the service recognises it. Never throws.
 * @param note stores the addresses
 * @returns the addresses of all files, or why some are missing
 */
export async function uploadFiles(
  entry: OutboxEntry,
  endpoint: Endpoint,
  files: Pick<AttachedFiles, 'read'>,
  note: (uploads: Uploads) => Promise<unknown>,
): Promise<{ readonly urls: readonly string[] } | Delivery> {
  const { item, uploads = [] } = entry;
  const options = { timeoutMs: TIMEOUT_MS, isPrivate: isPrivate(entry) };
  let done: Uploads = uploads;
  for (const { id, name, type } of item.kind === 'report' ? item.draft.files : []) {
    if (done.some((upload) => upload.id === id)) continue;
    try {
      const bytes = await files.read(id);
      if (bytes === null) return { kind: 'refused', problem: '', details: [], failedFile: id };
      const file = new File([bytes], name, { type });
      const answer = await call(endpoint, attachmentUpload, { body: { file: [file] } }, options);
      const url = answer.status === 200 ? answer.data.attachments[0]?.url : undefined;
      if (url === undefined) return EMPTY_ANSWER;
      done = [...done, { id, url }];
      await note(done);
    } catch (error) {
      const failed = failureOf(error);
      return failed.kind === 'refused' ? { ...failed, details: [name, ...failed.details], failedFile: id } : failed;
    }
  }
  return { urls: done.map(({ url }) => url) };
}
