import { defineConfig } from '@playwright/test';
import { findFirefox } from './src/development/firefox.ts';

/** Waits out two polls of a minute: begins first, so that nothing waits for it at the end. */
const LONGEST = '**/propagation.spec.ts';

/** One after another in one Firefox, before the others: beside five busy browsers its warnings come later than a test waits. */
const FIREFOX = findFirefox() ? ['firefox'] : [];

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    ...FIREFOX.map((name) => ({ name, testDir: 'test/firefox', fullyParallel: false, workers: 1 })),
    { name: 'rest', testIgnore: LONGEST, dependencies: FIREFOX },
  ],
  fullyParallel: true,
  // Most of the time is spent waiting, so that two cores carry five browsers.
  workers: 5,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
