const CHANNEL = 'leave-warning';
/** Milliseconds in which a warning answers that it is there. */
const ANSWER_TIMEOUT_MS = 300;

/**
 * Has the warning in a tab lead away from the page that it stopped; a tab that shows none is taken one step back by the browser.
 * @throws Error where the tab has nowhere to go back to
 */
export async function requestGoBack(tabId: number, goBack: (tabId: number) => Promise<unknown>): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  const heard = new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }) => data === -tabId && resolve(true));
    setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS);
  });
  channel.postMessage(tabId);
  const isAnswered = await heard;
  channel.close();
  if (!isAnswered) await goBack(tabId);
}

/** Leads away when the popup of this tab asks. */
export async function answerGoBackRequests(ownTab: Promise<number | undefined>, goBack: () => void): Promise<void> {
  const tabId = await ownTab;
  if (tabId === undefined) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data !== tabId) return;
    channel.postMessage(-tabId);
    goBack();
  });
}
