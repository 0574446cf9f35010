import { limitedBytes, retryAfter } from '../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../api/service-error.ts';
import { ListError } from './list-error.ts';

export type Download = { readonly bytes: Uint8Array; readonly contentType: string };

/**
 * Fetches one file of the list. Neither key, cookie nor referrer leaves, no redirect is followed, and the transfer ends
 * at `maxBytes` or after `timeoutMs`, whichever comes first.
 * @param service base address of the service: a service reached over TLS cannot name a file that is not
 * @throws ServiceRefusal when the answer is an error, ServiceUnreachable when there is none in time, ListError `format`
 *   for an address that is not to be fetched, `too-large` for a larger file
 */
export async function downloadArtifact(
  url: string,
  limits: { readonly service: string; readonly maxBytes: number; readonly timeoutMs: number },
): Promise<Download> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && (protocol !== 'http:' || new URL(limits.service).protocol === 'https:'))
    throw new ListError('format', 'The service names a list file that is not reached over TLS');
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await fetch(url, {
      signal: timeout,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
    });
    if (response.status !== 200) throw await refusalOf(response);
    return {
      bytes: await limitedBytes(response, limits.maxBytes),
      contentType: response.headers.get('content-type') ?? '',
    };
  } catch (error) {
    if (error instanceof ServiceRefusal) throw error;
    if (error instanceof ServiceUnreachable)
      throw new ListError('too-large', 'A list file is larger than its number of entries allows', { cause: error });
    if (timeout.aborted)
      throw new ServiceUnreachable('timeout', 'A list file was not delivered in time', { cause: error });
    throw new ServiceUnreachable('offline', 'A list file could not be fetched', { cause: error });
  }
}

async function refusalOf(response: Response): Promise<ServiceRefusal> {
  await response.body?.cancel();
  const { status } = response;
  return new ServiceRefusal(
    status,
    { code: String(status), message: `A list file was answered with status ${status}` },
    retryAfter(response.headers.get('retry-after')),
  );
}
