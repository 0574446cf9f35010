import { folded, type Platform, words } from '../platform.ts';

/** The country hosts of Pinterest. */
const PINTEREST = words('com at ca ch cl co.kr co.uk com.au com.mx de dk es fr ie it jp nz ph pt se').map(
  (suffix) => `pinterest.${suffix}`,
);

/** Decentralised networks, forums, image boards and professional networks. */
export const COMMUNITY: readonly Platform[] = [
  {
    type: 'BLUESKY',
    hosts: ['bsky.app'],
    shapes: { handle: '(?:did:[a-z]+:[\\w.:-]{3,200}|[\\w-]+(?:\\.[\\w-]+)+)' },
    routes: [{ path: '/profile/{handle}/**', content: '{handle}', form: folded }],
    links: ['https://bsky.app/profile/{content}'],
  },
  {
    type: 'FARCASTER',
    hosts: words('farcaster.xyz warpcast.com'),
    reserved: words('~ miniapps settings'),
    shapes: { name: '[a-z0-9][a-z0-9-]{0,15}(?:\\.[a-z0-9-]+){0,3}' },
    routes: [
      { path: '/~/channel/{channel}/**', content: '~/channel/{channel}', form: folded },
      { path: '/{name}/**', content: '{name}', form: folded },
    ],
    links: ['https://farcaster.xyz/{content}'],
  },
  {
    type: 'PRIMAL',
    hosts: ['primal.net'],
    reserved: words(
      'home explore messages bookmarks notifications downloads settings premium search reads e p profile terms privacy',
    ),
    shapes: {
      key: 'n(?:pub|profile)1[a-z0-9]{20,400}',
      note: '(?:note|nevent|naddr)1[a-z0-9]{20,400}',
      name: '[\\w.-]{1,60}',
    },
    routes: [
      { path: '/p/{key}/**', content: '{key}', form: folded },
      { path: '/profile/{key}/**', content: '{key}', form: folded },
      { path: '/e/{note}/**', content: 'e/{note}', form: folded },
      { path: '/{name}/**', content: '{name}', form: folded },
    ],
    links: ['https://primal.net/p/{content}', 'https://primal.net/{content}'],
  },
  {
    type: 'DESO',
    hosts: words('diamondapp.com node.deso.org'),
    shapes: { name: '\\w{1,60}' },
    routes: [{ path: '/u/{name}/**', content: '{name}', form: folded }],
    links: ['https://diamondapp.com/u/{content}'],
  },
  {
    type: 'DESO',
    hosts: ['focus.xyz'],
    reserved: words('home explore search settings notifications messages about terms privacy'),
    shapes: { name: '\\w{1,60}' },
    routes: [{ path: '/{name}/**', content: '{name}', form: folded }],
  },
  {
    type: 'QUORA',
    hosts: ['quora.com'],
    neutral: /^[a-z]{2}$/,
    shapes: { space: '[\\w-]{3,60}' },
    reserved: words(
      'answer topic notifications profile q login signup about search spaces following help contact careers qemail ads business blog _',
    ),
    routes: [
      { path: '/profile/{name}/**', content: 'profile/{name}' },
      { path: '/q/{space}/**', content: 'q/{space}', form: folded },
      { sub: '{space}', content: 'q/{space}', form: folded },
      { path: '/{question}/**', content: '{question}' },
    ],
    links: ['https://www.quora.com/{content}'],
  },
  {
    type: 'PINTEREST',
    hosts: PINTEREST,
    neutral: /^[a-z]{2}$/,
    reserved: words(
      'ideas search login business pin today settings about _ categories password topics oauth signup logout',
    ),
    shapes: { user: '\\w{3,30}', digits: '\\d{5,25}' },
    routes: [
      { path: '/pin/{digits}/**', content: 'pin/{digits}' },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://www.pinterest.com/{content}'],
  },
  { type: 'PINTEREST', hosts: ['pin.it'], routes: [] },
  {
    type: 'FLICKR',
    hosts: words('flickr.com flic.kr'),
    reserved: words('explore groups search people photos tags'),
    shapes: { id: '(?!(?:tags|friends|upload)(?:/|$))[\\w@-]{2,60}' },
    routes: [
      { path: '/people/{id}/**', content: '{id}', form: folded },
      { path: '/photos/{id}/**', content: '{id}', form: folded },
    ],
    links: ['https://www.flickr.com/people/{content}'],
  },
  {
    type: 'SMARTMONEYMATCH',
    hosts: ['smartmoneymatch.com'],
    reserved: words('login register about contact search terms privacy assets static media'),
    routes: [{ path: '/{kind}/{slug}/**', content: '{kind}/{slug}', form: folded }],
    links: ['https://www.smartmoneymatch.com/{content}'],
  },
];
