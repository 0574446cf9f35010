import type { Page } from '@playwright/test';
import { visit } from '../e2e/harness/browser.ts';
import { page as redPage } from '../e2e/harness/site.ts';
import { followOn, type PageRoad, type PageWay } from './page-way.ts';
import { WORKER_PAGE, WORKER_SITE } from './site-worker.ts';

const FULL = 'position:fixed;inset:0;width:100%;height:100%;border:0';
const RED = `<body style='background:#e00'>`;
const BLOB = `URL.createObjectURL(new Blob(["${RED}"],{type:'text/html'}))`;

/** Follows a link to a listed page and answers the tab that the page opened, where it came to that. */
async function opener({ tab, site, host }: PageRoad, script: string): Promise<Page | undefined> {
  site.on(host, '/', redPage(host, `<script>${script}</script>`));
  const [other] = await Promise.all([
    tab
      .context()
      .waitForEvent('page', { timeout: 600 })
      .catch(() => undefined),
    followOn(tab, `http://${host}/`),
  ]);
  return other;
}

/** Documents of a listed site that have no address of its own, or are no page that a server answers, beside those of every browser. */
export const DOCUMENTS: readonly PageWay[] = [
  {
    name: 'data and blob frames in a listed page',
    go: ({ tab, site, host }) => {
      const frames = `<iframe style="${FULL}" src="data:text/html,${encodeURIComponent(RED)}"></iframe><iframe id="blob" style="${FULL}"></iframe>`;
      site.on(host, '/', redPage(host, `${frames}<script>blob.src=${BLOB}</script>`));
      return followOn(tab, `http://${host}/`);
    },
  },
  { name: 'blob page that a listed page opens in a tab', go: (road) => opener(road, `window.open(${BLOB})`) },
  {
    name: 'empty page that a listed page opens in a tab and fills',
    go: (road) => opener(road, `window.open('').document.write("${RED}")`),
  },
  {
    name: 'data page that a listed page opens in a tab',
    go: (road) => opener(road, `window.open("data:text/html,${encodeURIComponent(RED)}")`),
  },
  {
    name: 'listed page that the worker of its site answers',
    ready: async ({ tab, site }) => {
      const answers = {
        claim: redPage('worker', '<link rel="stylesheet" href="/worker.css">'),
        css: 'html{background:#e00!important}',
      };
      site.on(WORKER_SITE, '/worker.js', (_, response) => {
        const script = `const answer=(text,type)=>new Response(text,{headers:{'content-type':type}});
onfetch=(e)=>{if(e.request.url.includes('/claim'))e.respondWith(answer(${JSON.stringify(answers.claim)},'text/html'));
if(e.request.url.includes('.css'))e.respondWith(answer(${JSON.stringify(answers.css)},'text/css'))};
oninstall=()=>skipWaiting();onactivate=(e)=>e.waitUntil(clients.claim())`;
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      });
      site.on(WORKER_SITE, '/calm', '<!doctype html><h1>calm</h1>');
      await visit(tab, `http://${WORKER_SITE}/calm`);
      await tab.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js').catch(() => undefined);
      });
      await tab.waitForTimeout(200);
    },
    go: ({ tab }) => followOn(tab, `http://${WORKER_PAGE}`),
  },
  {
    name: 'source of a listed page',
    bare: true,
    go: async ({ tab, host }) => void (await visit(tab, `view-source:http://${host}/`)),
  },
];
