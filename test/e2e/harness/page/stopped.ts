import { expect, type Page } from '@playwright/test';

/**
 * Waits until a tab shows the warning about a host and is ready for input.
 * @returns the page with the warning: on a busy machine the extension may close a tab that does not navigate in time,
 *   and open another
 */
export async function stopped(tab: Page, host: string): Promise<Page> {
  const address = new RegExp(`warning\\.html#https?://${host.replaceAll('.', '\\.')}`);
  const context = tab.context();
  const shown = () => (tab.isClosed() ? context.pages().find((page) => address.test(page.url())) : tab);
  await expect.poll(() => shown()?.url() ?? 'closed').toMatch(address);
  await expect
    .poll(() =>
      shown()
        ?.getByRole('button', { name: 'Go back' })
        .isVisible()
        .catch(() => false),
    )
    .toBe(true);
  return shown() ?? tab;
}
