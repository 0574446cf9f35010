import { limitedBytes, retryAfter } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { sendOut } from '../../api/outgoing.ts';
import { ListError } from '../codec/list-error.ts';
import type { ListTrust } from '../trust/seal.ts';

export type Download = { readonly bytes: Uint8Array; readonly contentType: string };

type DownloadLimits = {
  /** Base address of the service. If it uses TLS, file addresses must use TLS as well. */
  readonly service: string;
  readonly listUrl: ListTrust['listUrl'];
  readonly maxBytes: number;
  readonly timeoutMs: number;
};

/**
 * Fetches one file of the list. An announced address on the service or the brand's list address is used as is; for any
 * other origin the file is fetched from the service under the same path. Neither key, cookie nor referrer is sent, no
 * redirect is followed, and the transfer ends at `maxBytes` or after `timeoutMs`, whichever comes first.
 * @throws ServiceRefusal when the answer is an error, ServiceUnreachable when there is none in time, ListError
 *   `format` for an address that must not be fetched, `origin` for a file of another origin that the service itself
 *   does not have, `too-large` for a larger file
 */
export async function downloadArtifact(announced: string, limits: DownloadLimits): Promise<Download> {
  const { protocol, origin, pathname, search } = new URL(announced);
  if (protocol !== 'https:' && (protocol !== 'http:' || new URL(limits.service).protocol === 'https:'))
    throw new ListError('format', 'The service names a list file that is not reached over TLS');
  const isKnown = [limits.service, limits.listUrl].some((each) => each !== null && new URL(each).origin === origin);
  const url = isKnown ? announced : limits.service + pathname + search;
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await sendOut('listFile', url, { signal: timeout });
    const { status, headers, body } = response;
    if (status !== 200) {
      await body?.cancel();
      const problem = { code: String(status), message: `A list file was answered with status ${status}` };
      throw new ServiceRefusal(status, problem, retryAfter(headers.get('retry-after')));
    }
    return { bytes: await limitedBytes(response, limits.maxBytes), contentType: headers.get('content-type') ?? '' };
  } catch (error) {
    if (error instanceof ServiceRefusal && !isKnown && !error.transient)
      throw new ListError('origin', 'The service names a list file at an address that this build does not know', {
        cause: error,
      });
    if (error instanceof ServiceRefusal) throw error;
    if (error instanceof ServiceUnreachable)
      throw new ListError('too-large', 'A list file is larger than its number of entries allows', { cause: error });
    if (timeout.aborted)
      throw new ServiceUnreachable('timeout', 'A list file was not delivered in time', { cause: error });
    throw new ServiceUnreachable('offline', 'A list file could not be fetched', { cause: error });
  }
}
