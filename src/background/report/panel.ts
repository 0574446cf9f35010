import { browser } from 'wxt/browser';
import { openPanel, openPanelInTab } from '../../reporting/panel.ts';
import type { ReportSubject, ReportSubjects } from './subject.ts';

/** Opens the panel of a window with what is to be reported. Call this before anything is awaited in the turn in which a person acted. */
export async function openReport(
  subjects: ReportSubjects,
  windowId: number | undefined,
  subject: ReportSubject,
): Promise<void> {
  const opening = openPanel(windowId === undefined ? null : { windowId }).then(
    () => true,
    () => false,
  );
  const window = windowId ?? (await browser.windows.getLastFocused()).id;
  if (window !== undefined) await subjects.put(window, subject);
  if (!(await opening)) await openPanelInTab(window);
}
