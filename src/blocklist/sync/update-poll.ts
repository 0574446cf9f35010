import { UPDATE_PATH } from '../../api/blocklist.ts';
import { callBytes, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import type { Blocklist } from '../blocklist.ts';
import { ListError } from '../codec/list-error.ts';
import { decodeUpdate, type ListUpdate } from '../codec/update-file.ts';
import type { Published } from '../list-change.ts';
import type { SyncRecord } from './sync-state.ts';
import { type UpdateSource, updatedRecent, updatedSnapshot } from './update.ts';

/** The service writes none larger: files that a cache keeps for ever carry more. */
const MAX_BYTES = 64 * 1024;

/**
 * What the service published since the additions held, checked as everything else that it publishes; without fields where that is nothing.
 * Null where the version document is to be asked: the service tells no updates, or more changed than one tells, or
 * what it told must not be used. Then the old list stays, and what is wrong shows there.
 * @throws ServiceRefusal for the key, or for now; ServiceUnreachable without an answer
 */
export async function publishedSince(
  { snapshot, recent }: Blocklist,
  endpoint: Endpoint,
  { recentToken, updates }: NonNullable<SyncRecord['current']>,
  timeoutMs: number,
  source: UpdateSource,
): Promise<Published | null> {
  if (!updates || !snapshot || !recent) return null;
  try {
    const update = await fetchUpdate(endpoint, recentToken, timeoutMs);
    if (update.kind === 'whole' || update.settings !== updates) return null;
    if (update.kind === 'current') return {};
    const isOfHeldSnapshot = update.snapshot === null;
    return {
      ...(update.snapshot ? { snapshot: await updatedSnapshot(update.snapshot, snapshot, source) } : {}),
      recent: await updatedRecent(update.recent, recent, isOfHeldSnapshot, source),
    };
  } catch (error) {
    if (isForVersion(error)) return null;
    throw error;
  }
}

async function fetchUpdate(endpoint: Endpoint, recentToken: string, timeoutMs: number): Promise<ListUpdate> {
  const path = `${UPDATE_PATH}/${encodeURIComponent(recentToken)}`;
  return decodeUpdate(await callBytes(endpoint, 'listUpdate', path, { timeoutMs, maxBytes: MAX_BYTES }));
}

/** Whether the version document can still be fetched: a service that is down, or refuses the key, is not asked twice. */
function isForVersion(error: unknown): boolean {
  if (error instanceof ListError) return true;
  if (error instanceof ServiceUnreachable) return error.kind === 'malformed';
  return error instanceof ServiceRefusal && !error.transient && error.status !== 401 && error.status !== 403;
}
