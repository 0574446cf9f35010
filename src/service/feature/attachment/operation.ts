import { attachmentUpload } from '../../../api/report/attachment.ts';
import { actingOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { attachmentUrl } from './route.ts';
import { storeAttachments } from './storage.ts';

export const uploadAttachments = implement(attachmentUpload, async ({ caller, database, body, origin }) => {
  const organization = actingOrganization(caller, body.slug?.[0]);
  const stored = await storeAttachments(database, caller, organization, body.file);
  return {
    attachments: stored.map(({ id, fileName, sizeBytes }) => ({
      url: attachmentUrl(origin, id),
      fileName,
      sizeBytes,
      visibility: 'PRIVATE' as const,
    })),
  };
});
