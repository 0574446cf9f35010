import { capital, type Platform, type Route } from '../platform.ts';

const transparency = (content: string) => content.replace(/[a-z]{2}\d+/gi, capital);

/** Advertisements, by the number of their network. A click URL works once; the page it leads to is a separate asset. */
export const ADVERTISEMENT: readonly Platform[] = [
  {
    type: 'META_AD',
    hosts: ['facebook.com'],
    routes: [{ path: '/ads/library', query: { id: '\\d{5,25}' }, content: '{id}' }],
    links: ['https://www.facebook.com/ads/library/?id={content}'],
  },
  {
    type: 'GOOGLE_AD',
    hosts: ['adstransparency.google.com'],
    shapes: { advertiser: 'AR\\d{10,30}', creative: 'CR\\d{10,30}' },
    routes: [
      {
        path: '/advertiser/{advertiser}/creative/{creative}/**',
        content: 'advertiser/{advertiser}/creative/{creative}',
        form: transparency,
        owner: 'advertiser/{advertiser}',
      },
      { path: '/advertiser/{advertiser}/**', content: 'advertiser/{advertiser}', form: transparency },
    ],
    links: ['https://adstransparency.google.com/{content}'],
  },
  {
    type: 'GOOGLE_AD',
    hosts: ['googleadservices.com', 'google.com'],
    routes: [
      { path: '/pagead/aclk', query: { ai: '[\\w-]{10,2000}' }, content: 'aclk?ai={ai}' },
      { path: '/aclk', query: { ai: '[\\w-]{10,2000}' }, content: 'aclk?ai={ai}' },
    ],
    links: ['https://www.google.com/{content}'],
  },
  {
    type: 'BING_AD',
    hosts: ['bing.com'],
    routes: ['/aclick', '/aclk'].flatMap((path): Route[] => [
      { path, query: { u: '[\\w=+/-]{8,2000}' }, content: 'aclick?u={u}' },
      { path, query: { ld: '[\\w=+/-]{8,2000}' }, content: 'aclick?ld={ld}' },
    ]),
    links: ['https://www.bing.com/{content}'],
  },
];
