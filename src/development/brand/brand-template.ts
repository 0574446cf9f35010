import { LANGUAGES } from '../../settings/language.ts';
import { wordsIn } from '../store/words.ts';

/** What a new brand is called in its folder. */
export const BRAND_FILE = 'brand.yaml';

type TemplateParts = {
  readonly slug: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly serviceUrl: string;
  readonly portalUrl: string;
};

/** Every JSON text is YAML. */
const quoted = (text: string): string => JSON.stringify(text);

const inEachLanguage = (key: string): string =>
  LANGUAGES.map((language) => `  ${language}: ${quoted(wordsIn(language)(key))}`).join('\n');

/** A brand file with every key that there is: what a build needs is said, the rest stands there as a comment to take up. */
export function brandTemplate(
  { slug, name, accent, serviceUrl, portalUrl }: TemplateParts,
  extensionKey: string,
): string {
  const shortName = name.length <= 12 ? name : slug.slice(0, 12);
  return `# The brand of one organization. "npm run brand -- check" says what is wrong with it, "npm run build -- --brand" uses it.

# What stores and browsers show: at most 45 and 12 characters, and below it at most 132 in each language.
name: ${quoted(name)}
shortName: ${quoted(shortName)}
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
#   notify: false
#   failurePolicy: warn     # or closed, open
#   trafficKept: day        # or week

# The kinds of scam that befall your people most: the first that a report offers.
# scamKinds: [credential-phishing, fake-support, impersonation]

# Your own sites, pages and accounts: people read "Official site of Acme" there.
# official:
#   name: Acme
#   contents: [acme.com, acme.com/shop, https://x.com/acme]

# Names of yours that impostors use; people are told of a site that looks like one.
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
