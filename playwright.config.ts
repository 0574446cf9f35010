import { defineConfig } from '@playwright/test';

/** Waits out two polls of a minute: begins first, so that nothing waits for it at the end. */
const LONGEST = '**/propagation.spec.ts';

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/build.ts',
  outputDir: 'test-results',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'rest', testIgnore: LONGEST },
  ],
  fullyParallel: true,
  // Most of the time is spent waiting, so that two cores carry three browsers.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
