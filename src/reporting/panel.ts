import { browser } from 'wxt/browser';

type Panels = {
  readonly sidePanel?: { open(where: { windowId: number } | { tabId: number }): Promise<void> };
  readonly sidebarAction?: { open(): Promise<void> };
};

/**
 * Opens the panel for reports beside the pages of a window. A browser opens one only in the turn in which a person acted: call this
 * before anything is awaited.
 * @throws Error where the browser opens none
 */
export async function openPanel(where: { windowId: number } | { tabId: number } | null): Promise<void> {
  const { sidePanel, sidebarAction } = browser as unknown as Panels;
  if (sidePanel && where !== null) return sidePanel.open(where);
  if (sidebarAction) return sidebarAction.open();
  throw new Error('This browser has no panels');
}

/** Opens what the panel shows in a tab, where the browser opens no panel. */
export async function openPanelInTab(windowId: number | undefined): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html'), windowId });
}
