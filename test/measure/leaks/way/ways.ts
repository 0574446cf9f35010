import type { Tab } from '../browser/tab.ts';
import { listedPage } from '../kind/probe.ts';
import { follow, hasOpened, opened, post, redirects, type Way } from './way.ts';

/** A site that is not listed and has a listed page; it may register a worker of its own. */
export const WORKER_SITE = 'pages.wary.test';
/** The listed one, in the demo's list. */
export const WORKER_PAGE = `${WORKER_SITE}/claim`;

/** Registers `/worker.js` of the site that a tab shows, and waits until it answers; a private window of Firefox knows no workers. */
const registerWorker = (tab: Tab): Promise<void> =>
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

const FULL = 'position:fixed;inset:0;width:100%;height:100%;border:0';
const AS_THEY_ARE = [
  ['in capitals', (host: string) => `HTTP://${host.toUpperCase()}/`],
  ['with a dot at the end', (host: string) => `http://${host}./`],
  ['with percent escapes', (host: string) => `http://%${host.charCodeAt(0).toString(16)}${host.slice(1)}/%63laim`],
  ['with a name and password', (host: string) => `http://bank.example@${host}/`],
  ['with tabs and line breaks', (host: string) => `ht\ttp://${host.slice(0, 2)}\n${host.slice(2)}/`],
  ['below another label', (host: string) => `http://secure.login.${host}/`],
] as const;

/** How a person or a page comes to a listed page in every browser. */
export const WAYS: readonly Way[] = [
  { name: 'typed', go: async ({ tab, host }) => void (await tab.visit(`http://${host}/`)) },
  { name: 'link', go: ({ tab, host }) => follow(tab, `http://${host}/login?x=1#part`) },
  { name: 'form posted', go: ({ tab, host }) => post(tab, `http://${host}/`) },
  { name: 'window.open', go: ({ tab, host }) => opened(tab, `window.open('http://${host}/')`) },
  {
    name: 'window.open of an empty page that is then sent on',
    go: ({ tab, host }) =>
      opened(tab, `const w=window.open('about:blank');setTimeout(()=>w.location='http://${host}/',50)`),
  },
  {
    name: 'link to a new tab, without opener',
    go: ({ tab, host }) => hasOpened(tab, () => follow(tab, `http://${host}/`, { target: '_blank', rel: 'noopener' })),
  },
  {
    name: 'meta refresh of a clean page',
    go: ({ tab, site, host, clean }) => {
      site.on(clean, '/', `<meta http-equiv="refresh" content="0;url=http://${host}/">`);
      return follow(tab, `http://${clean}/`);
    },
  },
  {
    name: 'script of a clean page',
    go: ({ tab, site, host, clean }) => {
      site.on(clean, '/', `<script>location.replace('http://${host}/')</script>`);
      return follow(tab, `http://${clean}/`);
    },
  },
  {
    name: 'script of a listed page that goes on to itself',
    go: ({ tab, site, host }) => {
      site.on(host, '/', listedPage(host, '<script>location.replace("/next")</script>'));
      return follow(tab, `http://${host}/`);
    },
  },
  ...[301, 302, 307].map(
    (status): Way => ({
      name: `${status} of a clean host`,
      go: ({ tab, site, host, clean }) => {
        redirects(site, clean, status, `http://${host}/`);
        return follow(tab, `http://${clean}/`);
      },
    }),
  ),
  {
    name: '307 of a clean host, form posted',
    go: ({ tab, site, host, clean }) => {
      redirects(site, clean, 307, `http://${host}/`);
      return post(tab, `http://${clean}/`);
    },
  },
  {
    name: '302 of the listed host to a clean one',
    handsOn: true,
    go: ({ tab, site, host, clean }) => {
      redirects(site, host, 302, `http://${clean}/`);
      site.on(clean, '/', '<!doctype html><h1>clean</h1>');
      return follow(tab, `http://${host}/`);
    },
  },
  {
    name: 'chain with the listed host in the middle',
    handsOn: true,
    go: ({ tab, site, host, clean }) => {
      redirects(site, clean, 302, `http://${host}/`);
      redirects(site, host, 302, `http://end.${clean}/`);
      site.on(`end.${clean}`, '/', '<!doctype html><h1>clean</h1>');
      return follow(tab, `http://${clean}/`);
    },
  },
  {
    name: 'listed frame in a clean page',
    go: ({ tab, site, host, clean }) => {
      site.on(clean, '/', `<!doctype html><h1>clean</h1><iframe style="${FULL}" src="http://${host}/"></iframe>`);
      return follow(tab, `http://${clean}/`);
    },
  },
  {
    name: 'clean frame in a listed page',
    go: ({ tab, site, host, clean }) => {
      site.on(clean, '/', '<!doctype html><body style="background:#e00">');
      site.on(host, '/', listedPage(host, `<iframe style="${FULL}" src="http://${clean}/"></iframe>`));
      return follow(tab, `http://${host}/`);
    },
  },
  {
    name: 'srcdoc and empty frames in a listed page',
    go: ({ tab, site, host }) => {
      const frames = `<iframe style="${FULL}" srcdoc="<body style='background:#e00'>"></iframe><iframe id="blank"></iframe>`;
      const fill = `<script>const d=blank.contentDocument;d.open();d.write('<body style="background:#e00">')</script>`;
      site.on(host, '/', listedPage(host, frames + fill));
      return follow(tab, `http://${host}/`);
    },
  },
  {
    name: 'blob page that a listed page opens in its place',
    go: ({ tab, site, host }) => {
      const blob = `new Blob(['<body style="background:#e00">'],{type:'text/html'})`;
      site.on(host, '/', listedPage(host, `<script>location.href=URL.createObjectURL(${blob})</script>`));
      return follow(tab, `http://${host}/`);
    },
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
      await registerWorker(tab);
    },
    go: ({ tab }) => follow(tab, `http://${WORKER_PAGE}`),
  },
  {
    name: 'download',
    bare: true,
    go: ({ tab, site, host }) => {
      site.on(host, '/', (_, response) => {
        response.writeHead(200, { 'content-disposition': 'attachment; filename="a.txt"' }).end('a');
      });
      return follow(tab, `http://${host}/`);
    },
  },
  {
    name: 'page that arrives in pieces',
    go: ({ tab, site, host }) => {
      site.on(host, '/slow', async (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write(listedPage(host));
        await new Promise((resolve) => setTimeout(resolve, 300));
        response.end('<p>more</p>');
      });
      return follow(tab, `http://${host}/slow`);
    },
  },
  ...AS_THEY_ARE.map(
    ([name, spell]): Way => ({ name: `link spelt ${name}`, go: ({ tab, host }) => follow(tab, spell(host)) }),
  ),
];
