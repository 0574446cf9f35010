/** A site that is not listed and has a listed page; it may register a worker of its own. */
export const WORKER_SITE = 'pages.wary.test';
