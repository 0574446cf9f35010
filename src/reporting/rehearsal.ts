import { type Endpoint, requestFor } from '../api/client.ts';
import { reportCreate } from '../api/report/report.ts';
import { ReportingDatabase } from './database.ts';
import { reportBody } from './draft/request.ts';
import type { WaitCause } from './entry.ts';
import type { deliver } from './outbox/delivery.ts';
import { Outbox } from './outbox/outbox.ts';

/** Separate from the outbox: no sender reads it. */
const DATABASE = 'wary-rehearsal';

/** The request that would have sent a report. `bytes` is the size of its body. */
export type RehearsedRequest = { readonly method: string; readonly url: string; readonly bytes: number };
/** The result: the request, or why there is none. */
export type Rehearsal =
  | { readonly kind: 'ready'; readonly request: RehearsedRequest }
  | { readonly kind: 'waiting'; readonly cause: WaitCause };

/**
 * Runs a report through the real steps: check it, store it, read it back, build its request. Only the request is not
 * sent. Nothing is left stored afterwards.
 * @param content what is reported
 * @throws StorageFailure when the browser cannot store it
 */
export async function rehearseReport(content: string, endpoint: () => Promise<Endpoint | null>): Promise<Rehearsal> {
  const database = new ReportingDatabase(DATABASE);
  let request: RehearsedRequest | null = null;
  const prepare: typeof deliver = async ({ id, item }, service) => {
    const body = item.kind === 'report' ? reportBody(item.draft) : null;
    if (body === null) throw new TypeError('A report was written, and something else was read');
    const { url, init } = requestFor(service, reportCreate, { body }, { idempotencyKey: id });
    request = { method: init.method, url, bytes: new TextEncoder().encode(String(init.body)).byteLength };
    return { kind: 'sent', reference: 0 };
  };
  const outbox = new Outbox({ endpoint, database, deliver: prepare, locks: undefined });
  try {
    const written = { contents: [content], title: '', description: '', contactInfo: '' };
    const draft = { ...written, scamKind: '' as const, mentions: [], files: [] };
    const { id } = await outbox.submit({ kind: 'report', draft });
    await outbox.send();
    const state = (await outbox.list()).find((entry) => entry.id === id)?.state;
    if (state?.kind === 'sent' && request) return { kind: 'ready', request };
    // What was written down and is not there again is a fault of the storage, which the health says.
    return { kind: 'waiting', cause: (state?.kind === 'waiting' && state.cause) || 'trouble' };
  } finally {
    await database.remove();
  }
}
