import { browser } from 'wxt/browser';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { openPanel, openPanelInTab } from '../../reporting/panel.ts';
import type { Ask } from '../ask.ts';

/**
 * Hands a report to the panel beside the pages, or to a tab where the browser opens no panel. Call this before anything is awaited in
 * the turn in which a person acted.
 */
export async function reportBeside(
  where: Parameters<typeof openPanel>[0],
  subject: MessageRequest<'reportHandOver'>['subject'],
  ask: Ask,
): Promise<void> {
  const opening = openPanel(where).then(
    () => true,
    () => false,
  );
  const { id: windowId } = await browser.windows.getCurrent();
  if (windowId !== undefined) await ask('reportHandOver', { windowId, subject });
  if (!(await opening)) await openPanelInTab(windowId);
}
