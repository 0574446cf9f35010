import { createHash, createPublicKey } from 'node:crypto';
import type { Brand } from './brand.ts';

/**
 * Public key of a brand that has none of its own, so that policies, tests and updates know its id. A store replaces it
 * by its own.
 */
const PRODUCT_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtJGtLyMOIWfJ9gaODvYO3PhmdaEqNqfhabT4k07lbuSKcCxiWTqwLmw8Epcpj4DzM+xWWIZDt6eP2QpinKJHNa0bcfcnnLRCLlEoTnxVuaqry6/LYHeAKVtdvw9oUz73QFebCPAAI7SmNzHWfpMzFP9vPu7EtRj10FLah358/6pe9JmX16+jXs8MYvItDX01hoBX8SqakOXqQkETMKVrYmwk8dYZrD9BjM8e+tXuFFDyKn3oCIWhOBiHJRLjtTH6zjDDmjGYMQhafnj5PW+UfB31V/fhtJmJYPoDMzwL8AtBOS5/2DZpmuj/rjRmkKu1GwwPTtO5qMr6RusFpWSykQIDAQAB';

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
