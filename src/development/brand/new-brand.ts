import { createPrivateKey } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { contrast, oklchOf } from '../../colour/colour.ts';
import { LANGUAGES } from '../../language/languages.ts';
import { brand as brandSchema } from '../../organization/brand.ts';
import { chromeIdOf } from '../../organization/identity.ts';
import { CommandFault } from '../command-line.ts';
import { wordsIn } from '../words.ts';
import { KEY_FILE, KEY_VARIABLE, newPrivateKey, publicHalf, readPrivateKey } from './key-file.ts';

export type NewBrandOptions = {
  /** Slug of the organization at its service. */
  readonly slug: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly serviceUrl: string;
  readonly portalUrl: string;
  /** The folder to make. */
  readonly folder: string;
  /** File with a private key that exists already; a new one is made without. */
  readonly keyFile: string | undefined;
};

/**
 * Makes a folder with a brand file, its explanation, an icon and a key, of which the private half is ignored by git.
 * @returns the folder, the files in it and the id in Chrome and Edge
 * @throws CommandFault if the folder is not empty, or an option or the key file cannot be used
 */
export async function createBrand(
  options: NewBrandOptions,
): Promise<{ folder: string; files: string[]; chromeId: string }> {
  const folder = resolve(options.folder);
  const existing = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandFault(`${folder} cannot be read (${error.code})`);
  });
  if (existing.length > 0) throw new CommandFault(`${folder} is not empty: name another folder with --out`);
  const pem = options.keyFile === undefined ? newPrivateKey() : null;
  const extensionKey = publicHalf(pem === null ? readPrivateKey(options.keyFile!) : createPrivateKey(pem));
  const written = brandTemplate(options, extensionKey);
  const checked = brandSchema.safeParse(parse(written));
  if (!checked.success)
    throw new CommandFault(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const files: Record<string, string> = {
    [BRAND_FILE]: written,
    'icon.svg': iconOf(options.name, options.accent),
    'README.md': explanation(options.slug, chromeIdOf(extensionKey)),
    '.gitignore': `${KEY_FILE}\n`,
    ...(pem ? { [KEY_FILE]: pem } : {}),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, name === KEY_FILE ? { mode: 0o600 } : {});
  if (pem) await chmod(join(folder, KEY_FILE), 0o600);
  return { folder, files: Object.keys(files), chromeId: chromeIdOf(extensionKey) };
}

/** A ring on a ground of the accent, which can be read at 16 px until the organization's own mark takes its place. */
function iconOf(name: string, accent: string): string {
  const figure = contrast(oklchOf(accent), { l: 1, c: 0, h: 0 }) >= 3 ? 'white' : 'black';
  const title = name.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><title>${title}</title><rect x="2" y="2" width="124" height="124" rx="28" fill="${accent}" stroke="${figure}" stroke-width="4"/><circle cx="64" cy="64" r="30" fill="none" stroke="${figure}" stroke-width="16"/></svg>\n`;
}

const explanation = (slug: string, chromeId: string): string => `# Brand ${slug}

Id in Chrome and Edge: \`${chromeId}\`

| File | What it is |
| --- | --- |
| \`${BRAND_FILE}\` | everything that a build of yours says, with what may be said explained beside each key |
| \`icon.svg\` | your mark, square; replace it by your own |
| \`${KEY_FILE}\` | the private half of the key that makes the id and signs packages. git ignores it. Keep a copy in a safe place: anyone who has it can sign as you, and without it no package of yours can be updated. Elsewhere, name its path in \`${KEY_VARIABLE}\` |

1. Write into \`${BRAND_FILE}\` where your service and your portal are, and a key of your organization with the scopes \`protect\` and
   \`report\` (\`npm run service -- keys create\`) as \`publishableKey\`.
2. Write what \`npm run service -- list-key\` shows there into \`listPublicKeys\`.
3. \`npm run brand -- check PATH/${BRAND_FILE}\` until nothing is left to mend.
4. \`npm run build -- --brand PATH/${BRAND_FILE} --browser chrome\`, and the same for \`firefox\` and \`edge\`.
5. To deliver it yourself: \`updateUrls\` in \`${BRAND_FILE}\`, then \`npm run release -- --brand PATH/${BRAND_FILE} --to FOLDER\`, where
   FOLDER is what your web server serves there.
6. What you enforce, and the installation on every machine: \`npm run policy -- --brand PATH/${BRAND_FILE} --policy FILE --out FOLDER\`.

Step by step: \`src/organization/README.md\`.
`;

/** Name of the brand file in its folder. */
export const BRAND_FILE = 'brand.yaml';

type TemplateParts = Omit<NewBrandOptions, 'folder' | 'keyFile'>;

/** JSON strings are valid YAML. */
const quoted = (text: string): string => JSON.stringify(text);

const inEachLanguage = (key: string): string =>
  LANGUAGES.map((language) => `  ${language}: ${quoted(wordsIn(language)(key))}`).join('\n');

const MAX_SHORT_NAME = 12;

/** As many words of a name as a short name may have; the slug where the first is too long. */
function shortNameOf(name: string, slug: string): string {
  if (name.length <= MAX_SHORT_NAME) return name;
  const space = name.lastIndexOf(' ', MAX_SHORT_NAME);
  return space > 0 ? name.slice(0, space) : slug.slice(0, MAX_SHORT_NAME);
}

/** A brand file with every key: those that a build needs are set, the others are comments. */
export function brandTemplate(
  { slug, name, accent, serviceUrl, portalUrl }: TemplateParts,
  extensionKey: string,
): string {
  return `# The brand of one organization. "npm run brand -- check" says what is wrong with it, "npm run build -- --brand" uses it.

# What stores and browsers show: at most 45 and 12 characters, and below it at most 132 in each language.
name: ${quoted(name)}
shortName: ${quoted(shortNameOf(name, slug))}
description:
${inEachLanguage('package.summary')}

# From the accent a tone is made that can be read in light and dark; surface is the hue in which pages are tinted.
colours:
  accent: ${quoted(accent)}
#  surface: ${quoted(accent)}

# SVG files beside this one. The icon is square; iconDark is for dark pages and Firefox's dark toolbar. A wordmark, 1.5 to 8
# times as wide as it is high, stands in place of icon and name at the head of pages.
icon: icon.svg
# iconDark: icon-dark.svg
# wordmark: wordmark.svg
# wordmarkDark: wordmark-dark.svg

# What people read first after the installation, in each language, at most 300 characters. English stands in for the others.
welcome:
${inEachLanguage('welcome.lead')}

# The organization at its service, the service, and its public portal. listUrl is where the list files are, if elsewhere.
slug: ${quoted(slug)}
serviceUrl: ${quoted(serviceUrl)}
portalUrl: ${quoted(portalUrl)}
# listUrl: https://list.acme.com

# A key with the scopes protect and report alone; "" where each person enters one. The keys that sign the list, as
# "npm run service -- list-key" shows them; [] requires no signature.
publishableKey: ""
listPublicKeys: []

# Where people find help: a page or null, an address, a number with its country code.
supportUrl: null
# supportEmail: help@acme.com
# supportPhone: "+49 30 1234567"

# Up to 6 pages of yours, on the welcome page and in the settings.
# links:
#   - title: { en: Security at Acme, de: Sicherheit bei Acme }
#     url: https://acme.com/security

# What is on, and how the protection behaves, until a person chooses otherwise. A policy locks it.
# settings:
#   protectSites: true
#   protectAddresses: true
#   noticeLookalikes: true
#   noticeSwappedAddresses: true
#   checkWallets: false
#   notify: false
#   failurePolicy: warn     # or closed, open
#   trafficKept: day        # or week

# The kinds of scam that befall your people most: the first that a report offers.
# scamKinds: [credential-phishing, fake-support, impersonation]

# Your own sites, pages and accounts: people read "Official site of Acme" there.
# official:
#   name: Acme
#   contents: [acme.com, acme.com/shop, https://x.com/acme]

# Names of yours that impostors use; people are warned of a site that looks like one.
# imitated:
#   - name: Acme Vault
#     hosts: [acme.com]
#     terms: [acme]

# The package: its version, what Chrome and Edge show in its place, its ids, and where the next version is if no store has it.
version: "1.0.0"
# versionName: "1.0 autumn"
extensionKey: ${quoted(extensionKey)}
firefoxId: ${quoted(`${slug}@${new URL(portalUrl).hostname.replace(/[^A-Za-z0-9._-]/g, '')}`)}
# updateUrls:
#   chrome: https://updates.acme.com/updates.xml
#   firefox: https://updates.acme.com/updates.json
`;
}
