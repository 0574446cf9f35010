import { browser } from 'wxt/browser';
import { i18n } from '../language/i18n.ts';
import { shownAddress } from '../protection/warning/address.ts';
import { openPanel, openPanelInTab } from '../reporting/draft/panel.ts';
import { Sequence } from '../storage/sequence.ts';
import { pictureSubject, type ReportSubject, type ReportSubjects, subjectOf } from './report-subject.ts';

/** Menu contexts; each has its own text. */
const PLACES = ['page', 'link', 'selection', 'image', 'frame'] as const;
const QR_CODE = 'qrCode';
const COMMAND = 'report';

/** Listens to the menu and the shortcut for a report or the check of a QR code. Call it in the worker's first tick. */
export function listenToReports(subjects: ReportSubjects, warningPage: string): void {
  browser.contextMenus.onClicked.addListener((press, tab) => {
    const url = shownAddress(tab?.url, warningPage);
    const subject = press.menuItemId === QR_CODE ? pictureSubject(press, tab ?? {}, url) : subjectOf(press, url);
    void openReport(subjects, tab?.windowId, subject);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    const subject = subjectOf({}, shownAddress(tab?.url, warningPage));
    if (command === COMMAND) void openReport(subjects, tab?.windowId, subject);
  });
}

/** One after the other, because creating an item twice is an error. */
const fillings = new Sequence();

/** Adds "report", and for pictures "check this QR code", to the menu, which the browser keeps until an update. */
export function fillMenu({ language }: { readonly language: { ready(): Promise<void> } }): Promise<void> {
  return fillings.run(() => language.ready().then(createMenu));
}

async function createMenu(): Promise<void> {
  await browser.contextMenus.removeAll();
  for (const place of [...PLACES, QR_CODE] as const)
    browser.contextMenus.create({
      id: place,
      contexts: [place === QR_CODE ? 'image' : place],
      title: i18n.t(`menu.${place}`),
      documentUrlPatterns: ['http://*/*', 'https://*/*'],
    });
}

/**
 * Opens the panel of a window for a report. Call it in the same task as the person's action, before any `await`.
 * @param id the message that asked for it, which may be delivered twice
 */
export async function openReport(
  subjects: ReportSubjects,
  windowId: number | undefined,
  subject: ReportSubject,
  id: string = crypto.randomUUID(),
): Promise<void> {
  const opening = openPanel(windowId === undefined ? null : { windowId }).then(
    () => true,
    () => false,
  );
  const window = windowId ?? (await browser.windows.getLastFocused()).id;
  if (window !== undefined) await subjects.put(window, subject, id);
  if (!(await opening)) await openPanelInTab(window);
}
