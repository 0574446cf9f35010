import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../language/languages.ts';
import type { Brand } from '../../organization/brand.ts';
import type { BrandFile } from '../../organization/file.ts';
import { CommandFault } from '../command-line.ts';
import { descriptionIn, type Say, wordsIn } from '../words.ts';
import { privacyPage, privacyPath } from './privacy.ts';
import { TILES, tileOf } from './tile.ts';

/** Characters that each store takes of each text. */
const LIMITS = {
  chrome: { name: [1, 75], summary: [1, 132], description: [1, 16_000] },
  edge: { name: [1, 45], summary: [1, 132], description: [250, 10_000] },
  firefox: { name: [1, 50], summary: [1, 250], description: [1, 15_000] },
} as const;

export type Store = keyof typeof LIMITS;
export const STORES = Object.keys(LIMITS) as Store[];
export type Listing = Readonly<Record<keyof (typeof LIMITS)[Store], string>>;

const POINTS = ['first', 'second', 'third'] as const;

/**
 * What a store shows of a brand, in one language. The summary is the description in the package.
 * @throws CommandFault where a text is shorter or longer than the store takes
 */
export function listingOf(brand: Brand, store: Store, language: string): Listing {
  const t = wordsIn(language);
  const listing = {
    name: brand.name,
    summary: descriptionIn(brand, language),
    description: longDescription(brand, t),
  };
  for (const [text, [min, max]] of Object.entries(LIMITS[store]) as [keyof Listing, readonly [number, number]][]) {
    const { length } = [...listing[text]];
    if (length < min || length > max)
      throw new CommandFault(
        `The ${text} for ${store} in ${language} has ${length} characters; the store takes ${min} to ${max}`,
      );
  }
  return listing;
}

function longDescription(brand: Brand, t: Say): string {
  const { shortName, supportUrl } = brand;
  const points = POINTS.map((point) => `• ${t(`welcome.${point}`)}\n${t(`welcome.${point}Hint`)}`);
  const privacy = ['privacyList', 'privacyConfirm', 'privacySend', 'privacyNothing'] as const;
  return [
    descriptionIn(brand, t('language')),
    t('welcome.lead'),
    points.join('\n\n'),
    `${t('welcome.privacyTitle')}\n${t('welcome.privacy')}`,
    `${t('settings.privacyIntro', { brand: shortName })}\n${privacy.map((key) => `• ${t(`settings.${key}`)}`).join('\n')}`,
    ...(supportUrl === null ? [] : [`${t('settings.support')}: ${supportUrl}`]),
  ].join('\n\n');
}

/** Characters that the Chrome Web Store takes as the reason for one permission. */
const MAX_REASON = 1_000;

/** Why the package asks for each permission, as the README has it, which a test holds against the manifest. */
export function permissionReasons(brandName: string): ReadonlyMap<string, string> {
  const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const table = readme.split('### Permissions')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([\w<>]+)` \| (.+?) \|$/gm)];
  if (rows.length === 0) throw new Error('The README explains no permission: nothing can be written about them');
  return new Map(
    rows.map(([, permission, reason]) => {
      const text = reason!.replace(/\bWary\b/g, brandName);
      if (text.length > MAX_REASON)
        throw new Error(`The reason for ${permission} has more than ${MAX_REASON} characters`);
      return [permission!, text];
    }),
  );
}

/** What the forms of the stores ask about permissions and data, with the answers (Markdown). */
export function justificationsOf(brandName: string): string {
  const reasons = [...permissionReasons(brandName)].map(([permission, reason]) => `- \`${permission}\`: ${reason}`);
  return `# What the stores ask about ${brandName}

## Single purpose (Chrome Web Store)

Stops listed scam sites before they load, marks listed wallet addresses on pages, and takes reports of scams.

## Permissions

${reasons.join('\n')}

## Remote code

None: everything that runs is in the package.

## Data

- Which sites a person opens is not collected: sites are compared with a list on the device. Where something matches, four characters of a hash are sent, which thousands of sites share.
- A report or dispute carries what a person writes into it, and only when they send it. Contact data in it is optional: in Chrome "Personally identifiable information", in
  Firefox \`personallyIdentifyingInfo\`, declared as optional in the manifest; nothing is required.
- Nothing is sold, used for another purpose, or used for creditworthiness.
- The address of the privacy policy is where you publish \`privacy/en.html\`; the package carries the same page.
`;
}

/**
 * Writes what stores ask for into a folder: texts for each store and language, pictures for each language, reasons for permissions, the privacy
 * policy.
 * @returns the names of what was written
 * @throws CommandFault where a text does not fit a store
 */
export async function writeMaterial(file: BrandFile, folder: string): Promise<string[]> {
  const { brand } = file;
  const files: [string, string | Uint8Array][] = [['justifications.md', justificationsOf(brand.name)]];
  for (const language of LANGUAGES) {
    files.push([privacyPath(language).slice(1), privacyPage(brand, language)]);
    for (const tile of TILES)
      files.push([`pictures/${language}/${tile.width}x${tile.height}.png`, await tileOf(file, language, tile)]);
    for (const store of STORES)
      for (const [text, content] of Object.entries(listingOf(brand, store, language)))
        files.push([`${store}/${language}/${text}.txt`, `${content}\n`]);
  }
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return files.map(([name]) => name);
}
