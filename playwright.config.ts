import { defineConfig } from '@playwright/test';
import { findFirefox } from './src/development/firefox.ts';

/** Waits out two polls of a minute: begins first, so that nothing waits for it at the end. */
const MAX_LENGTH = '**/propagation.spec.ts';

/** One after another in one Firefox, before the others: beside busy browsers its warnings come later than a test waits. */
const FIREFOX = findFirefox() ? ['firefox'] : [];

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results',
  projects: [
    ...FIREFOX.map((name) => ({ name, testDir: 'test/firefox', fullyParallel: false, workers: 1 })),
    { name: 'page', testDir: 'test/page', dependencies: FIREFOX },
    { name: 'longest', testMatch: MAX_LENGTH, dependencies: FIREFOX },
    { name: 'rest', testIgnore: MAX_LENGTH, dependencies: FIREFOX },
  ],
  fullyParallel: true,
  // One browser keeps nearly two cores busy; more of them only make each wait for the others.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A second try on CI, whose machine may be busy. What needs it is listed as flaky, and is a fault to be found.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
