import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose findings depend on colours; the findings of all others are the same in dark colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The findings of axe on a page in light and in dark colours, one line each.
 * @param rules rules that axe does not apply unless asked
 */
export async function findings(page: Page, rules: Readonly<Record<string, { enabled: true }>> = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy mode works in one page, which saves a tab each time. None of these pages has a frame. Without
    // `resultTypes` axe describes every correct node, which takes longer than finding the incorrect ones.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], rules });
    if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' ')}`),
    );
  }
  return found;
}
