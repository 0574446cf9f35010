import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose findings depend on colours; what all others find is the same in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page in light and in dark colours, as one line a finding. */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy: in one page, which spares a tab each time. None of these pages has a frame.
    // Without this option axe describes every node that is as it should be, which takes longer than finding those that are not.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' ')}`),
    );
  }
  return found;
}
