import { KEY_DIGEST_LENGTH, type NextKey, organizationLists } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { hashExpression, toHex } from '../../asset/hash.ts';
import { ListError } from '../codec/list-error.ts';

/** A key that follows the one in use, as a key of the list signed it. */
export type OfferedKey = { readonly apiKey: string; readonly version: number };

/** Who has the key in use, and may take another one. */
export type KeyFollowing = {
  /**
   * Told which key follows the one of this endpoint. @returns whether that is settled: false where the new key could not be tried now. Never
   * rejects
   */
  offer(endpoint: Endpoint, next: OfferedKey): Promise<boolean>;
  /** Told that the service refuses the key of this endpoint, and names none that follows it. */
  refused(endpoint: Endpoint): Promise<void>;
};

const MAX_BYTES = 64 * 1024;

/** What names a key in an address. */
export const keyDigestOf = (apiKey: string): string => toHex(hashExpression(apiKey)).slice(0, KEY_DIGEST_LENGTH);

/**
 * Offers the key that the service announced. A build without keys of the list takes none: nothing would say who announced it.
 * @returns whether it is settled
 * @throws ListError `signature` where no key of the list signed it
 */
export async function offerNextKey(
  next: NextKey | null,
  endpoint: Endpoint,
  publicKeys: readonly string[],
  keys: KeyFollowing | undefined,
): Promise<boolean> {
  if (!next || !keys || publicKeys.length === 0) return true;
  const { apiKey, version, signature } = next;
  const { verifyNextKey } = await import('../trust/next-key.ts');
  if (!verifyNextKey(publicKeys, signature, { keyDigest: keyDigestOf(endpoint.apiKey), apiKey, version }))
    throw new ListError('signature', 'The next key is not signed by a key of this build, or it was changed afterwards');
  return keys.offer(endpoint, { apiKey, version });
}

/** Asks which key follows one that the service refuses, and offers it. Never rejects: where nothing is told, another key is needed. */
export async function followRefusedKey(
  endpoint: Endpoint,
  publicKeys: readonly string[],
  keys: KeyFollowing,
  timeoutMs: number,
): Promise<void> {
  try {
    const params = { keyDigest: keyDigestOf(endpoint.apiKey) };
    const answer =
      publicKeys.length > 0 &&
      (await call(endpoint, organizationLists, { params }, { timeoutMs, maxBytes: MAX_BYTES }));
    if (answer && answer.status === 200 && answer.data.nextKey) {
      await offerNextKey(answer.data.nextKey, endpoint, publicKeys, keys);
      return;
    }
  } catch (error) {
    console.warn('No key follows the one that the service refuses', error);
  }
  await keys.refused(endpoint);
}
