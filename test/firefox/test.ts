import { test as base } from '@playwright/test';
import type { Firefox } from '../measure/leaks/browser/firefox.ts';
import { startFirefox, type WaryRig } from '../measure/leaks/rig.ts';

/** A listed IP address (RFC 5737). */
export const LISTED_NUMBER = '203.0.113.7';

export type FirefoxRig = WaryRig<Firefox>;

/** A test in one Firefox that all tests share. */
export const test = base.extend<object, { rig: FirefoxRig }>({
  rig: [
    async ({}, use) => {
      const { rig, stop } = await startFirefox([LISTED_NUMBER]);
      await use(rig);
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
