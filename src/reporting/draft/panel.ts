import { browser } from 'wxt/browser';

type Panels = {
  readonly sidePanel?: { open(where: { windowId: number } | { tabId: number }): Promise<void> };
  readonly sidebarAction?: { open(): Promise<void> };
};

/**
 * Opens the report panel beside the pages of a window. Browsers allow this only in the same task as the person's
 * action: call it before any `await`.
 * @throws Error where the browser has no panel
 */
export async function openPanel(where: { windowId: number } | { tabId: number } | null): Promise<void> {
  const { sidePanel, sidebarAction } = browser as unknown as Panels;
  if (sidePanel && where !== null) return sidePanel.open(where);
  if (sidebarAction) return sidebarAction.open();
  throw new Error('This browser has no panels');
}

/** Opens the panel's page in a tab, for browsers without a panel. */
export async function openPanelInTab(windowId: number | undefined): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html'), windowId });
}
