import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** The rules whose findings depend on colours; the findings of all others are the same in dark colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The program of axe. `@axe-core/playwright` puts it into the page again for each scheme, which takes longer than the checks. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
declare const axe: typeof import('axe-core');

/**
 * The findings of axe on a page in light and in dark colours, one line each.
 * @param rules rules that axe does not apply unless asked
 */
export async function findings(page: Page, rules: Readonly<Record<string, { enabled: true }>> = {}): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) await frame.evaluate(`${AXE};undefined`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options = colorScheme === 'light' ? { rules } : { runOnly: COLOUR_RULES };
    const violations = await page.evaluate(async (options) => {
      // Without `resultTypes` axe describes every correct node, which takes longer than finding the incorrect ones.
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, options);
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  return found;
}
