import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service } from './service.ts';

/**
 * Makes the data of the demo once, with which every service of the tests begins: to make it takes longer than to start with it.
 * @returns what removes it
 */
export default async function makeServiceData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'wary-service-data-'));
  const service = new Service();
  await service.start();
  await service.stop();
  service.keepData(join(folder, 'data'));
  await service.remove();
  process.env.WARY_SERVICE_DATA = join(folder, 'data');
  return () => rmSync(folder, { recursive: true, force: true });
}
