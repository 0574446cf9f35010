import * as z from 'zod/mini';
import { REPORTED_KINDS } from '../api/report/scam-kind.ts';
import { serviceBaseUrl } from '../api/service-address.ts';
import { LANGUAGES } from '../language/languages.ts';
import { personalSettings } from '../settings/catalogue.ts';
import type { Texts } from './brand-text.ts';

/** One line of text that is shown unchanged: no control characters, no surrounding space. */
const line = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be at most ${max} characters long`),
      z.regex(
        /^(?!\s)[^\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]*(?<!\s)$/u,
        'must be one line without spaces around it or control characters',
      ),
    );

/** A text in the extension's languages; English replaces missing ones. */
const texts = (max: number): z.ZodMiniType<Texts> =>
  z.strictObject(
    { ...Object.fromEntries(LANGUAGES.map((language) => [language, z.optional(line(max))])), en: line(max) },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be a text for each language, such as { en: … }' : undefined,
    },
  );

const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour written #rrggbb'));

const host = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^(?:[a-z0-9_](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]+$/, 'must be a host in lower-case ASCII'),
  );

/**
 * Where a browser looks for updates of a package that no store delivers. Without TLS only on this machine. A Group
 * Policy template holds at most 255 characters: the id, a semicolon and this address.
 */
const updateUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .check(
    z.maxLength(222, 'must be at most 222 characters long, as policies for Windows demand'),
    z.regex(/^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/i, 'must be an https address'),
    z.regex(/^[^?#]*[^/?#]$/, 'must end in the name of a file'),
  );

/** A name of the organization that impostors imitate, and its real hosts. */
const imitatedName = z.strictObject({
  name: line(45),
  /** The organization's hosts, including their subdomains; the first is where a person is sent. */
  hosts: z.array(host).check(z.minLength(1, 'must name a host'), z.maxLength(32, 'must be at most 32 hosts')),
  /** Words that stand for the name in a host name; by default the name itself. */
  terms: z.optional(
    z
      .array(z.string().check(z.regex(/^[a-z0-9]{3,63}$/, 'must be at least 3 lower-case letters and digits')))
      .check(z.minLength(1, 'must name a word'), z.maxLength(16, 'must be at most 16 words')),
  ),
});

const picture = z
  .string()
  .check(
    z.regex(/^(?!\/)(?!.*\.\.)[\w./ -]+\.svg$/, 'must be the path of an .svg file beside the brand file or below it'),
  );

/** A page of the organization that the extension links to. */
const link = z.strictObject({
  title: texts(40),
  url: z.url({ protocol: /^https$/, error: 'must be an https address' }).check(z.maxLength(2048)),
});

/** A brand: an organization's own version of the product. Read from a file at build time and inlined into the build. */
export const brand = z.strictObject({
  name: line(45),
  shortName: line(12),
  /** The package's description in browsers and stores. Default: the product's. */
  description: z.optional(texts(132)),
  /** `surface` is the hue that tints page backgrounds, as far as text on them stays readable. */
  colours: z.strictObject({ accent: hexColour, surface: z.optional(hexColour) }),
  /** Path of a square SVG in the folder of the brand file or below it. */
  icon: picture,
  /** The icon on dark pages and, in Firefox, on a dark toolbar. Default: `icon`. */
  iconDark: z.optional(picture),
  /** A wide SVG shown in place of icon and name at the top of pages. */
  wordmark: z.optional(picture),
  /** The same on dark pages. Default: `wordmark`. */
  wordmarkDark: z.optional(picture),
  /** The first text after the installation, below the title. */
  welcome: z.optional(texts(300)),
  /** Slug of the organization at the service. */
  slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,254}$/, 'must be lower-case letters, digits and hyphens')),
  serviceUrl: serviceBaseUrl,
  portalUrl: serviceBaseUrl,
  /** Address of the service's list files, if not its own address. */
  listUrl: z.optional(serviceBaseUrl),
  /** A key with the scopes `protect` and `report`; empty if the person enters one in the settings. */
  publishableKey: z
    .string()
    .check(
      z.maxLength(512, 'must be at most 512 characters long'),
      z.regex(/^[\x21-\x7e]*$/, 'must be a key without spaces, as the service shows it, or ""'),
    ),
  /** The organization's names: a notice is shown on a site that imitates one of them. */
  imitated: z.optional(z.array(imitatedName).check(z.maxLength(16, 'must be at most 16 names'))),
  supportUrl: z.nullable(z.url({ protocol: /^https?$/, error: 'must be an http or https address, or null' })),
  supportEmail: z.optional(
    z
      .string()
      .check(
        z.maxLength(254, 'must be at most 254 characters long'),
        z.regex(/^[^\s@<>"?&]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, 'must be an e-mail address'),
      ),
  ),
  supportPhone: z.optional(
    z
      .string()
      .check(
        z.regex(/^\+[0-9](?:[ ()/.-]?[0-9]){5,14}$/, 'must be a number with its country code, such as +49 30 1234567'),
      ),
  ),
  links: z.optional(z.array(link).check(z.maxLength(6, 'must be at most 6 links'))),
  /** Defaults of the personal settings. */
  settings: z.optional(z.strictObject(z.partial(personalSettings).shape)),
  /** The kinds of scam that affect its members most; a report offers these first. */
  scamKinds: z.optional(z.array(z.enum(REPORTED_KINDS))),
  /** Contents that officially belong to it without proof to the service, and the owner's name. */
  official: z.optional(
    z.strictObject({
      name: line(45),
      /** Sites, pages and accounts, as a person writes them. */
      contents: z
        .array(line(2048))
        .check(z.minLength(1, 'must name a site, page or account'), z.maxLength(200, 'must be at most 200 entries')),
    }),
  ),
  /** Ed25519 public keys (hex) that sign the list; empty if the operator does not sign. */
  listPublicKeys: z
    .array(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a public key of 64 lower-case hex characters')))
    .check(z.maxLength(8, 'must be at most 8 keys')),
  /**
   * Public half (SubjectPublicKeyInfo in base64) of the RSA key from which Chrome and Edge derive the extension's id.
   * Default: the product's, whose private half nobody has.
   */
  extensionKey: z.optional(
    z
      .string()
      .check(
        z.maxLength(2048),
        z.regex(/^[A-Za-z0-9+/]{300,}={0,2}$/, 'must be the public half of an RSA key in base64, on one line'),
      ),
  ),
  /** Id in Firefox. Default: derived from the slug. */
  firefoxId: z.optional(
    z
      .string()
      .check(
        z.maxLength(80, 'must be at most 80 characters long'),
        z.regex(
          /^[A-Za-z0-9._-]+@[A-Za-z0-9._-]+$/,
          'must be written like an e-mail address, such as guard@acme.example',
        ),
      ),
  ),
  /** Where browsers find updates if the organization delivers them itself. By default Edge uses Chrome's address. */
  updateUrls: z.optional(
    z.strictObject({ chrome: z.optional(updateUrl), edge: z.optional(updateUrl), firefox: z.optional(updateUrl) }),
  ),
  /** Version of the package. Default: the product's. */
  version: z.optional(
    z.string().check(
      z.regex(
        /^(?!0(?:\.0)*$)(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){0,3}$/,
        'must be one to four numbers without leading zeros, joined by dots, not all 0',
      ),
      z.refine((text) => !text.split('.').some((part) => Number(part) > 65_535), 'must have numbers of at most 65535'),
    ),
  ),
  /** Shown by Chrome and Edge in place of the version. */
  versionName: z.optional(line(45)),
});
export type Brand = z.infer<typeof brand>;
