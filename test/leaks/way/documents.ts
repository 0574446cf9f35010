import type { Tab } from '../browser/tab.ts';
import { pause } from '../browser/until.ts';
import { listedPage } from '../kind/probe.ts';
import { WORKER_PAGE, WORKER_SITE } from './site-worker.ts';
import { follow, type Road, type Way } from './way.ts';

const FULL = 'position:fixed;inset:0;width:100%;height:100%;border:0';
const RED = `<body style='background:#e00'>`;
const BLOB = `URL.createObjectURL(new Blob(["${RED}"],{type:'text/html'}))`;

/** Follows a link to a listed page and answers the tab that the page opened, where it came to that. */
async function opener({ tab, site, host }: Road, script: string): Promise<Tab | undefined> {
  site.on(host, '/', listedPage(host, `<script>${script}</script>`));
  return tab.opened(() => follow(tab, `http://${host}/`), 600);
}

/** Documents of a listed site that have no address of its own, or are no page that a server answers, beside those of every browser. */
export const DOCUMENTS: readonly Way[] = [
  {
    name: 'data and blob frames in a listed page',
    go: ({ tab, site, host }) => {
      const frames = `<iframe style="${FULL}" src="data:text/html,${encodeURIComponent(RED)}"></iframe><iframe id="blob" style="${FULL}"></iframe>`;
      site.on(host, '/', listedPage(host, `${frames}<script>blob.src=${BLOB}</script>`));
      return follow(tab, `http://${host}/`);
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
        claim: listedPage('worker', '<link rel="stylesheet" href="/worker.css">'),
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
      await tab.visit(`http://${WORKER_SITE}/calm`);
      await tab.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js').catch(() => undefined);
      }, undefined);
      await pause(200);
    },
    go: ({ tab }) => follow(tab, `http://${WORKER_PAGE}`),
  },
  {
    name: 'source of a listed page',
    bare: true,
    go: async ({ tab, host }) => void (await tab.visit(`view-source:http://${host}/`)),
  },
];
