import * as z from 'zod/mini';

const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour written #rrggbb'));

/** True for https, and for plain http where the host cannot be on the internet: loopback, `.localhost` and `.test` (RFC 6761). */
function isServiceAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(value);
  if (pathname !== '/' || search !== '' || hash !== '') return false;
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' &&
    (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || /\.(localhost|test)$/.test(hostname))
  );
}

const address = z
  .string()
  .check(
    z.refine(isServiceAddress, 'must be an https address without a path (http only for this machine and .test names)'),
  )
  .check(z.overwrite((value) => value.replace(/\/$/, '')));

/** What an organization puts under its own name. Read from a file at build time; the build carries it as a constant. */
export const brand = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(45)),
  shortName: z.string().check(z.minLength(1), z.maxLength(12)),
  description: z.string().check(z.minLength(1), z.maxLength(132)),
  colours: z.strictObject({ accent: hexColour }),
  /** Path of an SVG beside the brand file. */
  icon: z.string().check(z.regex(/^[\w./-]+\.svg$/, 'must be the path of an SVG file')),
  /** Slug of the organization at the service. */
  slug: z.string().check(z.minLength(1), z.maxLength(255)),
  serviceUrl: address,
  portalUrl: address,
  /** A key with the scopes `protect` and `report`; empty where the person enters one in the settings. */
  publishableKey: z.string().check(z.maxLength(512)),
  supportUrl: z.nullable(z.url({ protocol: /^https?$/ })),
  /** Ed25519 public keys (hex) that sign the list; empty where the operator does not sign. */
  listPublicKeys: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hex characters'))),
});
export type Brand = z.infer<typeof brand>;
