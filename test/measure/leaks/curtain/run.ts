/** Runs the pages that fight the curtain in the test runner, which starts their browsers. */
import { spawnSync } from 'node:child_process';

spawnSync('npx', ['playwright', 'test', '--config', 'test/measure/leaks/curtain/playwright.config.ts'], {
  stdio: 'inherit',
});
