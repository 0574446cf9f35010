import { defineConfig } from '@playwright/test';
import { findFirefox } from './src/development/install/firefox.ts';

/** Tests that wait for polls and retries. They use little processor time, so two extra workers run them beside all others. */
const WAITING = /@waits/;

/**
 * Tests of pages that keep both cores busy. They run alone, after Firefox, because beside three browsers they would time out.
 * The later projects inherit their `process.env`, so none of them may build the extension in its own process, which sets NODE_ENV.
 */
const HEAVY = /@heavy/;

/**
 * Files with worker fixtures of their own. The runner replaces a worker process, with its service and its browser, whenever the next
 * test needs other worker fixtures, so these files run in a worker of their own, from the beginning because they take long.
 */
const APART = /\/(desk|portal|questions|ways)\.spec\.ts$/;

/** One Firefox runs them one after another, before all others: beside busy browsers its warnings come too late.
 * `npm test` runs only the test of policies, which waits long enough to run beside others. */
const FIREFOX = findFirefox() ? ['firefox'] : [];

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results',
  projects: [
    ...FIREFOX.map((name) => ({ name, testDir: 'test/firefox', fullyParallel: false, workers: 1 })),
    { name: 'heavy', grep: HEAVY, dependencies: FIREFOX, workers: 1 },
    // Without dependencies these would run in the first phase, and all others would wait for them.
    { name: 'page', testDir: 'test/page', dependencies: ['heavy'], workers: 1 },
    { name: 'waiting', grep: WAITING, dependencies: ['heavy'], workers: 2 },
    { name: 'apart', testMatch: APART, grepInvert: [WAITING, HEAVY], dependencies: ['heavy'], workers: 1 },
    { name: 'rest', testIgnore: APART, grepInvert: [WAITING, HEAVY], dependencies: ['heavy'], workers: 2 },
  ],
  fullyParallel: true,
  // Two workers keep two cores busy, and the two others run tests that mostly wait. More only make all of them slower.
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // CI machines may be busy. A test that needs a retry is listed as flaky, and is a fault to fix.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
