import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrandFile } from '../../organization/file.ts';
import { justificationsOf } from './justification.ts';
import { listingOf, STORES } from './listing.ts';
import { privacyPage, privacyPath } from './privacy.ts';
import { TILES, tileOf } from './tile.ts';
import { LANGUAGES } from './words.ts';

/**
 * Writes what stores ask for into a folder: texts for each store and language, pictures for each language, reasons for permissions, the privacy
 * policy.
 * @returns the names of what was written
 * @throws ListingError where a text does not fit a store
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
