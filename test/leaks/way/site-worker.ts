/** A site that is not listed and has a listed page; it may register a worker of its own. */
export const WORKER_SITE = 'pages.wary.test';
/** The listed one, in the demo's list. */
export const WORKER_PAGE = `${WORKER_SITE}/claim`;
