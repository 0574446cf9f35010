import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoService } from './service.ts';

/** Writes the brand of the demo organization, pointing at the running service, and answers its path. */
export async function writeDemoBrand(folder: string, service: DemoService): Promise<string> {
  const brand = JSON.parse(await readFile('src/organization/wary.json', 'utf8'));
  const file = join(folder, 'acme.json');
  await copyFile('src/organization/wary.svg', join(folder, 'wary.svg'));
  await writeFile(
    file,
    JSON.stringify({
      ...brand,
      slug: 'acme',
      serviceUrl: service.url,
      portalUrl: service.portalUrl,
      publishableKey: service.keys.publishable,
      listPublicKeys: service.listPublicKeys,
    }),
  );
  return file;
}
