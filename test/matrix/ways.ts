import { visit } from '../e2e/harness/browser.ts';
import { page as redPage } from '../e2e/harness/site.ts';
import { ALLOWED } from './allowed.ts';
import { DOCUMENTS } from './documents.ts';
import { MOMENTS } from './moments.ts';
import { SPELLINGS } from './spellings.ts';
import { follow, opened, post, redirects, type Way } from './way.ts';

/** How a person or a page comes to a listed page. */
export const WAYS: readonly Way[] = [
  { name: 'typed', go: async ({ tab, host }) => void (await visit(tab, `http://${host}/`)) },
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
    go: async ({ tab, host }) => {
      const [other] = await Promise.all([
        tab.context().waitForEvent('page'),
        follow(tab, `http://${host}/`, { target: '_blank', rel: 'noopener' }),
      ]);
      return other;
    },
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
      site.on(host, '/', redPage(host, '<script>location.replace("/next")</script>'));
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
  ...DOCUMENTS,
  ...MOMENTS,
  ...ALLOWED,
  ...SPELLINGS,
];
