import { defineConfig } from '@playwright/test';

// Has the page tests take a picture of each state that they reach.
process.env.SCREENSHOTS = '1';

/** Pictures of every page and state, light and dark, narrow and wide, into `screenshots/` (ignored by git). */
export default defineConfig({
  projects: [
    { name: 'page', testDir: '../page', grep: /everybody can use/ },
    { name: 'extension', testDir: '.', testMatch: '*.shots.ts' },
  ],
  globalSetup: '../e2e/harness/build.ts',
  globalTeardown: './contact-sheet.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 900_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
});
