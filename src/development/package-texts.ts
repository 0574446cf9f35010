import type { ResolvedPublicFile } from 'wxt';
import type { Brand } from '../organization/brand.ts';
import { SERVICE_SECTIONS } from '../ui/catalogue.ts';
import { descriptionIn } from './brand/description.ts';

const TEXTS = /^_locales[\\/](\w+)[\\/]messages\.json$/;
const OF_SERVICE = new RegExp(`^(${SERVICE_SECTIONS.join('|')})_`);
/** What the manifest names as its description. */
const DESCRIPTION = 'package_summary';

/**
 * Makes the files of texts those of one package: the description is the brand's, and what the service alone says is left out, which would
 * make them a third larger.
 */
export function packageTexts(files: ResolvedPublicFile[], brand: Brand): void {
  for (const file of files) {
    const language = TEXTS.exec(file.relativeDest)?.[1];
    if (language === undefined || !('contents' in file)) continue;
    const texts = JSON.parse(file.contents) as Record<string, unknown>;
    const own = Object.entries({ ...texts, [DESCRIPTION]: { message: descriptionIn(brand, language) } });
    file.contents = JSON.stringify(Object.fromEntries(own.filter(([key]) => !OF_SERVICE.test(key))), null, 2);
  }
}
