import * as z from 'zod/mini';
import { REPORTED_KINDS } from '../api/report/scam-kind.ts';
import { serviceBaseUrl } from '../api/service-address.ts';
import { LANGUAGES } from '../language/languages.ts';
import { personalSettings } from '../settings/catalogue.ts';
import type { Texts } from './brand-text.ts';

/** Text of one line that is shown as it stands: no control character, no space around it. */
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

/** A text in the languages of the extension; the English one stands in for those that are left out. */
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
 * Where a browser looks for the next version of a package that no store delivers. Without TLS only on this machine. A template of Group
 * Policy holds at most 255 characters: the id, a semicolon and this.
 */
const updateUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .check(
    z.maxLength(222, 'must be at most 222 characters long, as policies for Windows demand'),
    z.regex(/^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/i, 'must be an https address'),
    z.regex(/^[^?#]*[^/?#]$/, 'must end in the name of a file'),
  );

/** A name of the organization's own that impostors imitate, and where it really is. */
const imitatedName = z.strictObject({
  name: line(45),
  /** Hosts that are its own, with all that is below them; the first is where a person is sent. */
  hosts: z.array(host).check(z.minLength(1, 'must name a host'), z.maxLength(32, 'must be at most 32 hosts')),
  /** Words that mean it in the name of a host; without any it is the name itself. */
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

/** A page of the organization's own that people are led to. */
const link = z.strictObject({
  title: texts(40),
  url: z.url({ protocol: /^https$/, error: 'must be an https address' }).check(z.maxLength(2048)),
});

/** What an organization puts under its own name. Read from a file at build time; the build carries it as a constant. */
export const brand = z.strictObject({
  name: line(45),
  shortName: line(12),
  /** What browsers and stores say of the package. Default: the words of the product. */
  description: z.optional(texts(132)),
  /** `surface` is the hue in which the grounds of pages are tinted, as far as text on them stays readable. */
  colours: z.strictObject({ accent: hexColour, surface: z.optional(hexColour) }),
  /** Path of a square SVG beside the brand file, or in a folder below it. */
  icon: picture,
  /** The icon on dark pages and, in Firefox, on a dark toolbar. Default: `icon`. */
  iconDark: z.optional(picture),
  /** A wide SVG shown in place of icon and name at the top of pages. */
  wordmark: z.optional(picture),
  /** The same on dark pages. Default: `wordmark`. */
  wordmarkDark: z.optional(picture),
  /** What people read first after the installation, below the title. */
  welcome: z.optional(texts(300)),
  /** Slug of the organization at the service. */
  slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,254}$/, 'must be lower-case letters, digits and hyphens')),
  serviceUrl: serviceBaseUrl,
  portalUrl: serviceBaseUrl,
  /** Where the service has its list files, if not at its own address. */
  listUrl: z.optional(serviceBaseUrl),
  /** A key with the scopes `protect` and `report`; empty where the person enters one in the settings. */
  publishableKey: z
    .string()
    .check(
      z.maxLength(512, 'must be at most 512 characters long'),
      z.regex(/^[\x21-\x7e]*$/, 'must be a key without spaces, as the service shows it, or ""'),
    ),
  /** Names of its own: a site that looks like one of them and is not is pointed out. */
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
  /** What is on, and how the protection behaves, until the person chooses otherwise. */
  settings: z.optional(z.strictObject(z.partial(personalSettings).shape)),
  /** The kinds of scam that befall its people most: the first that a report offers. */
  scamKinds: z.optional(z.array(z.enum(REPORTED_KINDS))),
  /** What is its own without the service saying so, and whose it is. */
  official: z.optional(
    z.strictObject({
      name: line(45),
      /** Sites, pages and accounts, as a person writes them. */
      contents: z
        .array(line(2048))
        .check(z.minLength(1, 'must name a site, page or account'), z.maxLength(200, 'must be at most 200 entries')),
    }),
  ),
  /** Ed25519 public keys (hex) that sign the list; empty where the operator does not sign. */
  listPublicKeys: z
    .array(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a public key of 64 lower-case hex characters')))
    .check(z.maxLength(8, 'must be at most 8 keys')),
  /**
   * Public half (SubjectPublicKeyInfo in base64) of the RSA key from which Chrome and Edge make the extension's id. Default: the
   * product's, whose private half nobody has.
   */
  extensionKey: z.optional(
    z
      .string()
      .check(
        z.maxLength(2048),
        z.regex(/^[A-Za-z0-9+/]{300,}={0,2}$/, 'must be the public half of an RSA key in base64, on one line'),
      ),
  ),
  /** Id in Firefox. Default: made from the slug. */
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
  /** Where browsers find the next version, where the organization delivers it itself. Without one of its own Edge takes Chrome's. */
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
  /** What Chrome and Edge show in place of the version. */
  versionName: z.optional(line(45)),
});
export type Brand = z.infer<typeof brand>;
