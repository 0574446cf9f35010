import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../../src/development/install/firefox.ts';
import { buildService } from '../../fixtures/built-service.ts';
import build, { buildFor } from './build.ts';
import { Service } from './service.ts';

/** Prepares everything that the tests share, before the first of them. @returns a function that removes it */
export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'wary-service-data-'));
  await Promise.all([makeService(folder), buildExtensions()]);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function buildExtensions(): Promise<void> {
  await build();
  if (findFirefox()) await buildFor('firefox');
  else console.log('No Firefox was found (FIREFOX_PATH, or firefox-esr from the system): its tests are SKIPPED.');
}

/**
 * Builds the service as for production, and creates the demo data with which every test service starts: both start in
 * half the time of the sources and of an empty folder.
 */
async function makeService(folder: string): Promise<void> {
  process.env.WARY_SERVICE_MAIN = await buildService(join(folder, 'service'));
  const service = new Service();
  await service.start();
  await service.stop();
  service.keepData(join(folder, 'data'));
  await service.remove();
  process.env.WARY_SERVICE_DATA = join(folder, 'data');
}
