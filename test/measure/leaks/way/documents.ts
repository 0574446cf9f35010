import type { Tab } from '../browser/tab.ts';
import { listedPage } from '../kind/probe.ts';
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
    name: 'source of a listed page',
    bare: true,
    go: async ({ tab, host }) => void (await tab.visit(`view-source:http://${host}/`)),
  },
];
