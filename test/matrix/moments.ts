import type { Page } from '@playwright/test';
import { visit } from '../e2e/harness/browser.ts';
import { page as redPage } from '../e2e/harness/site.ts';
import { follow, type Road, type Way } from './way.ts';

/** A page of the site of every plain host, itself not listed, that has a page loaded ahead (Speculation Rules, HTML). */
const AHEAD = 'ahead.matrix.test';
const LATER_AHEAD = 'ahead.later.test';

async function loadAhead({ tab, site, host }: Road, start: string): Promise<void> {
  const rules = JSON.stringify({ prerender: [{ source: 'list', urls: [`http://${host}/`], eagerness: 'immediate' }] });
  site.on(start, '/', `<!doctype html><h1>start</h1><script type="speculationrules">${rules}</script>`);
  site.on(host, '/', (_, response) => {
    const headers = { 'content-type': 'text/html', 'supports-loading-mode': 'credentialed-prerender' };
    response.writeHead(200, headers).end(redPage(host));
  });
  await visit(tab, `http://${start}/`);
  await tab.waitForTimeout(400);
}

/** Goes over the history, to which a page that is kept answers nothing that could be waited for. */
async function travel(tab: Page, steps: number): Promise<undefined> {
  await tab.evaluate((steps) => void setTimeout(() => history.go(steps)), steps);
  return undefined;
}

/** Ways on which the page is there before it is opened. */
export const MOMENTS: readonly Way[] = [
  {
    name: 'page loaded ahead, then opened',
    go: async (road) => {
      await loadAhead(road, AHEAD);
      return follow(road.tab, `http://${road.host}/`);
    },
  },
  {
    name: 'page loaded ahead, listed since, then opened',
    own: 'listed',
    ready: async (road) => {
      await loadAhead(road, LATER_AHEAD);
      await road.list();
      await road.tab.bringToFront();
    },
    go: ({ tab, host }) => follow(tab, `http://${host}/`),
  },
  {
    name: 'back to a page that was listed since',
    own: 'listed',
    ready: async ({ tab, host, list }) => {
      await tab.goto(`http://${host}/`);
      await tab.goto('http://start.example/');
      await list();
    },
    go: ({ tab }) => travel(tab, -1),
  },
  {
    name: 'forward to a page that was listed since',
    own: 'listed',
    ready: async ({ tab, host, list }) => {
      await tab.goto(`http://${host}/`);
      await travel(tab, -1);
      await tab.waitForURL('http://start.example/', { waitUntil: 'commit' });
      await tab.waitForTimeout(200);
      await list();
    },
    go: ({ tab }) => travel(tab, 1),
  },
  {
    name: 'page of a shared host that changes its own address to a listed one',
    host: 'shared',
    own: 'listed',
    ready: async ({ tab, site, host, list }) => {
      site.on(host, '/', '<!doctype html><h1>calm</h1>');
      await tab.goto(`http://${host}/`);
      await list();
    },
    go: async ({ tab, path }) => {
      await tab.evaluate((path) => {
        setTimeout(() => {
          history.pushState(null, '', path);
          addEventListener('keydown', () => navigator.sendBeacon('/key'));
          document.documentElement.style.background = '#e00';
        }, 20);
      }, path);
      return undefined;
    },
  },
];
