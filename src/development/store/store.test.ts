import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { nameInTraffic, REQUESTS } from '../../api/requests.ts';
import { LANGUAGES } from '../../language/languages.ts';
import { readBrandFile } from '../../organization/file.ts';
import { wordsIn } from '../words.ts';
import { listingOf, permissionReasons, STORES, writeMaterial } from './material.ts';
import { privacyPage } from './privacy.ts';

const FILE = readBrandFile('test/fixtures/brand/e2e.json');
const { brand } = FILE;

it('a brand can say its texts in every language that the extension has', () => {
  const files = readdirSync('src/language/locales').filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
});

describe('what a store is given', () => {
  it('fits every store in every language, in that language, with nothing left to fill in', () => {
    for (const language of LANGUAGES)
      for (const store of STORES) {
        const { name, summary, description } = listingOf(brand, store, language);
        expect(name).toBe('Acme Guard');
        expect(description).toContain(wordsIn(language)('welcome.firstHint'));
        expect(summary + description).not.toMatch(/\{\w+\}|Wary/);
      }
    expect(listingOf(brand, 'edge', 'de').summary).toBe(brand.description?.de);
    expect(listingOf(brand, 'edge', 'es').summary).toBe(brand.description?.en);
    const { description: _, ...silent } = brand;
    expect(listingOf(silent, 'edge', 'es').summary).toMatch(/^Detiene /);
  });

  it('is refused where a text does not fit', () => {
    const long = { ...brand, name: 'N'.repeat(46) };
    expect(() => listingOf(long, 'edge', 'en')).toThrow(
      'The name for edge in en has 46 characters; the store takes 1 to 45',
    );
    expect(() => listingOf({ ...brand, description: { en: 'd'.repeat(133) } }, 'chrome', 'en')).toThrow(
      'summary for chrome in en',
    );
  });

  it('says why for each permission, under the name of the brand', () => {
    const reasons = permissionReasons('Acme Guard');
    expect([...reasons.keys()]).toEqual(expect.arrayContaining(['tabs', 'webRequest', '<all_urls>', 'storage']));
    expect([...reasons.values()].join()).not.toMatch(/\bWary\b/);
  });

  it('is written with a picture of each size and language, and the privacy policy', async () => {
    const folder = await temporaryFolder();
    const names = await writeMaterial(FILE, folder);
    for (const language of LANGUAGES) {
      expect(names).toContain(`firefox/${language}/summary.txt`);
      for (const [width, height] of [[440, 280] as const, [1400, 560] as const]) {
        const picture = await sharp(join(folder, `pictures/${language}/${width}x${height}.png`)).metadata();
        expect([picture.width, picture.height]).toEqual([width, height]);
      }
      expect(readFileSync(join(folder, `privacy/${language}.html`), 'utf8')).toBe(privacyPage(brand, language));
    }
    expect(readFileSync(join(folder, 'justifications.md'), 'utf8')).toContain('- `webNavigation`: ');
  }, 30_000);
});

describe('the privacy policy', () => {
  it.each(LANGUAGES)('names every request that can leave, who gets it and how it ends, in %s', (language) => {
    const page = privacyPage(brand, language);
    const t = wordsIn(language);
    for (const request of REQUESTS.map(nameInTraffic)) {
      expect(page).toContain(`<dt>${t(`traffic.what.${request}`)}</dt>`);
      expect(page).toContain(`<dd>${t(`traffic.why.${request}`)}</dd>`);
    }
    expect(page).toContain('<bdi>service.wary.test</bdi>');
    expect(page).toContain(brand.supportUrl!);
    expect(page).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(page).not.toMatch(/\{\w+\}|<script/);
  });
});
