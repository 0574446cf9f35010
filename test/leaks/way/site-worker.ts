import type { Tab } from '../browser/tab.ts';

/** A site that is not listed and has a listed page; it may register a worker of its own. */
export const WORKER_SITE = 'pages.wary.test';
/** The listed one, in the demo's list. */
export const WORKER_PAGE = `${WORKER_SITE}/claim`;

/** Registers `/worker.js` of the site that a tab shows, and waits until it answers; a private window of Firefox knows no workers. */
export const registerWorker = (tab: Tab): Promise<void> =>
  tab.evaluate(async (limit) => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers || workers.controller) return;
    const taken = new Promise((resolve) => {
      workers.addEventListener('controllerchange', resolve);
      setTimeout(resolve, limit);
    });
    await workers.register('/worker.js').catch(() => undefined);
    await taken;
  }, 1_000);
