import { browser } from 'wxt/browser';
import type { TakenStep } from '../../../protection/warning/back-steps.ts';
import { type Ask, within } from '../../page/ask.ts';

/** Time in which a navigation has begun where there is one to begin, in ms. */
const NAVIGATION_START_TIMEOUT_MS = 300;
const LOADING_POLL_INTERVAL_MS = 200;
/** Time that the background has to answer, in ms: who goes back is not kept waiting by a worker that hangs. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Farther back than this there is no page that a person remembers to have come from. */
const MAX_STEPS = 8;
/** Steps that nothing came of, after which there is nothing to go back to. */
const MAX_STEPS_WITHOUT_EFFECT = 2;

let isGoingBack = false;

/**
 * Leaves the blocked page: back past it in the tab's history, one place further each time that the blocked page
 * itself stands there, or into a new tab where there is nothing to go back to. Whoever asks again meanwhile is on the way already: two
 * steps at once would lead one page too far.
 */
export async function goBack(url: string, ask: Ask, firstStep = 1): Promise<void> {
  if (isGoingBack) return;
  isGoingBack = true;
  try {
    await stepBack(url, ask, firstStep);
  } finally {
    isGoingBack = false;
  }
}

async function stepBack(url: string, ask: Ask, firstStep: number): Promise<void> {
  let gone = false;
  // The browser may keep this page and wake it again much later: then it must not go on going back.
  window.addEventListener('pagehide', () => {
    gone = true;
  });
  let steps = firstStep;
  let stepsWithoutEffect = 0;
  while (steps < history.length && steps <= MAX_STEPS && stepsWithoutEffect < MAX_STEPS_WITHOUT_EFFECT) {
    const { length } = history;
    await within(ANSWER_TIMEOUT_MS, ask('warningStep', { url, steps, length })).catch(() => undefined);
    if (gone) return;
    history.go(-steps);
    await pause(NAVIGATION_START_TIMEOUT_MS);
    while (!gone && (await isLoading())) await pause(LOADING_POLL_INTERVAL_MS);
    if (gone) return;
    // Still here: the step was taken back, and the warning may have been added to the history once more.
    const grown = Math.max(0, history.length - length);
    const met = (await takenStep(url, ask))?.met === true;
    if (gone) return;
    if (!met && grown === 0) stepsWithoutEffect += 1;
    steps += grown + (met ? 1 : 0);
  }
  const tab = await browser.tabs.getCurrent();
  await browser.tabs.create(tab?.windowId === undefined ? {} : { windowId: tab.windowId });
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

/** Goes back further if a step back out of this warning ended at it again. */
export async function goBackAgain(url: string, ask: Ask): Promise<void> {
  if (!(await takenStep(url, ask))) return;
  // What stopped the blocked page may still be adding to the history, and word of a person's act may be on its way.
  await pause(NAVIGATION_START_TIMEOUT_MS);
  const step = await takenStep(url, ask);
  const ahead = (window as { navigation?: { canGoForward: boolean } }).navigation?.canGoForward ?? false;
  if (step) await goBack(url, ask, stepAfter(step, { length: history.length, ahead }));
}

/** The step that ended at this warning, as the background knows it. */
const takenStep = (url: string, ask: Ask): Promise<TakenStep | null> =>
  within(ANSWER_TIMEOUT_MS, ask('warningLanded', { url })).then(
    ({ step }) => step,
    () => null,
  );

/** A page that comes back out of the back/forward cache is pending for a while on a busy machine, and never loading. */
async function isLoading(): Promise<boolean> {
  const tab = await browser.tabs.getCurrent();
  return tab?.status === 'loading' || Boolean(tab?.pendingUrl);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Position of a tab in its history, as far as a page can see. */
type Position = {
  /** `history.length`. */
  readonly length: number;
  /** True where a page of the extension lies ahead in the history. */
  readonly ahead: boolean;
};

/**
 * How many places to go back now, when a step back has ended at a warning about the same address again: to the place before
 * the one it was aimed at where it met the stopped address there, else to the same place once more. A warning that was still on its way
 * when the person went back takes their step back, and lies one place farther on in the history than the one they pressed in.
 *
 * The warning took the blocked page's place (it lies ahead of where the tab was): one. It was put behind the page that the
 * tab came from, because the blocked page never came into being (the history grew): one more than before, and one for each
 * place that it grew. It was put behind the blocked page: two.
 */
export function stepAfter(before: TakenStep, { length, ahead }: Position): number {
  const grown = Math.max(0, length - before.length);
  if (!before.met) return before.steps + grown;
  if (ahead) return 1;
  return grown > 0 ? before.steps + grown + 1 : 2;
}
