import type { Page } from '@playwright/test';

/** Whether the warning comes to stand in the tab or in a frame of it. */
export async function isStopped(tab: Page): Promise<boolean> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (tab.frames().some((frame) => frame.url().includes('/warning.html'))) return true;
    await tab.waitForTimeout(50);
  }
  return false;
}
