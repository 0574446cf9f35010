import type { MessageName } from '../../messaging/catalogue.ts';
import { pageRuntime } from '../content-script.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import type { Send } from './address-book.ts';
import { protectAddresses } from './addresses.ts';

/** Milliseconds in which a mark must appear, and between two checks. */
const MARK_TIMEOUT_MS = 5_000;
const INTERVAL_MS = 50;

let scanning: AbortController | null = null;

/**
 * Scans a page of the extension as any web page, with the same scanner and marks, and with messages that such a page
 * may send. A new call ends the previous scan.
 * @param disputed called when the person disputes a mark
 * @returns whether something was marked in time
 */
export async function scanOwnPage(send: Send, disputed: () => void): Promise<boolean> {
  scanning?.abort();
  const scan = new AbortController();
  scanning = scan;
  let blocked = 0;
  const answer = async (name: MessageName, request: unknown) => {
    if (name === 'assetsCheck') return send('selfTestCheck', request as Parameters<typeof send<'selfTestCheck'>>[1]);
    if (name === 'pageFindings') blocked = (request as { blocked: number }).blocked;
    if (name === 'assetDispute') disputed();
    return { done: true };
  };
  protectAddresses(pageRuntime(), answer as Send, scan);
  for (const end = Date.now() + MARK_TIMEOUT_MS; Date.now() < end && !scan.signal.aborted; ) {
    if (blocked > 0 && isUnderlined()) return true;
    await new Promise<void>((resolve) => void FRAME_TIME.after(resolve, INTERVAL_MS));
  }
  return false;
}

const isUnderlined = (): boolean => (CSS.highlights.get('blocked-address')?.size ?? 0) > 0;
