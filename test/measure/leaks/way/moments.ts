import type { Tab } from '../browser/tab.ts';
import { pause } from '../browser/until.ts';
import { follow, type Way } from './way.ts';

/** Goes over the history, to which a page that is kept answers nothing that could be waited for. */
async function travel(tab: Tab, steps: number): Promise<undefined> {
  await tab.evaluate((steps) => void setTimeout(() => history.go(steps)), steps);
  return undefined;
}

/** Ways on which the page is there before it is opened, or never comes. */
export const MOMENTS: readonly Way[] = [
  {
    name: 'sign-in that the browser asks for',
    bare: true,
    go: ({ tab, site, host }) => {
      site.on(
        host,
        '/',
        (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="wallet"' }).end(),
      );
      return follow(tab, `http://${host}/`);
    },
  },
  {
    name: 'back to a page that was listed since',
    own: 'listed',
    ready: async ({ tab, host, list }) => {
      await tab.visit(`http://${host}/`);
      // One that is left while it loads has no entry in the history to come back to.
      await tab.reads(['complete']);
      await tab.visit('http://start.example/');
      await list();
    },
    go: ({ tab }) => travel(tab, -1),
  },
  {
    name: 'forward to a page that was listed since',
    own: 'listed',
    ready: async ({ tab, host, list }) => {
      await tab.visit(`http://${host}/`);
      await travel(tab, -1);
      await tab.at('http://start.example/');
      await pause(200);
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
      await tab.visit(`http://${host}/`);
      await list();
    },
    go: async ({ tab, path }) => {
      await tab.evaluate((path) => {
        setTimeout(() => {
          history.pushState(null, '', path);
          addEventListener('keydown', () => navigator.sendBeacon('/tell/key'));
          document.documentElement.style.background = '#e00';
        }, 20);
      }, path);
      return undefined;
    },
  },
];
