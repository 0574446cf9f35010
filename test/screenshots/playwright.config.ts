import { defineConfig } from '@playwright/test';

/** Pictures of every page and state, light and dark, narrow and wide, into `screenshots/` (ignored by git). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../e2e/harness/build.ts',
  globalTeardown: './contact-sheet.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 900_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
});
