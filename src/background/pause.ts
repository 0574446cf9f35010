import { browser } from 'wxt/browser';
import type { PauseLength } from '../protection/pause/pause.ts';
import { shownAddress } from '../protection/warning/address.ts';
import { NotPossible } from '../protection/warning/answers.ts';
import type { Background } from './background.ts';
import { showTabs } from './tab-icons.ts';

/** Whether the person may pause the protection on a page: not where something is stopped or imitates another site. */
export function mayPause({ worker, lookalikes }: Background, url: string | null, tabId: number): boolean {
  if (!worker.settings.pause || url === null) return worker.settings.pause;
  const kind = worker.verdict(url, tabId)?.kind;
  return (kind === 'clear' || kind === 'unknown') && lookalikes.imitated(url) === null;
}

/** Pauses the protection on the page of a tab or everywhere. @throws NotPossible where it may not be paused */
export async function writePause(background: Background, tabId: number, length: PauseLength): Promise<void> {
  const { worker, pauses, warningPage } = background;
  await worker.ready;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const url = shownAddress(tab?.url, warningPage);
  // A press that is delivered again finds the pause that it began.
  if (worker.pauseOn(url ?? undefined) === null) {
    if (!mayPause(background, url, tabId) || (url === null && length !== 'everywhere'))
      throw new NotPossible('The protection cannot be paused here');
    await pauses.begin(length, url ?? '', tabId);
  }
  await onPauseChanged(background);
}

/** Brings pages, rules and the button in line with the pauses in force. */
export async function onPauseChanged(background: Background): Promise<void> {
  const { worker, schedule, siteMarks } = background;
  await worker.endAllowances();
  await Promise.all([
    schedule.onAllowancesChanged(),
    siteMarks.endWhereOff(),
    showTabs(background),
    background.showState(),
  ]);
}
