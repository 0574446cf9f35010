import { blocklistVersion, UPDATE_PATH } from '../../../api/blocklist.ts';
import { API_PREFIX } from '../../../api/operation.ts';
import { originOf } from '../../http/address.ts';
import { admit, KEY_HEADER } from '../../http/admission.ts';
import { REQUEST_ID_HEADER, type ServiceApp } from '../../http/request-log.ts';
import { interfaceRoute } from '../../http/route/interface.ts';
import { ListUpdates } from '../../publisher/list-updates.ts';
import { TOKEN_PATTERN } from '../../publisher/store/list-store.ts';
import type { Service } from '../../service.ts';
import { announcementOf } from './version-document.ts';

/**
 * As many addresses are asked as there were publications in the last minute, however many clients ask. Five seconds let a cache
 * answer for all of them, and cost a client two and a half of its time on average.
 */
const UPDATE_CACHE = 'public, max-age=5';

/** What was published since a client's last poll. An unknown token is answered too: with the advice to read the version document. */
export function listUpdateRoute(app: ServiceApp, service: Service): void {
  const updates = new ListUpdates(service.database, service.publisher);
  const answer = interfaceRoute(service, 0, async (context, headers) => {
    const caller = await admit(service, blocklistVersion, context.req.header(KEY_HEADER));
    context.set('keyId', caller.keyId);
    await service.consumptions.record(service.database, caller.keyId, service.publisher.list.recent.version);
    const { settings } = announcementOf(service, originOf(context, service));
    const bytes = await updates.since(context.req.param('token')!, settings);
    headers['Content-Type'] = 'application/octet-stream';
    headers['Content-Length'] = String(bytes.byteLength);
    headers['Cache-Control'] = UPDATE_CACHE;
    // It is passed on to others than who asked.
    delete headers[REQUEST_ID_HEADER];
    return new Response(Uint8Array.from(bytes), { headers });
  });
  app.get(`${API_PREFIX}${UPDATE_PATH}/:token{${TOKEN_PATTERN}}`, answer);
}
