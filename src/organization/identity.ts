import { createHash, createPublicKey } from 'node:crypto';
import type { Brand } from './brand.ts';

/**
 * Public key of a brand that has none of its own, so that policies, tests and updates know its id. A store replaces it
 * by its own. It was chosen for an id that sorts before those of wallets (`wallet/README.md`).
 */
const PRODUCT_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs61nD75HQnWIofhOcMs0HDqb9n2Bqr8nDWe9QpbLbsEIMgSMQU259214XYG2s7pIBODRlCnNAAXHrA0V0OFIPbpjN37ZubwDJgk4jTIXdZxBmikwPpu0b/MyTT6mE2TAVoPcM5ZudNb33hJ1oNnFxTKGiIXchS16046nQBsV5FngNGKuqK4WPQRetD7UfkZLq7ggxV0ZW+WkUy5B9sxw09bEHGdaEY6lh2ZS/5fnGSiv6zx+ZSN7h6epiqac9IUWNlm7flhEtFRD9Itw0SXcwbtsrckzWTjRNyEwJQh5okj5VaFJ34bm4V2brVjkkC/blxi741viV1YY2vAQXmt8nwIDAQAB';

const MIN_KEY_BITS = 2048;

/** The ids of a package in each browser. */
export type Identity = {
  /** SubjectPublicKeyInfo in base64, as Chrome and Edge read it from the manifest. */
  readonly extensionKey: string;
  /** 32 letters from a to p: the id in Chrome and Edge. */
  readonly chromeId: string;
  readonly firefoxId: string;
};

export function identityOf({ slug, extensionKey = PRODUCT_KEY, firefoxId }: Brand): Identity {
  return { extensionKey, chromeId: chromeIdOf(extensionKey), firefoxId: firefoxId ?? `${slug}@wary.example` };
}

/**
 * Where a browser finds updates of a brand's package; undefined if none is set. Edge uses Chrome's address unless it
 * has its own.
 */
export const updateUrlOf = ({ updateUrls }: Pick<Brand, 'updateUrls'>, browser: 'chrome' | 'edge' | 'firefox') =>
  updateUrls?.[browser] ?? (browser === 'edge' ? updateUrls?.chrome : undefined);

/**
 * The id that Chrome and Edge derive from a key: the first half of its SHA-256, with a letter from a to p for each
 * hexadecimal digit.
 * @param extensionKey SubjectPublicKeyInfo in base64
 */
export function chromeIdOf(extensionKey: string): string {
  const digits = createHash('sha256').update(Buffer.from(extensionKey, 'base64')).digest('hex').slice(0, 32);
  return digits.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** Why this is not a valid key for an extension, in words; null if it is. */
export function extensionKeyProblem(extensionKey: string): string | null {
  try {
    const key = createPublicKey({ key: Buffer.from(extensionKey, 'base64'), format: 'der', type: 'spki' });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa') return 'must be an RSA key: Chrome makes an id of no other';
    return modulusLength < MIN_KEY_BITS ? `must have at least ${MIN_KEY_BITS} bits, not ${modulusLength}` : null;
  } catch {
    return 'is not the public half of a key (SubjectPublicKeyInfo in base64)';
  }
}
