import { defineConfig } from '@playwright/test';
import { findFirefox } from './src/development/install/firefox.ts';

/** Tests that wait out polls and back-off: they need a browser and hardly a processor, so two more workers run them beside all others. */
const WAITING = /@waits/;

/**
 * Tests of pages that keep both cores busy by themselves: alone, after the Firefox, because beside three browsers they measure those. What they
 * leave in `process.env` every other test gets: none may build in its own process, which sets NODE_ENV.
 */
const HEAVY = /@heavy/;

/**
 * Their processes make something of their own, and a process is replaced whenever its next test needs another: among the others
 * each of these would cost a service and a browser more. And each is one long row, which should not be the last to end.
 */
const APART = /\/(desk|frame-removal|portal|questions|ways)\.spec\.ts$/;

/** One after another in one Firefox, before the others: beside busy browsers its warnings come later than a test waits. */
const FIREFOX = findFirefox() ? ['firefox'] : [];

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results',
  projects: [
    ...FIREFOX.map((name) => ({ name, testDir: 'test/firefox', fullyParallel: false, workers: 1 })),
    { name: 'heavy', grep: HEAVY, dependencies: FIREFOX, workers: 1 },
    // What depends on nothing would run in the first phase with Firefox, and the others would wait for all of it.
    { name: 'page', testDir: 'test/page', dependencies: ['heavy'], workers: 2 },
    { name: 'waiting', grep: WAITING, dependencies: ['heavy'], workers: 2 },
    { name: 'apart', testMatch: APART, grepInvert: [WAITING, HEAVY], dependencies: ['heavy'], workers: 1 },
    { name: 'rest', testIgnore: APART, grepInvert: [WAITING, HEAVY], dependencies: ['heavy'], workers: 3 },
  ],
  fullyParallel: true,
  // One browser keeps nearly two cores busy; more than three of them only make each wait for the others. Two more wait.
  workers: 5,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Two more tries on CI, whose machine may be busy. What needs them is listed as flaky, and is a fault to be found.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
});
