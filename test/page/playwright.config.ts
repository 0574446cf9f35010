import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Only the tests of this folder: they need no service and no Firefox. */
const { projects: _, ...shared } = base;
export default defineConfig({
  ...shared,
  testDir: '.',
  globalSetup: '../e2e/harness/build.ts',
  outputDir: '../../test-results',
});
