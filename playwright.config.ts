import { defineConfig } from '@playwright/test';
import { findFirefox } from './src/development/install/firefox.ts';

/** Tests of pages that keep all cores busy. */
const HEAVY = /@heavy/;

/**
 * `npm test` runs what is tagged `@smoke` and the project `page`, `npm run test:nightly` everything else. No project depends on another,
 * so that a failure in one skips nothing.
 */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results',
  projects: [
    // One Firefox for all its tests, which run one after another beside Chromium's. Its pages come later on a busy machine.
    ...(findFirefox()
      ? [{ name: 'firefox', testDir: 'test/firefox', fullyParallel: false, workers: 1, expect: { timeout: 60_000 } }]
      : []),
    // Before the short ones, so that none of its long waits is left when those have ended.
    { name: 'chromium', grepInvert: HEAVY, workers: 3, teardown: 'heavy' },
    { name: 'page', testDir: 'test/page', workers: 3 },
    // Begins when everything else has ended: beside other browsers these tests would time out.
    { name: 'heavy', grep: HEAVY, workers: 1 },
  ],
  fullyParallel: true,
  // Two workers keep two cores busy, and about half of the tests mostly wait. More only make all of them slower.
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // CI machines may be busy. A test that needs a retry is listed as flaky, and is a fault to fix.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
