import { expect, type Page } from '@playwright/test';

/** Waits until a tab shows the warning about a host, ready for the person. */
export async function stopped(tab: Page, host: string): Promise<void> {
  await expect(tab).toHaveURL(new RegExp(`warning\\.html#https?://${host.replaceAll('.', '\\.')}`));
  await expect(tab.getByRole('button', { name: 'Go back' })).toBeVisible();
}
