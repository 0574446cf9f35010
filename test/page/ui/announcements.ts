import type { Page } from '@playwright/test';

/**
 * Listens to what a screen reader says by itself from now on: each live region that appears with a text, or whose text changes
 * (WAI-ARIA 1.2, 5.2.8), in their order, as `alert: …` where it interrupts and `status: …` where it waits.
 */
export async function announcements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const known = new WeakMap<Element, string>();
    const look = (isSaid: boolean) => {
      for (const region of document.querySelectorAll('[role=status], [role=alert], output')) {
        const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (text === (known.get(region) ?? '')) continue;
        known.set(region, text);
        if (isSaid && text !== '') said.push(`${region.getAttribute('role') ?? 'status'}: ${text}`);
      }
    };
    look(false);
    new MutationObserver(() => look(true)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}
