import type { ResolvedPublicFile } from 'wxt';
import { SERVICE_SECTIONS } from '../ui/catalogue.ts';

const TEXTS = /^_locales[\\/]\w+[\\/]messages\.json$/;
const OF_SERVICE = new RegExp(`^(${SERVICE_SECTIONS.join('|')})_`);

/** Takes the texts that the service alone says out of the files of a package, which would carry a third more of them otherwise. */
export function leaveOutServiceTexts(files: ResolvedPublicFile[]): void {
  for (const file of files) {
    if (!TEXTS.test(file.relativeDest) || !('contents' in file)) continue;
    const texts = Object.entries(JSON.parse(file.contents) as Record<string, unknown>);
    file.contents = JSON.stringify(Object.fromEntries(texts.filter(([key]) => !OF_SERVICE.test(key))), null, 2);
  }
}
